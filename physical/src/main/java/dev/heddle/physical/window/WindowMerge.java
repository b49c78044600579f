package dev.heddle.physical.window;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.sort.SortMerge;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillWriter;
import org.jspecify.annotations.Nullable;

/**
 * Cuts merged rows into segments of whole partitions. Used by one thread, which owns the segments
 * it is given.
 */
final class WindowMerge implements AutoCloseable {
  private static final int ROWS_PER_SEGMENT = 1 << 13;
  private static final long BYTES_PER_SEGMENT = 1L << 20;
  private static final long MAX_BYTES_UNASKED = 6L << 20;
  private static final int BYTES_PER_ROW = 80;
  private static final int BYTES_PER_VALUE = 20;

  /** Small, since several blocks at the ends of wide frames are in memory side by side. */
  private static final int SPILL_BLOCK_BYTES = 128 << 10;

  private final WindowBreaker window;
  private final SortMerge merge;
  private final TaskContext context;
  private final RowOrder partitions;
  private final RowCollector pending;
  private @Nullable Batch current; // rows from next on have not been taken
  private int next;
  private @Nullable WindowLarge large; // the partition under way, if it does not fit
  private @Nullable Batch before; // its last row precedes the current batch

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
      WindowLarge partition = large;
      if (partition != null) {
        WindowSegment piece = partition.next();
        if (piece != null) {
          return piece;
        }
        large = null;
        partition.close();
      }
      Batch rows = current;
      if (rows == null || next == rows.rowCount()) {
        if (!advance()) {
          return pending.rows() == 0 ? null : window.segment(pending.toStore(), context);
        }
        continue;
      }
      int last = lastStart(rows);
      if (next < last && pending.rows() + (last - next) < ROWS_PER_SEGMENT && !isWide()) {
        take(rows, next, last); // whole partitions; the one that may go on is left
        next = last;
      }
      if (isPartitionStart(rows, next) && pending.rows() > 0) {
        return window.segment(pending.toStore(), context);
      }
      int end = endOfPartition(rows, next);
      take(rows, next, end);
      next = end;
      if (end == rows.rowCount() && isLarge() && !fits()) {
        large = spillPartition();
      }
    }
  }

  private boolean isWide() {
    return pending.bytes() >= BYTES_PER_SEGMENT;
  }

  /** Returns the last row with which a partition begins, or the next row if none does. */
  private int lastStart(Batch rows) {
    int row = rows.rowCount() - 1;
    while (row > next && !isPartitionStart(rows, row)) {
      row--;
    }
    return row;
  }

  private boolean isLarge() {
    return pending.rows() > 2 * ROWS_PER_SEGMENT || workingBytes() > MAX_BYTES_UNASKED;
  }

  /** Returns about what computing the calls over twice the pending rows takes. */
  private long workingBytes() {
    long perRow = BYTES_PER_ROW + (long) BYTES_PER_VALUE * window.plan().calls().size();
    return 3 * (pending.bytes() + perRow * pending.rows());
  }

  /** Returns whether the calls could be computed over twice the pending rows. */
  private boolean fits() {
    long bytes = workingBytes();
    Reservation memory = context.reservation(window.plan());
    if (!memory.tryTake(bytes)) {
      return false;
    }
    memory.giveBack(bytes);
    return true;
  }

  /** Writes the partition that the pending rows begin to the disk. */
  private WindowLarge spillPartition() {
    SpillFile file;
    try (SpillWriter writer =
        context.spill().writer("window", window.types(), context.account(), SPILL_BLOCK_BYTES)) {
      try (RowStore store = pending.toStore()) {
        for (int row = 0; row < store.rows(); row += Batch.MAX_ROWS) {
          try (Batch batch = window.rows(store, row, context)) {
            writer.write(batch);
          }
        }
      }
      boolean more = advance();
      while (more) {
        context.checkCancelled();
        Batch rows = current;
        if (rows == null) {
          throw new IllegalStateException("No rows");
        }
        if (isPartitionStart(rows, 0)) {
          break;
        }
        next = endOfPartition(rows, 0);
        try (Batch head = head(rows, next)) {
          writer.write(head);
        }
        more = next == rows.rowCount() && advance();
      }
      file = writer.finish();
    }
    window.noteSpill(file);
    return new WindowLarge(window, file, context);
  }

  private Batch head(Batch rows, int count) {
    return Batch.of(
        context.account(),
        count,
        Column.makeAll(rows.columnCount(), column -> rows.physicalColumn(column).retain()));
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

  /** Returns the row behind the partition that a row is in. */
  private int endOfPartition(Batch rows, int from) {
    int row = from + 1;
    while (row < rows.rowCount() && !isPartitionStart(rows, row)) {
      row++;
    }
    return row;
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

  @Override
  public void close() {
    Closeables.all(large, pending, before, current, merge);
    large = null;
    before = null;
    current = null;
  }
}
