package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowStore;
import java.util.List;

/**
 * Sorts all rows, also for a top-n so large that it costs the same: collects them, sorts their
 * keys, delivers them in order. Rows that do not fit into memory are sorted externally.
 */
public final class SortBreaker implements Breaker {
  private final List<DataType> types;
  private static final int TEXT_SHARE = 8; // of the memory, that results may hold on to

  private final ExternalSort external;
  private final long offset;
  private final long limit;
  private final SortedOutput output = new SortedOutput();

  private SortBreaker(
      PhysicalPlan node, List<SortOrder> order, long offset, long limit, PlanMetrics metrics) {
    this.types = node.output().fields().stream().map(Field::type).toList();
    this.external =
        new ExternalSort(
            task -> task.reservation(node), types, order, order.size(), metrics.of(node));
    this.offset = offset;
    this.limit = limit;
  }

  /** Sorts all rows. */
  public static SortBreaker all(PhysicalPlan.Sort plan, PlanMetrics metrics) {
    return new SortBreaker(plan, plan.order(), 0, Long.MAX_VALUE, metrics);
  }

  /** Puts the ordered outputs of an exchange's writers, which come in any order, into one order. */
  public static SortBreaker merge(PhysicalPlan.ExchangeRead plan, PlanMetrics metrics) {
    return new SortBreaker(plan, plan.mergeOrder(), 0, Long.MAX_VALUE, metrics);
  }

  /** Sorts all rows to deliver the first, where those are very many. */
  public static SortBreaker first(PhysicalPlan.TopN plan, PlanMetrics metrics) {
    return new SortBreaker(plan, plan.order(), plan.offset(), plan.limit(), metrics);
  }

  @Override
  public SinkFactory sink() {
    return new SortSinkFactory(
        types, external, this::complete, context -> spilled(), output::close);
  }

  @Override
  public SourceFactory source() {
    return new SortedSourceFactory(output);
  }

  private void complete(RowStore rows, TaskContext context) {
    output.setStore(rows);
    long first = Math.min(offset, rows.rows());
    long count = Math.min(limit, rows.rows() - first);
    long maxText = context.account().ledger().limitBytes() / TEXT_SHARE;
    if (count == rows.rows() && rows.textBytes() <= maxText) {
      rows.setLasting();
    }
    output.setOrder(SortedRows.order(rows, external.order(), context), first, count);
  }

  private void spilled() {
    output.setMerged(external, offset, limit);
  }
}
