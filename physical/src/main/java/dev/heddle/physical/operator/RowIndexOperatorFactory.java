package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;

/** Appends a column that counts rows. The pipeline is sequential, so one thread counts. */
public final class RowIndexOperatorFactory implements OperatorFactory {
  private final long start;

  public RowIndexOperatorFactory(PhysicalPlan.RowIndex node) {
    start = node.start();
  }

  @Override
  public Operator open(TaskContext context) {
    return new RowIndexOperator(context);
  }

  @Override
  public void close() {}

  private final class RowIndexOperator extends AppendedColumnOperator {
    private long next = start;

    RowIndexOperator(TaskContext context) {
      super(context, DataType.INT64);
    }

    @Override
    void fill(long address, long selection, int rows) {
      for (int i = 0; i < rows; i++) {
        int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        Memory.putLong(address + 8L * row, next + i);
      }
      next += rows;
    }
  }
}
