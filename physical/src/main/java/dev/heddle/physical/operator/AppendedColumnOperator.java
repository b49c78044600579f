package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.physical.row.Batches;

/** Appends a column of eight bytes a value, without nulls, to each batch. One thread uses it. */
abstract class AppendedColumnOperator implements Operator {
  private final TaskContext context;
  private final DataType type;

  AppendedColumnOperator(TaskContext context, DataType type) {
    this.context = context;
    this.type = type;
  }

  TaskContext context() {
    return context;
  }

  /**
   * Writes the values of a batch's rows.
   *
   * @param address of the values of all physical rows
   * @param selection address of the physical rows' numbers; 0 if all rows are selected
   */
  abstract void fill(long address, long selection, int rows);

  @Override
  public final Status process(Batch input, BatchSink output) {
    Batch appended;
    try (input) {
      Buffer values = context.account().allocate(8L * input.physicalRows());
      fill(values.address(), input.selection(), input.rowCount());
      appended = Batches.append(input, Column.fixed(type, input.physicalRows(), values, null));
    }
    output.emit(appended);
    return Status.NEEDS_INPUT;
  }

  @Override
  public final void close() {}
}
