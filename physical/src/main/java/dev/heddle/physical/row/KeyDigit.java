package dev.heddle.physical.row;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small number for each value of a key: one given to the values of dictionaries as they turn up,
 * a large dictionary's code as long as that stays the same one (for a row group), or the distance
 * of an integer from the start of a range. Null comes last.
 *
 * <p>Used by one thread.
 */
final class KeyDigit implements AutoCloseable {
  private static final int MAX_TRANSLATED = 4096; // entries of a dictionary
  private static final int MAX_KNOWN = 4 * MAX_TRANSLATED;
  private static final long MAX_TEXT_BYTES = 256 << 10;

  private final int most;
  private final MemoryAccount account;
  private final ScratchBuffer words; // of integers in a batch
  private final ScratchBuffer numbers; // int32 of each entry, if the dictionary is translated
  private @Nullable GroupTable known; // values of dictionaries that have numbers
  private @Nullable Column dictionary; // retained; null for a range
  private boolean isTranslated;
  private long base; // of the range
  private int entries; // how many numbers of values there are

  /**
   * Makes it for no batch.
   *
   * @param most how large a range may be
   */
  KeyDigit(int most, MemoryAccount account) {
    this.most = most;
    this.account = account;
    this.words = new ScratchBuffer(account);
    this.numbers = new ScratchBuffer(account);
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
    return column.isDictionary() || column.layout() == Layout.BIT || column.layout().isInteger();
  }

  /** Returns how many numbers there are, that of null included. */
  int size() {
    return entries + 1;
  }

  /** Returns whether it is a range. */
  boolean isRange() {
    return dictionary == null;
  }

  /** Returns whether most numbers are of values that were in earlier dictionaries only. */
  boolean isOutgrown() {
    return isTranslated && dictionary != null && entries > 4 * dictionary.rows();
  }

  /** Forgets what numbers mean. */
  void restart() {
    forget();
    if (known != null) {
      known.close();
      known = null;
    }
    isTranslated = false;
    entries = 0;
  }

  /** Sees to it that the codes of a dictionary are the numbers. */
  Fit fitCodes(Column wanted) {
    if (dictionary == wanted && !isTranslated) {
      return Fit.SAME;
    }
    restart();
    dictionary = wanted.retain();
    entries = wanted.rows();
    return Fit.CHANGED;
  }

  /** Sees to it that there are numbers for the first rows of a column, which is possible. */
  Fit fit(Column column, int rows) {
    if (column.isDictionary()) {
      return fitDictionary(column.dictionary());
    }
    boolean isRange = dictionary == null && entries > 0;
    long smallest;
    long largest;
    if (hasInts(column)) {
      if (isRange && isWithin(column.values(), rows, base, entries - 1)) {
        return Fit.SAME;
      }
      smallest = smallest(column.values(), rows);
      largest = largest(column.values(), rows);
    } else {
      long at = words.reserve(8L * rows);
      KeyWords.read(column, 0, rows, at);
      smallest = KeyWords.smallest(at, column.validity(), rows);
      largest = KeyWords.largest(at, column.validity(), rows);
      if (isRange && (smallest > largest || (smallest >= base && largest <= base + entries - 1))) {
        return Fit.SAME;
      }
    }
    if (!isRange) {
      restart();
    }
    return widen(isRange, Math.min(smallest, largest), largest);
  }

  private static boolean hasInts(Column column) {
    return column.layout() == Layout.INT32 && column.validity() == 0;
  }

  private static boolean isWithin(long values, int rows, long from, long span) {
    long outside = 0; // negative once a value is
    for (int i = 0; i < rows; i++) {
      long distance = Memory.getInt(values + 4L * i) - from;
      outside |= distance | span - distance;
    }
    return outside >= 0;
  }

  private static int smallest(long values, int rows) {
    int smallest = Integer.MAX_VALUE;
    for (int i = 0; i < rows; i++) {
      smallest = Math.min(smallest, Memory.getInt(values + 4L * i));
    }
    return smallest;
  }

  private static int largest(long values, int rows) {
    int largest = Integer.MIN_VALUE;
    for (int i = 0; i < rows; i++) {
      largest = Math.max(largest, Memory.getInt(values + 4L * i));
    }
    return largest;
  }

