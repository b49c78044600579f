package dev.heddle.physical.operator;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import org.jspecify.annotations.Nullable;

/**
 * Cuts merged rows into segments of whole partitions. Used by one thread, which owns the segments
 * it is given.
 */
final class WindowMerge implements AutoCloseable {
  private static final int ROWS_PER_SEGMENT = 1 << 13;
  private static final long BYTES_PER_SEGMENT = 1L << 20;

  private final WindowBreaker window;
  private final SortMerge merge;
  private final TaskContext context;
  private final RowOrder partitions;
  private final RowCollector pending;
  private @Nullable Batch current; // rows from next on have not been taken
  private int next;
  private @Nullable Batch before; // its last row stands before the current batch

  /** Takes over a merge; the context's account pays for segments. */
  WindowMerge(WindowBreaker window, SortMerge merge, TaskContext context) {
    this.window = window;
    this.merge = merge;
    this.context = context;
    PhysicalPlan.Window plan = window.plan();
    this.partitions =
        RowOrder.of(
            plan.partitionKeys().stream()
                .map(key -> new SortOrder(key, SortDirection.ASCENDING, NullPlacement.FIRST))
                .toList());
    this.pending = new RowCollector(window.types(), context.account());
  }

  /** Returns the next segment, which is the caller's; null at the end. */
  @Nullable WindowSegment next() {
    while (true) {
      if (current == null || next == current.rowCount()) {
        if (!advance()) {
          return pending.rows() == 0 ? null : segment();
        }
      }
      Batch rows = current;
      if (rows == null) {
        throw new IllegalStateException("No rows");
      }
      boolean isFull = pending.rows() >= ROWS_PER_SEGMENT || pending.bytes() >= BYTES_PER_SEGMENT;
      int end = isFull ? endOfPartition(rows, next) : rows.rowCount();
      take(rows, next, end);
      next = end;
      if (isFull && end < rows.rowCount()) {
        return segment();
      }
    }
  }

  private boolean advance() {
    if (before != null) {
      before.close();
    }
    before = current;
    current = null;
    next = 0;
    current = merge.next();
    return current != null;
  }

  /** Returns the first row from one on with which a partition begins. */
  private int endOfPartition(Batch rows, int from) {
    for (int row = from; row < rows.rowCount(); row++) {
      if (isPartitionStart(rows, row)) {
        return row;
      }
    }
    return rows.rowCount();
  }

  private boolean isPartitionStart(Batch rows, int row) {
    if (row > 0) {
      return partitions.compare(rows, row - 1, rows, row) != 0;
    }
    Batch earlier = before;
    return earlier == null || partitions.compare(earlier, earlier.rowCount() - 1, rows, 0) != 0;
  }

  private void take(Batch rows, int from, int to) {
    if (from == to) {
      return;
    }
    if (from == 0 && to == rows.rowCount()) {
      pending.append(rows, 0);
      return;
    }
    Buffer positions = context.account().allocate(4L * (to - from));
    try {
      for (int row = from; row < to; row++) {
        Memory.putInt(positions.address() + 4L * (row - from), row);
      }
      pending.append(rows, positions.address(), to - from, 0);
    } finally {
      positions.release();
    }
  }

  private WindowSegment segment() {
    RowStore store = pending.toStore();
    Buffer ids = null;
    Buffer marks = null;
    try {
      int rows = store.rows();
      ids = context.account().allocate(4L * rows);
      for (int row = 0; row < rows; row++) {
        Memory.putInt(ids.address() + 4L * row, row);
      }
      marks = window.marker().of(store, ids.address(), new InlineContext(context));
      AutoCloseable owned = new Owned(store, ids, marks);
      return new WindowSegment(store, ids.address(), marks.address(), rows, context, owned);
    } catch (Throwable e) {
      store.close();
      if (ids != null) {
        ids.release();
      }
      if (marks != null) {
        marks.release();
      }
      throw e;
    }
  }

  private record Owned(RowStore store, Buffer ids, Buffer marks) implements AutoCloseable {
    @Override
    public void close() {
      ids.release();
      marks.release();
      store.close();
    }
  }

  @Override
  public void close() {
    Closing.all(pending, before, current, merge);
    before = null;
    current = null;
  }
}
