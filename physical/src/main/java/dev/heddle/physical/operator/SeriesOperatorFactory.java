package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.expr.NumberSeries;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Batches;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives a row for each number of a series, in batches of at most {@link Batch#MAX_ROWS} rows: what
 * an {@link PhysicalPlan.Unnest} gives over a projection that makes lists of numbers, without the
 * lists.
 */
public final class SeriesOperatorFactory implements OperatorFactory {
  private final PhysicalPlan.Unnest node;
  private final NumberSeries series;
  private final PhysicalPlan.Project project;

  private SeriesOperatorFactory(
      PhysicalPlan.Unnest node, NumberSeries series, PhysicalPlan.Project project) {
    this.node = node;
    this.series = series;
    this.project = project;
  }

  /** Returns what stands for a node and the projection below it, if its lists are such numbers. */
  public static Optional<SeriesOperatorFactory> of(PhysicalPlan.Unnest node) {
    if (!(node.input() instanceof PhysicalPlan.Project project)
        || node.kept().contains(node.list())) {
      return Optional.empty();
    }
    return NumberSeries.of(project.expressions().get(node.list()))
        .map(series -> new SeriesOperatorFactory(node, series, bounds(node, series, project)));
  }

  /** Returns a projection to the kept columns, the start, the end and the step. */
  private static PhysicalPlan.Project bounds(
      PhysicalPlan.Unnest node, NumberSeries series, PhysicalPlan.Project project) {
    List<PhysicalExpr> expressions = new ArrayList<>();
    node.kept().forEach(column -> expressions.add(project.expressions().get(column)));
    expressions.addAll(List.of(series.start(), series.end(), series.step()));
    return new PhysicalPlan.Project(
        project.input(), expressions, project.output(), project.estimate());
  }

  /** Returns what computes the operator's input in place of the node's projection. */
  public PhysicalPlan.Project project() {
    return project;
  }

  @Override
  public Operator open(TaskContext context) {
    return new SeriesOperator(context);
  }

  @Override
  public void close() {}

  private final class SeriesOperator implements Operator {
    private final TaskContext context;
    private final int kept = node.kept().size();

    SeriesOperator(TaskContext context) {
      this.context = context;
    }

    @Override
    public Status process(Batch input, BatchSink output) {
      try (input) {
        Buffer scratch = context.account().allocate(20L * Batch.MAX_ROWS);
        try {
          fill(input, new PendingRows(scratch.address()), output);
        } finally {
          scratch.release();
        }
      }
      return Status.NEEDS_INPUT;
    }

    private void fill(Batch input, PendingRows rows, BatchSink output) {
      for (int row = 0; row < input.rowCount() && !output.isDone(); row++) {
        boolean isNull =
            input.column(kept).isNull(row)
                || input.column(kept + 1).isNull(row)
                || input.column(kept + 2).isNull(row);
        long number = isNull ? 0 : input.column(kept).longAt(row);
        long step = isNull ? 1 : input.column(kept + 2).longAt(row);
        long length = isNull ? 0 : series.length(number, input.column(kept + 1).longAt(row), step);
        if (length == 0 && node.keepsEmpty()) {
          rows.addEmpty(row);
          flushFull(input, rows, output);
        }
        for (long done = 0; done < length && !output.isDone(); ) {
          int count = (int) Math.min(length - done, Batch.MAX_ROWS - rows.count);
          rows.add(row, number, step, done + 1, count);
          number += step * count;
          done += count;
          flushFull(input, rows, output);
        }
      }
      if (rows.count > 0) {
        flush(input, rows, output);
      }
    }

    private void flushFull(Batch input, PendingRows rows, BatchSink output) {
      if (rows.count == Batch.MAX_ROWS) {
        flush(input, rows, output);
      }
    }

    private void flush(Batch input, PendingRows rows, BatchSink output) {
      context.checkCancelled();
      Column[] columns =
          Column.makeAll(
              node.output().size(),
              i ->
                  i < kept
                      ? Gather.rows(input.column(i), rows.inputs, rows.count, context.account())
                      : rows.column(i == kept ? rows.numbers : rows.positions, context));
      Batch made = Batch.of(context.account(), rows.count, columns);
      rows.clear();
      output.emit(made);
    }

    @Override
    public void close() {}
  }

  /** The rows of a batch under way: of each its input row, its number and its position. */
  private static final class PendingRows {
    private final long inputs;
    private final long numbers;
    private final long positions;
    private int count;
    private boolean hasEmpty; // position 0: a row that has no number

    PendingRows(long scratch) {
      this.numbers = scratch;
      this.positions = scratch + 8L * Batch.MAX_ROWS;
      this.inputs = scratch + 16L * Batch.MAX_ROWS;
    }

    void addEmpty(int row) {
      hasEmpty = true;
      add(row, 0, 0, 0, 1);
    }

    void add(int row, long number, long step, long position, int more) {
      for (int i = 0; i < more; i++) {
        Memory.putInt(inputs + 4L * (count + i), row);
        Memory.putLong(numbers + 8L * (count + i), number + step * i);
        Memory.putLong(positions + 8L * (count + i), position + i);
      }
      count += more;
    }

    void clear() {
      count = 0;
      hasEmpty = false;
    }

    Column column(long from, TaskContext context) {
      Buffer values = context.account().allocate(8L * count);
      Memory.copy(from, values.address(), 8L * count);
      if (!hasEmpty) {
        return Column.fixed(DataType.INT64, count, values, null);
      }
      Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), context.account());
      for (int i = 0; i < count; i++) {
        if (Memory.getLong(positions + 8L * i) > 0) {
          Bits.set(validity.address(), i);
        }
      }
      return Column.fixed(DataType.INT64, count, values, validity);
    }
  }
}
