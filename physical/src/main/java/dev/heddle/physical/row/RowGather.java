package dev.heddle.physical.row;

import static dev.heddle.physical.row.RowStore.CHUNK_MASK;
import static dev.heddle.physical.row.RowStore.CHUNK_SHIFT;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;

/**
 * Loops that copy rows of a {@link RowStore} by id. A negative id reads row 0: its value does not
 * count.
 */
public final class RowGather {
  private RowGather() {}

  public static void values(Layout layout, long[] chunks, long ids, int count, long target) {
    switch (layout) {
      case BIT -> bits(chunks, ids, count, target);
      case INT8 -> bytes(chunks, ids, count, target);
      case INT16 -> shorts(chunks, ids, count, target);
      case INT32, FLOAT32 -> ints(chunks, ids, count, target);
      case INT64, FLOAT64 -> longs(chunks, ids, count, target);
      case INT128, VIEW, INTERVAL -> longPairs(chunks, ids, count, target);
      case LIST, STRUCT -> throw new IllegalStateException("Nested columns have one chunk");
    }
  }

  private static void bits(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i += 64) {
      long word = 0;
      int most = Math.min(64, count - i);
      for (int b = 0; b < most; b++) {
        int id = Math.max(Memory.getInt(ids + 4L * (i + b)), 0);
        int row = id & CHUNK_MASK;
        word |= (Memory.getByte(chunks[id >>> CHUNK_SHIFT] + (row >>> 3)) >>> (row & 7) & 1L) << b;
      }
      Memory.putLong(target + (i >>> 3), word);
    }
  }

  /** Gathers validity bits; chunks at 0 have no nulls, rows with negative ids are null. */
  public static void validity(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i += 64) {
      long word = 0;
      int most = Math.min(64, count - i);
      for (int b = 0; b < most; b++) {
        int id = Memory.getInt(ids + 4L * (i + b));
        if (id < 0) {
          continue;
        }
        long chunk = chunks[id >>> CHUNK_SHIFT];
        int row = id & CHUNK_MASK;
        long bit = chunk == 0 ? 1 : Memory.getByte(chunk + (row >>> 3)) >>> (row & 7) & 1L;
        word |= bit << b;
      }
      Memory.putLong(target + (i >>> 3), word);
    }
  }

  private static void bytes(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i++) {
      int id = Math.max(Memory.getInt(ids + 4L * i), 0);
      Memory.putByte(target + i, Memory.getByte(chunks[id >>> CHUNK_SHIFT] + (id & CHUNK_MASK)));
    }
  }

  private static void shorts(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i++) {
      int id = Math.max(Memory.getInt(ids + 4L * i), 0);
      Memory.putShort(
          target + 2L * i, Memory.getShort(chunks[id >>> CHUNK_SHIFT] + 2L * (id & CHUNK_MASK)));
    }
  }

  private static void ints(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i++) {
      int id = Math.max(Memory.getInt(ids + 4L * i), 0);
      Memory.putInt(
          target + 4L * i, Memory.getInt(chunks[id >>> CHUNK_SHIFT] + 4L * (id & CHUNK_MASK)));
    }
  }

  private static void longs(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i++) {
      int id = Math.max(Memory.getInt(ids + 4L * i), 0);
      Memory.putLong(
          target + 8L * i, Memory.getLong(chunks[id >>> CHUNK_SHIFT] + 8L * (id & CHUNK_MASK)));
    }
  }

  private static void longPairs(long[] chunks, long ids, int count, long target) {
    for (int i = 0; i < count; i++) {
      int id = Math.max(Memory.getInt(ids + 4L * i), 0);
      long from = chunks[id >>> CHUNK_SHIFT] + 16L * (id & CHUNK_MASK);
      Memory.putLong(target + 16L * i, Memory.getLong(from));
      Memory.putLong(target + 16L * i + 8, Memory.getLong(from + 8));
    }
  }
}
