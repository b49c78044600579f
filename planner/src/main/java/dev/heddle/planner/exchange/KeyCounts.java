package dev.heddle.planner.exchange;

import dev.heddle.io.catalog.TableStatistics;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.math.BigInteger;
import java.util.List;

/** How many values columns may have, by the statistics of the tables that they come from. */
final class KeyCounts {
  private KeyCounts() {}

  /** Returns how many values a column of a table with this number of rows may have. */
  static double of(TableStatistics.ColumnStatistics column, double rows) {
    double values = Math.min(rows, column.distinctCount().orElse(rows));
    if (column.minimum().isPresent()
        && column.maximum().isPresent()
        && column.minimum().get() instanceof ScanValue.Whole(BigInteger minimum)
        && column.maximum().get() instanceof ScanValue.Whole(BigInteger maximum)) {
      values = Math.min(values, maximum.subtract(minimum).doubleValue() + 1);
    }
    return values;
  }

  /** Returns how many values some columns of a plan's output may have together. */
  static double of(PhysicalPlan plan, List<Integer> columns) {
    double values = 1;
    for (int column : columns) {
      values *= Math.max(1, of(plan, column));
    }
    return Math.min(values, Math.max(0, plan.estimate().rows()));
  }

  private static double of(PhysicalPlan plan, int column) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> {
        TableStatistics statistics = scan.table().statistics();
        int inTable = scan.request().columns().get(scan.request().outputs().get(column));
        yield of(
            statistics.columns().get(inTable),
            (double) statistics.rowCount().orElse(Long.MAX_VALUE));
      }
      case PhysicalPlan.Filter filter -> of(filter.input(), column);
      case PhysicalPlan.Exchange exchange -> of(exchange.input(), column);
      case PhysicalPlan.Share share -> of(share.input(), column);
      case PhysicalPlan.Project project
          when project.expressions().get(column) instanceof PhysicalExpr.ColumnRef ref ->
          of(project.input(), ref.index());
      case PhysicalPlan.HashJoin join when column < join.left().output().size() ->
          switch (join.kind()) {
            case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK ->
                of(join.left(), column);
            case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> join.estimate().rows();
          };
      default -> plan.estimate().rows();
    };
  }
}
