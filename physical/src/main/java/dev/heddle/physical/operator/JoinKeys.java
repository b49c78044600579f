package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.PhysicalPlan;

/**
 * Which columns a hash join compares, and how: as one 64-bit word a row where the key fits, else by
 * hash and then column by column. Immutable.
 */
final class JoinKeys {
  private final int[] left;
  private final int[] right;
  private final boolean[] nullSafe;
  private final Layout[] layouts; // of the right side
  private final boolean isWord;
  private final int[] shifts; // bits of each key but the first in a packed word

  JoinKeys(PhysicalPlan.HashJoin plan) {
    int count = plan.leftKeys().size();
    left = plan.leftKeys().stream().mapToInt(Integer::intValue).toArray();
    right = plan.rightKeys().stream().mapToInt(Integer::intValue).toArray();
    nullSafe = new boolean[count];
    layouts = new Layout[count];
    shifts = new int[count];
    boolean fits = true;
    int bits = 0;
    for (int i = 0; i < count; i++) {
      nullSafe[i] = plan.nullSafe().get(i);
      DataType leftType = plan.left().output().field(left[i]).type();
      layouts[i] = Layout.of(plan.right().output().field(right[i]).type());
      fits &= KeyWords.fits(layouts[i]) && KeyWords.fits(Layout.of(leftType));
      if (count > 1) { // packed: both sides have to be of one width, and there is no room for nulls
        fits &= Layout.of(leftType) == layouts[i] && !nullSafe[i];
        shifts[i] = wordBits(layouts[i]);
        bits += shifts[i];
      }
    }
    isWord = fits && bits <= 64;
  }

  private static int wordBits(Layout layout) {
    return switch (layout) {
      case BIT -> 1;
      case FLOAT32 -> 64; // as doubles
      case INT8, INT16, INT32, INT64, FLOAT64, INT128, VIEW, INTERVAL -> 8 * layout.byteWidth();
    };
  }

  int count() {
    return right.length;
  }

  int left(int key) {
    return left[key];
  }

  int right(int key) {
    return right[key];
  }

  Layout layout(int key) {
    return layouts[key];
  }

  boolean isNullSafe(int key) {
    return nullSafe[key];
  }

  /** Returns whether the key is compared as one word a row. */
  boolean isWord() {
    return isWord;
  }

  /** Returns whether words are integers in their own order, so that their range says something. */
  boolean isSingleInteger() {
    return isWord && right.length == 1 && KeyWords.isInteger(layouts[0]);
  }

  /** Writes the words of the rows that count of a left batch. */
  void leftWords(Batch batch, long target, long scratch) {
    int count = batch.rowCount();
    KeyWords.read(batch.physicalColumn(left[0]), batch.selection(), count, target);
    for (int i = 1; i < left.length; i++) {
      KeyWords.read(batch.physicalColumn(left[i]), batch.selection(), count, scratch);
      KeyWords.append(target, scratch, count, shifts[i]);
    }
  }

  /** Writes the words of a chunk of right rows. */
  void rightWords(RowStore store, int chunk, long target, MemoryAccount account) {
    int count = store.chunkRows(chunk);
    KeyWords.read(store.chunk(right[0], chunk), 0, count, target);
    if (right.length > 1) {
      Buffer scratch = account.allocate(8L * Math.max(1, count));
      for (int i = 1; i < right.length; i++) {
        KeyWords.read(store.chunk(right[i], chunk), 0, count, scratch.address());
        KeyWords.append(target, scratch.address(), count, shifts[i]);
      }
      scratch.release();
    }
  }

  /** Writes the hashes of the rows that count of a left batch. */
  void leftHashes(Batch batch, long target) {
    for (int i = 0; i < left.length; i++) {
      RowHash.mixColumn(batch.column(left[i]), batch.rowCount(), target, i == 0);
    }
  }

  /** Writes the hashes of a chunk of right rows. */
  void rightHashes(RowStore store, int chunk, long target) {
    for (int i = 0; i < right.length; i++) {
      RowHash.mixColumn(store.chunk(right[i], chunk), store.chunkRows(chunk), target, i == 0);
    }
  }

  /** Returns whether a left row may have a null that keeps it from matching. */
  boolean leftMayBeNull(Batch batch) {
    for (int i = 0; i < left.length; i++) {
      if (!nullSafe[i] && batch.physicalColumn(left[i]).mayHaveNulls()) {
        return true;
      }
    }
    return false;
  }

  /** Sets a byte to 1 for each row that counts whose key has a null that keeps it from matching. */
  void markLeftNulls(Batch batch, long flags) {
    int count = batch.rowCount();
    Memory.fill(flags, count, (byte) 0);
    for (int i = 0; i < left.length; i++) {
      Column column = batch.physicalColumn(left[i]);
      if (!nullSafe[i] && column.mayHaveNulls()) {
        markNulls(column.validity(), batch.selection(), count, flags);
      }
    }
  }

  /** Returns whether a right row may have a null that keeps it from matching. */
  boolean rightMayBeNull(RowStore store) {
    for (int i = 0; i < right.length; i++) {
      if (!nullSafe[i] && store.mayHaveNulls(right[i])) {
        return true;
      }
    }
    return false;
  }

  /** Sets a byte to 1 for each row of a chunk whose key has a null that keeps it from matching. */
  void markRightNulls(RowStore store, int chunk, long flags) {
    for (int i = 0; i < right.length; i++) {
      long validity = store.chunk(right[i], chunk).validity();
      if (!nullSafe[i] && validity != 0) {
        markNulls(validity, 0, store.chunkRows(chunk), flags);
      }
    }
  }

  static void markNulls(long validity, long positions, int count, long flags) {
    for (int i = 0; i < count; i++) {
      if (!Bits.get(validity, positions == 0 ? i : Memory.getInt(positions + 4L * i))) {
        Memory.putByte(flags + i, (byte) 1);
      }
    }
  }
}
