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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes window functions: sorts the rows by partition and order, cuts them into segments of
 * whole partitions, or of a large one's parts with the rows around them that the calls look at, and
 * computes the calls for one segment after the other as the output is asked for. Threads work on
 * different segments. Rows that do not fit into memory are sorted externally, and segments are made
 * of what the merge delivers. Rows of which only aggregates over large whole partitions are asked
 * for stay where they are ({@link WindowGroups}).
 */
public final class WindowBreaker implements Breaker {
  /** What a partition takes while its calls are computed. */
  private static final int BYTES_PER_ROW = 60;

  private static final int BYTES_PER_VALUE = 20;

  private final PhysicalPlan.Window plan;
  private final @Nullable Set<Integer> read;
  private final List<DataType> types;
  private final WindowMarks marker;
  private final ExternalSort external;
  private final OperatorMetrics metrics;
  private List<WindowCuts.Cut> segments = List.of(); // of the rows in memory
  private boolean isSpilled;
  private @Nullable RowStore store;
  private @Nullable WindowGroups groups; // of the rows in memory, where they need not be sorted
  private @Nullable Buffer ids; // of the rows in order
  private @Nullable Buffer marks; // one byte a sorted row

  /** Makes a breaker whose output columns are all read. */
  public WindowBreaker(PhysicalPlan.Window plan, PlanMetrics metrics) {
    this(plan, Optional.empty(), metrics);
  }

  /**
   * Makes a breaker.
   *
   * @param read the output columns that are read, if not all; others may be null instead
   */
  public WindowBreaker(PhysicalPlan.Window plan, Optional<Set<Integer>> read, PlanMetrics metrics) {
    this.plan = plan;
    this.read = read.map(Set::copyOf).orElse(null);
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
    Buffer flags = context.account().allocate(Math.max(1, rowsToSort.rows()));
    marks = flags;
    Buffer sorted =
        SortedRows.idsAndChanges(
            rowsToSort, external.order(), plan.partitionKeys().size(), flags.address(), context);
    ids = sorted;
    marker.set(rowsToSort, sorted.address(), flags.address(), context);
    segments = WindowCuts.of(plan, rowsToSort, sorted.address(), flags.address(), context);
  }

  PhysicalPlan.Window plan() {
    return plan;
  }

  /** Returns whether an output column is read. */
  boolean isRead(int outputColumn) {
    return read == null || read.contains(outputColumn);
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
    return segments.size();
  }

  /** Returns the rows of a segment in memory, ready for calls; the caller closes it. */
  WindowSegment openSegment(int number, TaskContext context) {
    WindowCuts.Cut cut = segments.get(number);
    if (store == null || ids == null || marks == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    WindowSegment segment =
        new WindowSegment(
            store,
            ids.address() + 4L * cut.first(),
            marks.address() + cut.first(),
            cut.end() - cut.first(),
            context,
            () -> {});
    segment.setPart(cut.from() - cut.first(), cut.to() - cut.first(), cut.rowsBefore());
    return segment;
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
