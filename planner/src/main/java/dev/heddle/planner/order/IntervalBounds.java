package dev.heddle.planner.order;

import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.scan.Bounds;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Cuts the values of the key that tables are sorted by into intervals with about equally many rows,
 * where row groups of the largest table begin. Stateless.
 */
final class IntervalBounds {
  /** Rows of all tables in an interval: enough that what its two ends cost does not matter. */
  private static final long INTERVAL_ROWS = 1 << 20;

  private static final int MAX_INTERVALS = 256;

  private IntervalBounds() {}

  /**
   * Returns ascending values between which the intervals are; none if there is one interval.
   *
   * @param scans that state orders by the same key
   */
  static List<ScanValue> of(List<PhysicalPlan.Scan> scans) {
    List<TableOrder> orders =
        scans.stream().map(scan -> scan.table().order().orElseThrow()).toList();
    long rows = orders.stream().mapToLong(IntervalBounds::rows).sum();
    TableOrder largest =
        orders.stream().max(Comparator.comparingLong(IntervalBounds::rows)).orElseThrow();
    long ofLargest = rows(largest);
    long intervals = Math.clamp(rows / INTERVAL_ROWS, 1, MAX_INTERVALS);
    List<ScanValue> bounds = new ArrayList<>();
    long before = 0;
    long wanted = 1;
    for (TableOrder.Part part : largest.parts()) {
      boolean isNext = before >= ofLargest * wanted / intervals;
      if (isNext && part.minimum().isPresent() && isNew(part.minimum().get(), bounds)) {
        bounds.add(part.minimum().get());
        wanted = before * intervals / ofLargest + 1;
      }
      before += part.rows();
    }
    SortDirection direction = scans.getFirst().order().getFirst().direction();
    return direction == SortDirection.DESCENDING ? bounds.reversed() : bounds;
  }

  private static long rows(TableOrder order) {
    return order.parts().stream().mapToLong(TableOrder.Part::rows).sum();
  }

  private static boolean isNew(ScanValue bound, List<ScanValue> bounds) {
    return bounds.isEmpty() || Bounds.compare(bounds.getLast(), bound).orElse(0) != 0;
  }
}
