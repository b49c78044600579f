package dev.heddle.physical.window;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.WindowFunction;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowStore;

/** Finds where partitions and groups of peers begin among sorted rows. Immutable. */
final class WindowMarks {
  /** Marks a row that begins a partition. */
  static final byte PARTITION_START = 2;

  /** Marks a row that begins a group of peers. */
  static final byte PEERS_START = 1;

  private final int[] partitionKeys;
  private final int[] orderKeys;

  WindowMarks(PhysicalPlan.Window plan) {
    partitionKeys = plan.partitionKeys().stream().mapToInt(Integer::intValue).toArray();
    boolean needsPeers = plan.calls().stream().anyMatch(WindowMarks::needsPeers);
    orderKeys =
        needsPeers ? plan.order().stream().mapToInt(SortOrder::column).toArray() : new int[0];
  }

  /** Returns whether a call asks which rows are peers; if none does, they are not told apart. */
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
      context.parallel(
          store.chunkCount(),
          chunk -> {
            int from = chunk << RowStore.CHUNK_SHIFT;
            mark(store, ids, from, from + store.chunkRows(chunk), marks.address());
          });
      return marks;
    } catch (Throwable e) {
      marks.release();
      throw e;
    }
  }

  private void mark(RowStore store, long ids, int from, int to, long marks) {
    for (int row = from; row < to; row++) {
      byte mark = 0;
      if (row == 0) {
        mark = PARTITION_START | PEERS_START;
      } else {
        int before = Memory.getInt(ids + 4L * (row - 1));
        int id = Memory.getInt(ids + 4L * row);
        if (!KeyEquality.isEqual(store, partitionKeys, before, id)) {
          mark = PARTITION_START | PEERS_START;
        } else if (!KeyEquality.isEqual(store, orderKeys, before, id)) {
          mark = PEERS_START;
        }
      }
      Memory.putByte(marks + row, mark);
    }
  }
}
