package dev.heddle.physical.usercode;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.io.values.ValueAppender;
import dev.heddle.physical.expr.node.UserCodeErrors;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Batches;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes batches of the rows that a function gives, of which the first ones are small, so that few
 * rows that are wanted are soon there. Used by one thread.
 */
final class RowAssembly implements AutoCloseable {
  private static final int FIRST_ROWS = 16;

  private final PhysicalPlan.Unnest node;
  private final UserFunction function;
  private final TaskContext context;
  private final int kept;
  private final DataType type;
  private final ColumnBuilder values;
  private final int[] inputs = new int[Batch.MAX_ROWS]; // of each row, its row of the input
  private final long[] positions = new long[Batch.MAX_ROWS]; // from 1; 0 for a call without rows
  private int count;
  private int room = FIRST_ROWS;

  RowAssembly(PhysicalPlan.Unnest node, UserFunction function, TaskContext context) {
    this.node = node;
    this.function = function;
    this.context = context;
    this.kept = node.kept().size();
    this.type = ((DataType.ListOf) function.resultType()).element();
    this.values = new ColumnBuilder(type, context.account());
  }

  TaskContext context() {
    return context;
  }

  boolean keepsEmpty() {
    return node.keepsEmpty();
  }

  /** Returns the number of arguments of calls. */
  int arguments() {
    return function.argumentTypes().size();
  }

  /** Returns the arguments' columns without dictionaries, which the caller owns. */
  Column[] plain(Batch input) {
    return Column.makeAll(
        arguments(), i -> Gather.decode(input.column(kept + i), context.account()));
  }

  /** Returns access to plain columns. */
  static ResultColumn[] access(Column[] columns, int rows, BooleanSupplier isOver) {
    ResultColumn[] values = new ResultColumn[columns.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = new CheckedColumn(new OffHeapValues(columns[i]), rows, isOver);
    }
    return values;
  }

  /**
   * Adds a row that the function gives.
   *
   * @param input what it was called for: a row of the batch that {@link #flush} is given
   * @param position which of the call's rows it is, from 1; 0 for none, whose value is null
   * @param output where full batches go
   */
  void add(
      int inputRow,
      @Nullable Object value,
      long position,
      @Nullable Batch input,
      BatchSink output) {
    append(value);
    inputs[count] = inputRow;
    positions[count] = position;
    if (++count >= room) {
      flush(input, output);
    }
  }

  private void append(@Nullable Object value) {
    if (value == null) {
      values.appendNull();
      return;
    }
    ValueAppender.append(values, type, UserCodeErrors.converted(function, value, type, "a row"));
  }

  /**
   * Emits the rows that are there.
   *
   * @param input of the rows; null where no column of it is kept
   */
  void flush(@Nullable Batch input, BatchSink output) {
    context.checkCancelled();
    if (count == 0) {
      return;
    }
    int made = count;
    count = 0;
    room = Math.min(4 * room, Batch.MAX_ROWS);
    Column[] columns =
        Column.makeAll(
            node.output().size(),
            i ->
                i < kept && input != null
                    ? gathered(input.column(i), made)
                    : i == kept ? values.build() : positions(made));
    output.emit(Batch.of(context.account(), made, columns));
  }

  private Column gathered(Column column, int rows) {
    Buffer numbers = context.account().allocate(4L * rows);
    try {
      for (int i = 0; i < rows; i++) {
        Memory.putInt(numbers.address() + 4L * i, inputs[i]);
      }
      return Gather.rows(column, numbers.address(), rows, context.account());
    } finally {
      numbers.release();
    }
  }

  private Column positions(int rows) {
    Buffer numbers = context.account().allocate(8L * rows);
    Buffer validity = Batches.zeroedBeside(numbers, Bits.bytesFor(rows), context.account());
    for (int i = 0; i < rows; i++) {
      Memory.putLong(numbers.address() + 8L * i, positions[i]);
      if (positions[i] > 0) {
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.INT64, rows, numbers, validity);
  }

  @Override
  public void close() {
    values.close();
  }
}
