package dev.heddle.physical.operator;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Computes window functions: sorts the rows by partition and order, cuts them into segments of
 * whole partitions, and computes the calls for one segment after the other as the output is asked
 * for. Threads work on different segments.
 */
final class WindowBreaker implements Breaker {
  /** Marks a row that begins a partition. */
  static final byte PARTITION_START = 2;

  /** Marks a row that begins a group of peers. */
  static final byte PEERS_START = 1;

  private static final int ROWS_PER_SEGMENT = 1 << 15;

  private final PhysicalPlan.Window plan;
  private final List<Integer> segments = new ArrayList<>(); // first rows, and the end
  private @Nullable RowStore store;
  private @Nullable Buffer ids; // of the rows in order
  private @Nullable Buffer marks; // one byte a sorted row

  WindowBreaker(PhysicalPlan.Window plan) {
    this.plan = plan;
  }

  /** Returns what a window needs in any case, however many rows come. */
  static long floorBytes(PhysicalPlan.Window node, int threads) {
    return MemoryFloors.BREAKER_BYTES;
  }

  @Override
  public SinkFactory sink() {
    return new RowCollectorSinkFactory(
        plan.input().output().fields().stream().map(Field::type).toList(),
        this::complete,
        this::free);
  }

  @Override
  public SourceFactory source() {
    return new WindowSourceFactory(this);
  }

  private void complete(RowStore rowsToSort, TaskContext context) {
    store = rowsToSort;
    List<SortOrder> order = new ArrayList<>();
    for (int key : plan.partitionKeys()) {
      order.add(new SortOrder(key, SortDirection.ASCENDING, NullPlacement.FIRST));
    }
    order.addAll(plan.order());
    int rows = rowsToSort.rows();
    Buffer sorted = SortedRows.ids(rowsToSort, order, context);
    ids = sorted;
    Buffer flags = context.account().allocate(Math.max(1, rows));
    marks = flags;
    int[] partitionKeys = plan.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
    int[] orderKeys = plan.order().stream().mapToInt(SortOrder::column).toArray();
    context.parallel(
        rowsToSort.chunkCount(),
        chunk -> {
          int from = chunk << RowStore.CHUNK_SHIFT;
          int to = from + rowsToSort.chunkRows(chunk);
          mark(rowsToSort, sorted, from, to, partitionKeys, orderKeys, flags);
        });
    int last = 0;
    segments.add(0);
    for (int row = ROWS_PER_SEGMENT; row < rows; row++) {
      if (row - last >= ROWS_PER_SEGMENT
          && Memory.getByte(flags.address() + row) >= PARTITION_START) {
        segments.add(row);
        last = row;
      }
    }
    segments.add(rows);
  }

  private static void mark(
      RowStore store,
      Buffer ids,
      int from,
      int to,
      int[] partitionKeys,
      int[] orderKeys,
      Buffer flags) {
    for (int row = from; row < to; row++) {
      byte flag = 0;
      if (row == 0) {
        flag = PARTITION_START | PEERS_START;
      } else {
        int before = Memory.getInt(ids.address() + 4L * (row - 1));
        int id = Memory.getInt(ids.address() + 4L * row);
        if (!KeyEquality.isEqual(store, partitionKeys, before, id)) {
          flag = PARTITION_START | PEERS_START;
        } else if (!KeyEquality.isEqual(store, orderKeys, before, id)) {
          flag = PEERS_START;
        }
      }
      Memory.putByte(flags.address() + row, flag);
    }
  }

  PhysicalPlan.Window plan() {
    return plan;
  }

  int segmentCount() {
    return Math.max(0, segments.size() - 1);
  }

  /** Returns the rows of a segment, ready for calls; the caller closes it. */
  WindowSegment openSegment(int number, TaskContext context) {
    int from = segments.get(number);
    int rows = segments.get(number + 1) - from;
    if (store == null || ids == null || marks == null) {
      throw new IllegalStateException("The rows have not been sorted");
    }
    return new WindowSegment(
        store, ids.address() + 4L * from, marks.address() + from, rows, context);
  }

  synchronized void free() {
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
