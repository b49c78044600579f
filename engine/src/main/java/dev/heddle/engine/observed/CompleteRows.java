package dev.heddle.engine.observed;

import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SubPlanRows;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the nodes of a plan that has run whose rows are those of their part of the query: all of
 * them, each once, and no others.
 *
 * <p>Not those of nodes whose reader may have stopped early (a limit, a join whose other side is
 * empty), from whose scans the values of a join or a bound above them have kept rows, of which each
 * task makes its own copy, or that are in the plan twice and made different numbers of rows: then
 * each made a share. Nodes without rows are left out, too: a stage that was not needed has none.
 */
public final class CompleteRows {
  /** By how much a plan's estimates must be wrong for the plan not to be used again. */
  private static final double MAX_FACTOR = 4;

  private static final long SEVERAL = -1;

  private final PlanMetrics metrics;
  private final boolean isDivided;
  private final Map<Long, Long> rows = new HashMap<>();
  private boolean isFar;

  /** How a node was read. */
  private enum Reading {
    WHOLE,
    /** Perhaps not to its end, as everything below up to a node that reads all before it writes. */
    PERHAPS_STOPPED,
    /** Perhaps not, and nor was anything below. */
    PERHAPS_NEVER
  }

  private CompleteRows(PlanMetrics metrics, boolean isDivided) {
    this.metrics = metrics;
    this.isDivided = isDivided;
  }

  /**
   * Lets a store keep what a run of a plan has counted: nothing if tasks were run again, whose rows
   * may have been counted before.
   *
   * @return whether some of it is far from what was expected
   */
  public static boolean keep(PhysicalPlan plan, PlanMetrics metrics, ObservedRowStore store) {
    if (metrics.elsewhere().repeats() > 0) {
      return false;
    }
    CompleteRows complete = new CompleteRows(metrics, isDivided(plan));
    complete.visit(plan, Reading.WHOLE, true);
    complete.rows.forEach(
        (number, count) -> {
          if (count != SEVERAL) {
            store.put(number, count);
          }
        });
    store.saveSoon();
    return complete.isFar;
  }

  private static boolean isDivided(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Exchange
        || plan.inputs().stream().anyMatch(CompleteRows::isDivided);
  }

  /**
   * Visits a node.
   *
   * @param isOnce whether what the node makes is not made by other tasks as well
   * @return the runtime filters that scans below receive from above the node
   */
  private Set<Integer> visit(PhysicalPlan node, Reading reading, boolean isOnce) {
    Set<Integer> received = new HashSet<>();
    switch (node) {
      case PhysicalPlan.Scan scan -> addCutting(scan, received);
      case PhysicalPlan.HashJoin join -> {
        visitSides(join.left(), join.right(), reading, isOnce, received);
        join.runtime().forEach(runtime -> received.remove(runtime.filter()));
      }
      case PhysicalPlan.MergeJoin _ -> // a side is not read on when the other one has ended
          node.inputs()
              .forEach(
                  input ->
                      received.addAll(
                          visit(input, worse(reading, Reading.PERHAPS_STOPPED), isOnce)));
      case PhysicalPlan.NestedLoopJoin join ->
          visitSides(join.left(), join.right(), reading, isOnce, received);
      case PhysicalPlan.Exchange exchange ->
          received.addAll(visit(exchange.input(), reading, true));
      case PhysicalPlan.Limit limit ->
          received.addAll(visit(limit.input(), worse(reading, Reading.PERHAPS_STOPPED), isOnce));
      case PhysicalPlan.Aggregate _, PhysicalPlan.Sort _, PhysicalPlan.TopN _ ->
          received.addAll(visit(node.inputs().getFirst(), whole(reading), isOnce));
      case PhysicalPlan.RangePart part -> {
        received.addAll(visit(part.left(), reading, isOnce));
        visit(part.right(), Reading.PERHAPS_NEVER, false);
      }
      case PhysicalPlan.Values _,
          PhysicalPlan.Filter _,
          PhysicalPlan.Project _,
          PhysicalPlan.Expand _,
          PhysicalPlan.Unnest _,
          PhysicalPlan.UnionAll _,
          PhysicalPlan.Window _,
          PhysicalPlan.KeyByKey _,
          PhysicalPlan.GroupLimit _,
          PhysicalPlan.RowIndex _,
          PhysicalPlan.RandomKey _,
          PhysicalPlan.Repartition _,
          PhysicalPlan.Share _,
          PhysicalPlan.SharedRead _,
          PhysicalPlan.Write _,
          PhysicalPlan.ExchangeRead _ ->
          node.inputs().forEach(input -> received.addAll(visit(input, reading, isOnce)));
    }
    if (reading == Reading.WHOLE && received.isEmpty() && isOnce && isCounted(node)) {
      count(node);
    }
    return received;
  }

