package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives windows whose rows go by the hash of their partitions a second form, for hash partitions
 * that turn out skewed: their rows are divided by ranges. Serves one plan, whose rows have been
 * placed. Not thread-safe.
 *
 * <p>Both forms read one exchange, and are put together in one stage, each in tasks of its own.
 * Rows of a partition of the window are then in several tasks: what follows in that stage must not
 * need them together. Windows that follow one another are divided as one.
 */
final class SkewedWindows {
  /** Ranges for each of the query's partitions, so that tasks with others beside fill all slots. */
  private static final int RANGES_PER_PARTITION = 4;

  private final int parts;
  private final RangeSorts sorts;
  private final SharedExchanges shares;
  private final RangeWindows ranges;
  private final WindowTotals totals;

  SkewedWindows(
      int partitions,
      RangeSorts sorts,
      SharedExchanges shares,
      RangeWindows ranges,
      WindowTotals totals) {
    this.parts = RANGES_PER_PARTITION * partitions;
    this.sorts = sorts;
    this.shares = shares;
    this.ranges = ranges;
    this.totals = totals;
  }

  /** Returns a plan in which windows have both forms. */
  PhysicalPlan divide(PhysicalPlan plan) {
    return divide(plan, true);
  }

  /**
   * Returns a plan in which windows have both forms.
   *
   * @param isFree whether rows of a partition may be in several tasks
   */
  private PhysicalPlan divide(PhysicalPlan plan, boolean isFree) {
    if (isFree && plan instanceof PhysicalPlan.Window window) {
      List<PhysicalPlan> chain = chain(window);
      if (!chain.isEmpty()) {
        return inBothForms(chain);
      }
    }
    List<PhysicalPlan> inputs = new ArrayList<>();
    boolean isChanged = false;
    for (int i = 0; i < plan.inputs().size(); i++) {
      PhysicalPlan input = plan.inputs().get(i);
      PhysicalPlan divided = divide(input, leavesFree(plan, i, isFree));
      inputs.add(divided);
      isChanged |= divided != input;
    }
    return isChanged ? plan.withInputs(inputs) : plan;
  }

  private boolean leavesFree(PhysicalPlan plan, int input, boolean isFree) {
    return switch (plan) {
      case PhysicalPlan.Exchange _ -> true;
      case PhysicalPlan.HashJoin join ->
          isFree
              && NodeTraits.of(join).isSplittable(input)
              && isEverywhere(input == 0 ? join.right() : join.left());
      case PhysicalPlan.NestedLoopJoin join ->
          isFree
              && NodeTraits.of(join).isSplittable(input)
              && isEverywhere(input == 0 ? join.right() : join.left());
      default -> isFree && NodeTraits.of(plan).isSplittable(input);
    };
  }

  /** Returns whether each task has all rows of a plan. */
  private boolean isEverywhere(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Exchange exchange ->
          exchange.distribution() instanceof Distribution.Broadcast;
      case PhysicalPlan.SharedRead read -> shares.isBroadcast(read.number());
      case PhysicalPlan.Scan scan -> scan.isWhole();
      case PhysicalPlan.Values _ -> true;
      default -> !plan.inputs().isEmpty() && plan.inputs().stream().allMatch(this::isEverywhere);
    };
  }

  /**
   * Returns a window and what is below it up to an exchange by hash, if all windows among that can
   * be divided; else nothing.
   */
  private List<PhysicalPlan> chain(PhysicalPlan.Window top) {
    List<PhysicalPlan> chain = new ArrayList<>();
    PhysicalPlan node = top;
    while (true) {
      chain.add(node);
      switch (node) {
        case PhysicalPlan.Window window when mayBeDivided(window) -> node = window.input();
        case PhysicalPlan.Project project -> node = project.input();
        case PhysicalPlan.Filter filter -> node = filter.input();
        case PhysicalPlan.Exchange exchange when isByHash(exchange) -> {
          return chain;
        }
        default -> {
          return List.of();
        }
      }
    }
  }

  private static boolean isByHash(PhysicalPlan.Exchange exchange) {
    return exchange.distribution() instanceof Distribution.Hash hash
        && !hash.isSpare()
        && hash.parts() == 0;
  }

  private boolean mayBeDivided(PhysicalPlan.Window window) {
    return !window.partitionKeys().isEmpty()
        && !sorts.isFew(window.estimate().bytes())
        && WindowExchanges.obstacle(window).isEmpty();
  }

  private PhysicalPlan inBothForms(List<PhysicalPlan> chain) {
    PhysicalPlan.Exchange exchange = (PhysicalPlan.Exchange) chain.getLast();
    PhysicalPlan.Share share =
        shares.even(
            new PhysicalPlan.Exchange(
                divide(exchange.input(), true), exchange.distribution(), exchange.estimate()));
    PhysicalPlan even = share;
    Placed skewed = new Placed(SharedExchanges.skewed(share), Place.ANYWHERE);
    for (PhysicalPlan node : chain.subList(0, chain.size() - 1).reversed()) {
      even = node.withInputs(List.of(even));
      skewed =
          node instanceof PhysicalPlan.Window window
              ? divided(window, skewed)
              : new Placed(node.withInputs(List.of(skewed.plan())), skewed.scattered());
    }
    return new PhysicalPlan.UnionAll(
        List.of(even, skewed.plan()), true, even.output(), even.estimate());
  }

  /** Returns a window over rows in any tasks, in tasks by ranges. */
  private Placed divided(PhysicalPlan.Window window, Placed rows) {
    Placed input = new Placed(rows.plan(), rows.scattered());
    if (!WindowTotals.suits(window)) {
      return ranges.divide(window, WindowPieces.of(window), input, parts);
    }
    PhysicalPlan result = totals.place(window, input).plan();
    return new Placed(sorts.byChance(result, parts), new Place.Divided(parts));
  }
}
