package dev.heddle.physical.window;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.sort.SortedRows;

/** Finds where partitions and groups of peers begin among sorted rows. Immutable. */
final class WindowMarks {
  /** Marks a row that begins a partition. */
  static final byte PARTITION_START = 2;

  /** Marks a row that begins a group of peers. */
  static final byte PEERS_START = 1;

  private static final byte BOTH_START = PARTITION_START | PEERS_START;

  private final int[] partitionKeys;
  private final int[] orderKeys;

  WindowMarks(PhysicalPlan.Window plan) {
    partitionKeys = plan.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
    boolean needsPeers = plan.calls().stream().anyMatch(WindowMarks::needsPeers);
    orderKeys =
        needsPeers ? plan.order().stream().mapToInt(SortOrder::column).toArray() : new int[0];
  }

  /** Returns whether a call asks which rows are peers; if none does, they are not distinguished. */
  private static boolean needsPeers(WindowCall call) {
    WindowFunction function = call.function().orElse(null);
    boolean ranks =
        switch (function) {
          case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> true;
          case null, default -> false;
        };
    boolean usesFrame = function == null || function.usesFrame();
    return ranks
        || (usesFrame && (call.frame().unit() != FrameUnit.ROWS || WindowReach.leavesOut(call)));
  }

  /** Returns the marks of all rows of a store in an order, one byte each. */
  Buffer of(RowStore store, long ids, TaskContext context) {
    Buffer marks = context.account().allocate(Math.max(1, store.rows()));
    try {
      Memory.fill(marks.address(), store.rows(), SortedRows.UNKNOWN);
      set(store, ids, marks.address(), context);
      return marks;
    } catch (Throwable e) {
      marks.release();
      throw e;
    }
  }

  /**
   * Replaces what {@link SortedRows#idsAndChanges} returns of each row by the marks, where the
   * partition keys are the first ones.
   */
  void set(RowStore store, long ids, long marks, TaskContext context) {
    context.parallel(
        store.chunkCount(),
        chunk -> {
          int from = chunk << RowStore.CHUNK_SHIFT;
          set(store, ids, from, from + store.chunkRows(chunk), marks);
        });
  }

  private void set(RowStore store, long ids, int from, int to, long marks) {
    boolean arePartitionsTold = differByBits(store, partitionKeys);
    boolean arePeersTold = differByBits(store, orderKeys);
    for (int row = from; row < to; row++) {
      byte mark =
          switch (Memory.getByte(marks + row)) {
            case SortedRows.SAME_KEYS -> 0;
            case SortedRows.SAME_FIRST_KEYS -> arePeersTold ? peersStart() : order(store, ids, row);
            case SortedRows.AT_LEAST_SAME_FIRST_KEYS -> order(store, ids, row);
            case SortedRows.OTHER_FIRST_KEYS ->
                arePartitionsTold ? BOTH_START : partition(store, ids, row);
            default -> row == 0 ? BOTH_START : partition(store, ids, row);
          };
      Memory.putByte(marks + row, mark);
    }
  }

  /** Returns whether values that differ in a bit are not equal. */
  private static boolean differByBits(RowStore store, int[] keys) {
    boolean isExact = true;
    for (int key : keys) {
      DataType type = store.type(key);
      isExact &= !type.isFloat() && !(type instanceof DataType.Interval);
    }
    return isExact;
  }

  private byte peersStart() {
    return orderKeys.length == 0 ? 0 : PEERS_START;
  }

  private byte partition(RowStore store, long ids, int row) {
    return isLikeBefore(store, partitionKeys, ids, row) ? order(store, ids, row) : BOTH_START;
  }

  private byte order(RowStore store, long ids, int row) {
    return isLikeBefore(store, orderKeys, ids, row) ? 0 : PEERS_START;
  }

  private static boolean isLikeBefore(RowStore store, int[] keys, long ids, int row) {
    return keys.length == 0
        || KeyEquality.isEqual(
            store, keys, Memory.getInt(ids + 4L * (row - 1)), Memory.getInt(ids + 4L * row));
  }
}
