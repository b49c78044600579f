package dev.heddle.physical.window;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.InlineContext;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.sort.ExternalSort;
import dev.heddle.physical.sort.SortSinkFactory;
import dev.heddle.physical.sort.SortedRows;
import dev.heddle.physical.spill.SpillFile;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes window functions: sorts the rows by partition and order, cuts them into segments of
 * whole partitions, and computes the calls for one segment after the other as the output is asked
 * for. Threads work on different segments. Rows that do not fit into memory are sorted externally,
 * and segments are made of what the merge delivers. Rows of which only aggregates over large whole
 * partitions are asked for stay where they are ({@link WindowGroups}).
 */
public final class WindowBreaker implements Breaker {
  private static final int ROWS_PER_SEGMENT = 1 << 15;

  /** What a partition takes while its calls are computed. */
  private static final int BYTES_PER_ROW = 60;

  private static final int BYTES_PER_VALUE = 20;

  private final PhysicalPlan.Window plan;
  private final List<DataType> types;
  private final WindowMarks marker;
  private final ExternalSort external;
  private final List<Integer> segments = new ArrayList<>(); // first rows, and the end
  private final OperatorMetrics metrics;
  private boolean isSpilled;
  private @Nullable RowStore store;
  private @Nullable WindowGroups groups; // of the rows in memory, where they need not be sorted
  private @Nullable Buffer ids; // of the rows in order
  private @Nullable Buffer marks; // one byte a sorted row

  public WindowBreaker(PhysicalPlan.Window plan, PlanMetrics metrics) {
    this.plan = plan;
    this.types = plan.input().output().fields().stream().map(Field::type).toList();
    this.marker = new WindowMarks(plan);
    this.metrics = metrics.of(plan);
    List<SortOrder> order = new ArrayList<>();
    for (int key : plan.partitionKeys()) {
      order.add(new SortOrder(key, SortDirection.ASCENDING, NullPlacement.FIRST));
    }
    order.addAll(plan.order());
    this.external =
        new ExternalSort(
            task -> task.reservation(plan),
            types,
            order,
            plan.partitionKeys().size(),
            metrics.of(plan));
    external.setLaterBytesPerRow(BYTES_PER_ROW + (long) BYTES_PER_VALUE * plan.calls().size());
  }

  @Override
  public SinkFactory sink() {
    return new SortSinkFactory(
        types, external, this::complete, context -> isSpilled = true, this::free);
  }

  @Override
  public SourceFactory source() {
    return new WindowSourceFactory(this);
  }

  private void complete(RowStore rowsToSort, TaskContext context) {
    store = rowsToSort;
    groups = WindowGroups.suits(plan) ? WindowGroups.of(plan, rowsToSort, context) : null;
    if (groups == null) {
      sort(rowsToSort, context);
    }
  }

  private void sort(RowStore rowsToSort, TaskContext context) {
    int rows = rowsToSort.rows();
    Buffer flags = context.account().allocate(Math.max(1, rows));
    marks = flags;
    Buffer sorted =
        SortedRows.idsAndChanges(
            rowsToSort, external.order(), plan.partitionKeys().size(), flags.address(), context);
    ids = sorted;
    marker.set(rowsToSort, sorted.address(), flags.address(), context);
    int last = 0;
    segments.add(0);
    for (int row = ROWS_PER_SEGMENT; row < rows; row++) {
      if (row - last >= ROWS_PER_SEGMENT
          && Memory.getByte(flags.address() + row) >= WindowMarks.PARTITION_START) {
        segments.add(row);
        last = row;
      }
    }
    segments.add(rows);
  }

  PhysicalPlan.Window plan() {
    return plan;
  }

  /** Returns the types of the rows that come in. */
  List<DataType> types() {
    return types;
  }

  /** Returns the runs that hold all rows, or null if all are in memory. */
  @Nullable ExternalSort merged() {
    return isSpilled ? external : null;
  }

  /** Returns the groups of all rows if these are in memory as they have come. */
  @Nullable WindowGroups groups() {
    return groups;
  }

  /** Returns how many segments there are in memory. */
  int segmentCount() {
    return Math.max(0, segments.size() - 1);
  }

  /** Returns the rows of a segment in memory, ready for calls; the caller closes it. */
  WindowSegment openSegment(int number, TaskContext context) {
    int from = segments.get(number);
    int rows = segments.get(number + 1) - from;
    if (store == null || ids == null || marks == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    return new WindowSegment(
        store, ids.address() + 4L * from, marks.address() + from, rows, context, () -> {});
  }

  /** Returns a segment of rows that are in order already; takes over the store. */
  WindowSegment segment(RowStore rows, TaskContext context) {
    Buffer all = null;
    Buffer starts = null;
    try {
      all = context.account().allocate(4L * Math.max(1, rows.rows()));
      for (int row = 0; row < rows.rows(); row++) {
        Memory.putInt(all.address() + 4L * row, row);
      }
      starts = marker.of(rows, all.address(), new InlineContext(context));
      AutoCloseable owned = new Owned(rows, all, starts);
      return new WindowSegment(rows, all.address(), starts.address(), rows.rows(), context, owned);
    } catch (Throwable e) {
      rows.close();
      if (all != null) {
        all.release();
      }
      if (starts != null) {
        starts.release();
      }
      throw e;
    }
  }

  /** Returns a batch of the rows from one on, at most what a batch has. */
  Batch rows(RowStore rows, int first, TaskContext context) {
    int count = Math.min(Batch.MAX_ROWS, rows.rows() - first);
    Buffer positions = context.account().allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(positions.address() + 4L * i, first + i);
      }
      Column[] columns =
          Column.makeAll(
              rows.columnCount(),
              column -> rows.gather(column, positions.address(), count, context.account()));
      return Batch.of(context.account(), count, columns);
    } finally {
      positions.release();
    }
  }

  OperatorMetrics metrics() {
    return metrics;
  }

  /** Notes that a partition has been written to the disk. */
  void noteSpill(SpillFile file) {
    metrics.noteSpill(file.bytes(), 1);
  }

  private record Owned(RowStore store, Buffer ids, Buffer marks) implements AutoCloseable {
    @Override
    public void close() {
      ids.release();
      marks.release();
      store.close();
    }
  }

  synchronized void free() {
    external.close();
    Closeables.all(groups);
    groups = null;
    if (store != null) {
      store.close();
      store = null;
    }
    if (ids != null) {
      ids.release();
      ids = null;
    }
    if (marks != null) {
      marks.release();
      marks = null;
    }
  }
}
