package dev.heddle.physical.pipeline;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.TableScan;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.KeyInterval;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A task's intervals of a key's values, which its threads take in turn. Thread-safe. */
final class KeyIntervals {
  static final int NONE = -1;

  private final List<ScanValue> bounds;
  private final PlanMetrics metrics;
  private final int count;
  private final int end;
  private final AtomicInteger next;

  /**
   * Makes those of a task.
   *
   * @param bounds of all intervals
   * @param side whose source is a scan
   * @param share what the task reads, unless the scan is to be read by each
   */
  KeyIntervals(List<ScanValue> bounds, Segment side, Share share, PlanMetrics metrics) {
    this.bounds = bounds;
    this.metrics = metrics;
    boolean isWhole = side.sourceNode() instanceof PhysicalPlan.Scan scan && scan.isWhole();
    Share own = isWhole ? Share.WHOLE : share;
    int from = (int) own.from(bounds.size() + 1L);
    this.end = (int) own.to(bounds.size() + 1L);
    this.count = end - from;
    this.next = new AtomicInteger(from);
  }

  /** Returns how many there are. */
  int count() {
    return count;
  }

  /** Returns the next interval, or {@link #NONE}. */
  int take() {
    int taken = next.getAndIncrement();
    return taken < end ? taken : NONE;
  }

  /**
   * Returns the rows of a side's scan that are in an interval.
   *
   * @param side with nothing but filters and projections behind its scan
   * @param key the first one by which the side's rows are sorted
   */
  TableScan bind(Segment side, SortOrder key, int number) {
    PhysicalPlan.Scan scan = (PhysicalPlan.Scan) side.sourceNode();
    if (bounds.isEmpty()) {
      return metrics.bind(scan, Share.WHOLE);
    }
    int output = key.column();
    for (int i = side.steps().size() - 1; i >= 0; i--) {
      if (side.steps().get(i).node() instanceof PhysicalPlan.Project project
          && project.expressions().get(output) instanceof PhysicalExpr.ColumnRef ref) {
        output = ref.index();
      }
    }
    int column = scan.request().outputs().get(output);
    Field field = scan.table().schema().field(scan.request().columns().get(column));
    return metrics.bind(
        scan,
        number,
        KeyInterval.of(column, field.type(), bounds, number)
            .conjunct(field.name() + " in an interval"));
  }
}
