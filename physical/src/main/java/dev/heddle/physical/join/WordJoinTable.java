package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import org.jspecify.annotations.Nullable;

/**
 * A table for keys of one word: slots by hash, linear probing within a region of the table.
 *
 * <p>Where the keys are integers of a range that is not too large, a bitmap with a bit for each key
 * of the range turns most rows away that match nothing, before the slots are looked at.
 *
 * <p>A slot holds 32 bits of the hash and the row id + 1. A null that equals null has a chain of
 * its own.
 */
final class WordJoinTable extends JoinTable {
  /** This number of slots are read before the first of them is looked at. */
  private static final int ROWS_AHEAD = 64;

  private final JoinKeys keys;
  private final @Nullable KeyPacking packing;
  private final @Nullable KeyBitmap bitmap;
  private final Buffer words; // the key of each row
  private final JoinSlots slots;
  private final int nullHead;

  /** Takes over the bitmap, the words and the slots. */
  WordJoinTable(
      JoinKeys keys,
      @Nullable KeyPacking packing,
      @Nullable KeyBitmap bitmap,
      Buffer words,
      JoinSlots slots,
      int nullHead) {
    this.keys = keys;
    this.packing = packing;
    this.bitmap = bitmap;
    this.words = words;
    this.slots = slots;
    this.nullHead = nullHead;
  }

  @Override
  void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads) {
    long leftWords = scratch.words();
    int count = batch.rowCount();
    JoinKeys.words(batch, columns, packing, leftWords, scratch.more());
    if (bitmap == null) {
      find(leftWords, 0, count, slots, words.address(), heads);
    } else {
      Memory.fill(heads, 4L * count, (byte) -1);
      long rows = scratch.pairRows();
      int possible = bitmap.select(leftWords, count, rows);
      find(leftWords, rows, possible, slots, words.address(), heads);
    }
    Column first = batch.physicalColumn(columns[0]);
    if (keys.isNullSafe(0) && first.mayHaveNulls()) {
      long flags = scratch.more();
      Memory.fill(flags, count, (byte) 0);
      JoinKeys.markNulls(first.validity(), batch.selection(), count, flags);
      for (int i = 0; i < count; i++) {
        if (Memory.getByte(flags + i) != 0) {
          Memory.putInt(heads + 4L * i, nullHead);
        }
      }
    }
  }

  private static void find(
      long leftWords, long rows, int count, JoinSlots table, long words, long heads) {
    long slots = table.address();
    int shift = table.shift();
    long mask = table.regionMask();
    long[] ahead = new long[ROWS_AHEAD];
    for (int first = 0; first < count; first += ROWS_AHEAD) {
      int some = Math.min(ROWS_AHEAD, count - first);
      for (int i = 0; i < some; i++) { // reads that do not wait for each other
        int row = rows == 0 ? first + i : Memory.getInt(rows + 4L * (first + i));
        long hash = RowHash.mix(0, Memory.getLong(leftWords + 8L * row));
        ahead[i] = Memory.getLong(slots + 8 * (hash >>> shift));
      }
      for (int i = 0; i < some; i++) {
        int row = rows == 0 ? first + i : Memory.getInt(rows + 4L * (first + i));
        long word = Memory.getLong(leftWords + 8L * row);
        long hash = RowHash.mix(0, word);
        long index = hash >>> shift;
        int head = NONE;
        long slot = ahead[i];
        while (slot != 0) {
          if ((int) (slot >>> 32) == (int) hash) {
            int id = (int) slot - 1;
            if (Memory.getLong(words + 8L * id) == word) {
              head = id;
              break;
            }
          }
          index = (index & ~mask) | ((index + 1) & mask);
          slot = Memory.getLong(slots + 8 * index);
        }
        Memory.putInt(heads + 4L * row, head);
      }
    }
  }

  @Override
  public void close() {
    super.close();
    if (bitmap != null) {
      bitmap.close();
    }
    words.release();
    slots.close();
  }
}
