package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
import java.util.List;
import java.util.OptionalLong;

/** How many rows a plan can have at most, by the tables that it reads. */
final class RowCountBounds {
  private RowCountBounds() {}

  /** Returns how many bytes a plan's rows have at most, however wrong estimates are. */
  static double bytes(PhysicalPlan plan) {
    double most = rows(plan);
    return Double.isInfinite(most) ? most : Estimates.of(most, plan.output()).bytes();
  }

  private static double rows(PhysicalPlan plan) {
    List<PhysicalPlan> inputs = plan.inputs();
    if (plan instanceof PhysicalPlan.TopN top) {
      return Math.min((double) top.limit(), rows(top.input()));
    }
    return switch (NodeTraits.of(plan).rows()) {
      case OWN -> ownRows(plan);
      case INPUT -> Math.max(1, rows(inputs.getFirst()));
      case LEFT -> rows(inputs.get(0));
      case RIGHT -> rows(inputs.get(1));
      case SUM -> inputs.stream().mapToDouble(RowCountBounds::rows).sum();
      case NOTHING -> Double.POSITIVE_INFINITY;
    };
  }

  private static double ownRows(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Values values) {
      return values.rows().size();
    }
    OptionalLong rows = ((PhysicalPlan.Scan) plan).table().statistics().rowCount();
    return rows.isPresent() ? (double) rows.getAsLong() : Double.POSITIVE_INFINITY;
  }
}
