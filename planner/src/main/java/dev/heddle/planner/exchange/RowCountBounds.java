package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
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
    return switch (plan) {
      case PhysicalPlan.Scan scan -> {
        OptionalLong rows = scan.table().statistics().rowCount();
        yield rows.isPresent() ? (double) rows.getAsLong() : Double.POSITIVE_INFINITY;
      }
      case PhysicalPlan.Values values -> values.rows().size();
      case PhysicalPlan.Filter _,
          PhysicalPlan.Project _,
          PhysicalPlan.Aggregate _,
          PhysicalPlan.Sort _,
          PhysicalPlan.TopN _,
          PhysicalPlan.Limit _,
          PhysicalPlan.Window _,
          PhysicalPlan.GroupLimit _,
          PhysicalPlan.RowIndex _,
          PhysicalPlan.RandomKey _,
          PhysicalPlan.Share _,
          PhysicalPlan.Exchange _ ->
          Math.max(1, rows(plan.inputs().getFirst()));
      case PhysicalPlan.UnionAll union ->
          union.inputs().stream().mapToDouble(RowCountBounds::rows).sum();
      case PhysicalPlan.HashJoin join ->
          switch (join.kind()) {
            case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> rows(join.left());
            case RIGHT_SEMI, RIGHT_ANTI -> rows(join.right());
            case INNER, LEFT, RIGHT, FULL -> Double.POSITIVE_INFINITY;
          };
      case PhysicalPlan.Expand _,
          PhysicalPlan.Unnest _,
          PhysicalPlan.NestedLoopJoin _,
          PhysicalPlan.SharedRead _,
          PhysicalPlan.ExchangeRead _ ->
          Double.POSITIVE_INFINITY;
    };
  }
}