  /** Adds the runtime filters that have kept rows of a scan. */
  private void addCutting(PhysicalPlan.Scan scan, Set<Integer> cutting) {
    Optional<ScanMetrics> counts = metrics.ofScan(scan);
    List<ScanFilter.Conjunct> conjuncts = metrics.conjuncts(scan);
    for (int i = 0; i < conjuncts.size(); i++) {
      String text = conjuncts.get(i).text();
      if (counts.isEmpty() || counts.get().conjunct(text).hasLeftOut()) {
        cutting.add(scan.runtime().get(i).filter());
      }
    }
  }

  private void visitSides(
      PhysicalPlan left, PhysicalPlan right, Reading reading, boolean isOnce, Set<Integer> found) {
    boolean isNeeded = hasRows(right);
    found.addAll(visit(left, isNeeded ? reading : worse(reading, Reading.PERHAPS_NEVER), isOnce));
    // Tasks that divide the left rows among them may each make all right rows.
    found.addAll(visit(right, whole(reading), isOnce && !isDivided));
  }

  /** Returns whether a node made rows, or one below that only passes them on. */
  private boolean hasRows(PhysicalPlan node) {
    return metrics.of(node).rowsOut() > 0
        || switch (node) {
          case PhysicalPlan.Exchange exchange -> hasRows(exchange.input());
          case PhysicalPlan.Share share -> hasRows(share.input());
          case PhysicalPlan.Project project -> hasRows(project.input());
          default -> false;
        };
  }

  private static Reading worse(Reading one, Reading other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Reading whole(Reading reading) {
    return reading == Reading.PERHAPS_STOPPED ? Reading.WHOLE : reading;
  }

  private boolean isCounted(PhysicalPlan node) {
    if (!node.estimate().origin().isRemembered() || (isDivided && !isShared(node))) {
      return false;
    }
    return switch (node) {
      case PhysicalPlan.Scan scan -> scan.keys().isEmpty() && scan.request().limit().isEmpty();
      case PhysicalPlan.Aggregate aggregate -> !aggregate.mode().isPiecewise();
      case PhysicalPlan.Filter _,
          PhysicalPlan.HashJoin _,
          PhysicalPlan.MergeJoin _,
          PhysicalPlan.NestedLoopJoin _ ->
          true;
      default -> false;
    };
  }

  /** Returns whether tasks share the node's rows among them: the leftmost leaf decides. */
  private static boolean isShared(PhysicalPlan node) {
    return switch (node) {
      case PhysicalPlan.Scan scan -> !scan.isWhole();
      case PhysicalPlan.Exchange exchange ->
          !(exchange.distribution() instanceof Distribution.Broadcast);
      case PhysicalPlan.UnionAll union -> union.inputs().stream().allMatch(CompleteRows::isShared);
      default -> !node.inputs().isEmpty() && isShared(node.inputs().getFirst());
    };
  }

  private void count(PhysicalPlan node) {
    long made = metrics.of(node).rowsOut();
    if (made == 0) {
      return;
    }
    SubPlanRows origin = node.estimate().origin();
    rows.merge(origin.number(), made, (one, other) -> one.equals(other) ? one : SEVERAL);
    isFar |= SubPlanRows.isFar(node.estimate().rows(), (double) made, MAX_FACTOR);
  }
}