  private Fit fitDictionary(Column wanted) {
    if (dictionary == wanted) {
      return Fit.SAME;
    }
    if (!isTranslatable(wanted)) {
      return fitCodes(wanted);
    }
    if (known != null && known.groupCount() + wanted.rows() > MAX_KNOWN) {
      restart();
    }
    forget();
    boolean wasTranslated = isTranslated;
    if (known == null) {
      Field key = new Field("key", wanted.type(), true);
      known = new GroupTable(new KeyLayout(List.of(key)), account);
    }
    long target = numbers.reserve(4L * wanted.rows());
    known.locate(new Column[] {wanted}, wanted.rows(), target);
    dictionary = wanted.retain();
    isTranslated = true;
    if (wasTranslated && known.groupCount() <= entries) {
      return Fit.SAME;
    }
    entries = Integer.highestOneBit(Math.max(1, 2 * known.groupCount() - 1));
    return Fit.CHANGED;
  }

  /** Returns whether it is cheap to keep the values of a dictionary. */
  private static boolean isTranslatable(Column dictionary) {
    if (dictionary.rows() > MAX_TRANSLATED) {
      return false;
    }
    long bytes = 0;
    if (dictionary.layout().isText()) {
      for (int i = 0; i < dictionary.rows(); i++) {
        bytes += StringViews.length(dictionary.values() + 16L * i);
      }
    }
    return bytes <= MAX_TEXT_BYTES;
  }

  /** Widens to a power of two, in the direction in which the values seem to move. */
  private Fit widen(boolean isRange, long smallest, long largest) {
    long low = isRange ? Math.min(base, smallest) : smallest;
    long high = isRange ? Math.max(base + entries - 1, largest) : largest;
    long range = high - low;
    if (range < 0 || range >= most) {
      restart();
      return Fit.NONE;
    }
    int size = Integer.highestOneBit((int) Math.max(1, range)) * 2;
    boolean isBelow = isRange && smallest < base && high >= Long.MIN_VALUE + size;
    base = isBelow ? high - size + 1 : Math.min(low, Long.MAX_VALUE - size + 1);
    entries = size;
    return Fit.CHANGED;
  }

  /** Writes the numbers of rows, each an int32, as those of the first digit. */
  void begin(Column column, int rows, long combined) {
    combine(column, rows, combined, 0);
  }

  /**
   * Adds the numbers of rows to those of the digits before.
   *
   * @param combined an int32 a row, in which the digits before are put together
   */
  void combine(Column column, int rows, long combined) {
    combine(column, rows, combined, size());
  }

  private void combine(Column column, int rows, long combined, int stride) {
    if (isTranslated && column.validity() == 0) {
      addTranslated(column.values(), numbers.address(), rows, combined, stride);
    } else if (isRange() && hasInts(column)) {
      addInts(column.values(), base, rows, combined, stride);
    } else {
      addAny(column, rows, combined, stride);
    }
  }

  private static void addTranslated(
      long codes, long translated, int rows, long combined, int stride) {
    for (int i = 0; i < rows; i++) {
      int digit = Memory.getInt(translated + 4L * Memory.getInt(codes + 4L * i));
      Memory.putInt(combined + 4L * i, Memory.getInt(combined + 4L * i) * stride + digit);
    }
  }

  private static void addInts(long values, long base, int rows, long combined, int stride) {
    for (int i = 0; i < rows; i++) {
      int digit = (int) (Memory.getInt(values + 4L * i) - base);
      Memory.putInt(combined + 4L * i, Memory.getInt(combined + 4L * i) * stride + digit);
    }
  }

  private void addAny(Column column, int rows, long combined, int stride) {
    long nulls = column.validity();
    for (int i = 0; i < rows; i++) {
      int digit = nulls != 0 && !Bits.get(nulls, i) ? entries : digit(column, i);
      Memory.putInt(combined + 4L * i, Memory.getInt(combined + 4L * i) * stride + digit);
    }
  }

  private int digit(Column column, int row) {
    if (isRange()) {
      return (int) (Memory.getLong(words.address() + 8L * row) - base);
    }
    int code = Memory.getInt(column.values() + 4L * row);
    return isTranslated ? Memory.getInt(numbers.address() + 4L * code) : code;
  }

  private void forget() {
    if (dictionary != null) {
      dictionary.release();
      dictionary = null;
    }
  }

  @Override
  public void close() {
    restart();
    words.close();
    numbers.close();
  }
}
