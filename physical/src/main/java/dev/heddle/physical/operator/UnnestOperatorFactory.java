package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Batches;

/**
 * Gives a row for each element of a list, in batches of at most {@link Batch#MAX_ROWS} rows however
 * long the lists are.
 */
public final class UnnestOperatorFactory implements OperatorFactory {
  private final PhysicalPlan.Unnest node;

  public UnnestOperatorFactory(PhysicalPlan.Unnest node) {
    this.node = node;
  }

  @Override
  public Operator open(TaskContext context) {
    return new UnnestOperator(context);
  }

  @Override
  public void close() {}

  private final class UnnestOperator implements Operator {
    private final TaskContext context;
    private int count; // rows of the batch under way
    private boolean hasEmpty; // whether one of them represents a list without elements

    UnnestOperator(TaskContext context) {
      this.context = context;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      try (input) {
        Buffer scratch = context.account().allocate(16L * Batch.MAX_ROWS);
        try {
          unnest(input, scratch.address(), output);
        } finally {
          scratch.release();
        }
      }
      return Status.NEEDS_INPUT;
    }

    /** The scratch holds for each row its input row, its element or -1, and its position. */
    private void unnest(Batch input, long rows, BatchSink output) {
      long elements = rows + 4L * Batch.MAX_ROWS;
      long positions = elements + 4L * Batch.MAX_ROWS;
      Column lists = input.column(node.list());
      count = 0;
      hasEmpty = false;
      for (int row = 0; row < input.rowCount() && !output.isDone(); row++) {
        int length = lists.isNull(row) ? 0 : lists.listLength(row);
        int start = length == 0 ? -1 : lists.listStart(row);
        boolean isEmpty = length == 0 && node.keepsEmpty();
        int rowsOfList = isEmpty ? 1 : length;
        hasEmpty |= isEmpty;
        for (int i = 0; i < rowsOfList && !output.isDone(); i++) {
          Memory.putInt(rows + 4L * count, row);
          Memory.putInt(elements + 4L * count, start < 0 ? -1 : start + i);
          Memory.putLong(positions + 8L * count, i + 1L);
          if (++count == Batch.MAX_ROWS) {
            flush(input, rows, elements, positions, output);
            hasEmpty = false;
          }
        }
      }
      if (count > 0) {
        flush(input, rows, elements, positions, output);
      }
    }

    private void flush(Batch input, long rows, long elements, long positions, BatchSink output) {
      context.checkCancelled();
      int made = count;
      count = 0;
      int kept = node.kept().size();
      Column[] columns =
          Column.makeAll(
              node.output().size(),
              i ->
                  i < kept
                      ? gathered(input.column(node.kept().get(i)), rows, made)
                      : i == kept
                          ? elements(input.column(node.list()), elements, made)
                          : positions(elements, positions, made));
      output.emit(Batch.of(context.account(), made, columns));
    }

    private Column gathered(Column column, long rows, int made) {
      return Gather.rows(column, rows, made, context.account());
    }

    private Column elements(Column lists, long elements, int made) {
      return hasEmpty
          ? Gather.rowsOrNull(lists.child(0), elements, made, context.account())
          : Gather.rows(lists.child(0), elements, made, context.account());
    }

    private Column positions(long elements, long positions, int made) {
      Buffer values = context.account().allocate(8L * made);
      Memory.copy(positions, values.address(), 8L * made);
      if (!hasEmpty) {
        return Column.fixed(DataType.INT64, made, values, null);
      }
      Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(made), context.account());
      for (int i = 0; i < made; i++) {
        if (Memory.getInt(elements + 4L * i) >= 0) {
          Bits.set(validity.address(), i);
        }
      }
      return Column.fixed(DataType.INT64, made, values, validity);
    }

    @Override
    public void close() {}
  }
}
