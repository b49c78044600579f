package dev.heddle.physical.operator;

import dev.heddle.frame.schema.Field;
import dev.heddle.physical.plan.PhysicalPlan;

/** Sorts all rows: collects them, sorts their ids, delivers them in order. */
final class SortBreaker implements Breaker {
  private final PhysicalPlan.Sort plan;
  private final SortedOutput output = new SortedOutput();

  SortBreaker(PhysicalPlan.Sort plan) {
    this.plan = plan;
  }

  /** Returns what a sort needs in any case, however many rows come. */
  static long floorBytes(PhysicalPlan.Sort node, int threads) {
    return MemoryFloors.BREAKER_BYTES;
  }

  @Override
  public SinkFactory sink() {
    return new RowCollectorSinkFactory(
        plan.output().fields().stream().map(Field::type).toList(), this::complete, output::close);
  }

  @Override
  public SourceFactory source() {
    return new SortedSourceFactory(output);
  }

  private void complete(RowStore rows, TaskContext context) {
    output.setStore(rows);
    output.setOrder(SortedRows.order(rows, plan.order(), context), 0, rows.rows());
  }
}
