package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
import java.util.OptionalLong;

/** Estimates how much the scans of a plan read. Stateless. */
final class ScannedBytes {
  /** Rows of a step up to which the bytes read measure the size of the query. */
  private static final double MAX_UNDIVIDED_ROWS = 4_000_000;

  /** What a row takes to look at, beside the columns that are put out. */
  private static final double ROW_BYTES = 8;

  private ScannedBytes() {}

  /**
   * Returns about how many bytes the scans of a plan look at; infinite if that is not known or a
   * step has more rows.
   */
  static double of(PhysicalPlan plan) {
    double bytes = plan.estimate().rows() > MAX_UNDIVIDED_ROWS ? Double.POSITIVE_INFINITY : 0;
    if (plan instanceof PhysicalPlan.Scan scan) {
      OptionalLong rows = scan.table().statistics().rowCount();
      if (rows.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      double count = rows.getAsLong();
      bytes += count * ROW_BYTES + Estimates.of(count, scan.output()).bytes();
      for (int i = 0; i < scan.request().columns().size(); i++) {
        if (!scan.request().outputs().contains(i)) {
          int column = scan.request().columns().get(i);
          bytes += count * scan.table().statistics().columns().get(column).averageBytes().orElse(0);
        }
      }
    }
    for (PhysicalPlan input : plan.inputs()) {
      bytes += of(input);
    }
    return bytes;
  }
}
