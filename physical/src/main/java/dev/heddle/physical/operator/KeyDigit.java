package dev.heddle.physical.operator;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * A small number for each value of a key: its dictionary's code as long as that stays the same one
 * (for a row group), or the distance of a whole number from the start of a range. Null comes last.
 *
 * <p>Used by one thread.
 */
final class KeyDigit implements AutoCloseable {
  private final int most;
  private final ScratchBuffer words; // of whole numbers in a batch
  private @Nullable Column dictionary; // retained; null for a range
  private long base; // of the range
  private int entries; // of the dictionary or in the range

  /**
   * Makes it for no batch.
   *
   * @param most how large a range may be
   */
  KeyDigit(int most, MemoryAccount account) {
    this.most = most;
    this.words = new ScratchBuffer(account);
  }

  /** What a batch means for the numbers. */
  enum Fit {
    SAME,
    /** They have changed their meaning. */
    CHANGED,
    /** There are none for some values. */
    NONE
  }

  /** Returns whether there may be numbers for a column. */
  static boolean isPossible(Column column) {
    return column.isDictionary()
        || column.layout() == Layout.BIT
        || DenseMap.isWholeNumber(column.layout());
  }

  /** Returns how many numbers there are, that of null included. */
  int size() {
    return entries + 1;
  }

  /** Returns whether it is a range. */
  boolean isRange() {
    return dictionary == null;
  }

  /** Sees to it that there are numbers for the first rows of a column, which is possible. */
  Fit fit(Column column, int rows) {
    if (column.isDictionary()) {
      return fitDictionary(column.dictionary());
    }
    long at = words.reserve(8L * rows);
    KeyWords.read(column, 0, rows, at);
    long smallest = KeyWords.smallest(at, column.validity(), rows);
    long largest = KeyWords.largest(at, column.validity(), rows);
    boolean isRange = dictionary == null && entries > 0;
    if (isRange && (smallest > largest || (smallest >= base && largest <= base + entries - 1))) {
      return Fit.SAME;
    }
    forget();
    return widen(isRange, Math.min(smallest, largest), largest);
  }

  private Fit fitDictionary(Column wanted) {
    if (dictionary == wanted) {
      return Fit.SAME;
    }
    forget();
    dictionary = wanted.retain();
    entries = wanted.rows();
    return Fit.CHANGED;
  }

  /** Widens to a power of two, in the direction in which the values seem to move. */
  private Fit widen(boolean isRange, long smallest, long largest) {
    long low = isRange ? Math.min(base, smallest) : smallest;
    long high = isRange ? Math.max(base + entries - 1, largest) : largest;
    long range = high - low;
    if (range < 0 || range >= most) {
      entries = 0;
      return Fit.NONE;
    }
    int size = Integer.highestOneBit((int) Math.max(1, range)) * 2;
    boolean isBelow = isRange && smallest < base && high >= Long.MIN_VALUE + size;
    base = isBelow ? high - size + 1 : Math.min(low, Long.MAX_VALUE - size + 1);
    entries = size;
    return Fit.CHANGED;
  }

  /**
   * Adds the numbers of rows to those of the digits before.
   *
   * @param combined an int32 a row, in which the digits before are put together
   * @param isFirst whether there are none before
   */
  void combine(Column column, int rows, long combined, boolean isFirst) {
    long nulls = column.validity();
    int stride = size();
    if (isFirst) {
      Memory.fill(combined, 4L * rows, (byte) 0);
    }
    if (isRange()) {
      long at = words.address();
      for (int i = 0; i < rows; i++) {
        int code = (int) (Memory.getLong(at + 8L * i) - base);
        int digit = nulls != 0 && !Bits.get(nulls, i) ? entries : code;
        Memory.putInt(combined + 4L * i, Memory.getInt(combined + 4L * i) * stride + digit);
      }
    } else {
      long codes = column.values();
      for (int i = 0; i < rows; i++) {
        int digit = nulls != 0 && !Bits.get(nulls, i) ? entries : Memory.getInt(codes + 4L * i);
        Memory.putInt(combined + 4L * i, Memory.getInt(combined + 4L * i) * stride + digit);
      }
    }
  }

  private void forget() {
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
  }

  @Override
  public void close() {
    forget();
    words.close();
  }
}
