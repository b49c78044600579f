package dev.heddle.physical.plan;

import dev.heddle.physical.expr.PhysicalExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds out in which order the rows of a plan come. Stateless. */
public final class KnownOrder {
  /** The name of the phase that makes scans state orders, as for {@code excludedRules}. */
  public static final String PHASE = "input order";

  private KnownOrder() {}

  /**
   * Returns the columns that the rows of a plan are sorted by; fewer, perhaps none, if some of them
   * are not in its output; nothing if no order is promised.
   */
  public static Optional<List<SortOrder>> of(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Scan node ->
          node.order().isEmpty() ? Optional.empty() : Optional.of(node.order());
      case PhysicalPlan.Sort node -> Optional.of(node.order());
      case PhysicalPlan.TopN node -> Optional.of(node.order());
      case PhysicalPlan.Filter node -> of(node.input());
      case PhysicalPlan.Limit node -> of(node.input());
      case PhysicalPlan.Project node -> of(node.input()).map(o -> projected(o, node));
      case PhysicalPlan.ExchangeRead node ->
          node.order().isEmpty() && !node.isSequence()
              ? Optional.empty()
              : Optional.of(node.order());
      case PhysicalPlan.Exchange node
          when node.distribution() instanceof Distribution.Sequence sequence ->
          Optional.of(sequence.order());
      case PhysicalPlan.Exchange node
          when node.distribution() instanceof Distribution.Single single
              && !single.order().isEmpty() ->
          Optional.of(single.order());
      default -> Optional.empty(); // others make rows anew
    };
  }

  private static List<SortOrder> projected(List<SortOrder> orders, PhysicalPlan.Project node) {
    List<SortOrder> kept = new ArrayList<>();
    for (SortOrder order : orders) {
      int at = positionOf(order.column(), node.expressions());
      if (at < 0) {
        return kept;
      }
      kept.add(new SortOrder(at, order.direction(), order.nulls()));
    }
    return kept;
  }

  /** Returns an order of a projection's rows in the columns of its input, if they are there. */
  public static Optional<List<SortOrder>> below(
      List<SortOrder> order, PhysicalPlan.Project project) {
    List<SortOrder> below = new ArrayList<>();
    for (SortOrder key : order) {
      if (!(project.expressions().get(key.column()) instanceof PhysicalExpr.ColumnRef ref)) {
        return Optional.empty();
      }
      below.add(new SortOrder(ref.index(), key.direction(), key.nulls()));
    }
    return Optional.of(below);
  }

  private static int positionOf(int column, List<PhysicalExpr> expressions) {
    for (int i = 0; i < expressions.size(); i++) {
      if (expressions.get(i) instanceof PhysicalExpr.ColumnRef ref && ref.index() == column) {
        return i;
      }
    }
    return -1;
  }
}
