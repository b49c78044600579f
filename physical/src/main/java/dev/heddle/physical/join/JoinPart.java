package dev.heddle.physical.join;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.RowStore;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a join's right side that are in memory, the table over them, and what is known of each.
 *
 * <p>All threads probe it at once; {@link #close} frees it after the last of them.
 */
final class JoinPart implements AutoCloseable {
  private final RowStore store;
  private @Nullable JoinTable table; // none while it is being made
  private @Nullable Buffer nulls; // one byte a row: a null keeps it from matching
  private @Nullable Buffer matches; // one byte a row: has found a match
  private boolean hasNulls;

  private JoinPart(RowStore store) {
    this.store = store;
  }

  /**
   * Makes the table over rows, which are taken over, with all of the task's threads.
   *
   * @param level how often rows of both sides have been divided to get these and those they meet
   */
  static JoinPart of(HashJoin join, RowStore rows, int level, TaskContext context) {
    JoinPart part = new JoinPart(rows);
    try {
      part.build(join, level, join.reservation(context), context);
      return part;
    } catch (Throwable e) {
      part.close();
      throw e;
    }
  }

  private void build(HashJoin join, int level, Reservation reservation, TaskContext context) {
    MemoryAccount account = reservation.account();
    JoinKeys keys = join.keys();
    if (keys.rightMayBeNull(store)) {
      Buffer flags = account.allocateZeroed(Math.max(1, store.rows()));
      nulls = flags;
      context.parallel(
          store.chunkCount(),
          chunk ->
              keys.markRightNulls(
                  store, chunk, flags.address() + ((long) chunk << RowStore.CHUNK_SHIFT)));
      for (int row = 0; row < store.rows() && !hasNulls; row++) {
        hasNulls = Memory.getByte(flags.address() + row) != 0;
      }
    }
    if (HashJoin.marksRight(join.plan().kind())) {
      matches = account.allocateZeroed(Math.max(1, store.rows()));
    }
    try (JoinTableBuilder builder =
        new JoinTableBuilder(store, keys, level, join.range(), nulls, reservation, context)) {
      table = builder.build();
    }
  }

  RowStore store() {
    return store;
  }

  JoinTable table() {
    if (table == null) {
      throw new IllegalStateException("The table has not been built");
    }
    return table;
  }

  /** Returns whether some row has a null in a key that a null does not match. */
  boolean hasNulls() {
    return hasNulls;
  }

  /** Returns the address of one byte a row, set if its key has such a null; 0 if none has. */
  long nulls() {
    return nulls == null || !hasNulls ? 0 : nulls.address();
  }

  /** Returns the address of one byte a row, set if it has found a match; 0 if nobody asks. */
  long matches() {
    return matches == null ? 0 : matches.address();
  }

  @Override
  public void close() {
    if (table != null) {
      table.close();
    }
    store.close();
    if (nulls != null) {
      nulls.release();
    }
    if (matches != null) {
      matches.release();
    }
  }
}
