package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Batches;

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

  private final class RowIndexOperator implements Operator {
    private final TaskContext context;
    private long next = start;

    RowIndexOperator(TaskContext context) {
      this.context = context;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      Batch numbered;
      try (input) {
        int rows = input.rowCount();
        Buffer numbers = context.account().allocate(8L * input.physicalRows());
        long selection = input.selection();
        for (int i = 0; i < rows; i++) {
          int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
          Memory.putLong(numbers.address() + 8L * row, next + i);
        }
        next += rows;
        Column index = Column.fixed(DataType.INT64, input.physicalRows(), numbers, null);
        numbered = Batches.append(input, index);
      }
      output.emit(numbered);
      return Status.NEEDS_INPUT;
    }

    @Override
    public void close() {}
  }
}
