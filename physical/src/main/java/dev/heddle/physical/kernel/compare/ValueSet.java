package dev.heddle.physical.kernel.compare;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.kernel.Int128;
import dev.heddle.physical.kernel.number.IntegerArithmetic;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/**
 * A set of constants that values are looked up in: integers in a sorted array or, if there are
 * many, a hash table; text by its hash. Immutable.
 */
public final class ValueSet {
  private static final int SMALL = 8;

  private final long[] integers;
  private final byte[][] texts;
  private final BigInteger[] wide;
  private final boolean[] truths = new boolean[2];
  private final int[] table;
  private final int mask;
  private final long[] starts; // of texts: a bit for each hash of their lengths and first bytes

  /** Makes a set of constants of one type. */
  public ValueSet(List<ScanValue> values) {
    integers =
        values.stream()
            .filter(v -> integral(v))
            .mapToLong(ValueSet::word)
            .sorted()
            .distinct()
            .toArray();
    texts =
        values.stream()
            .filter(v -> v instanceof ScanValue.Bytes)
            .map(v -> ((ScanValue.Bytes) v).value())
            .toArray(byte[][]::new);
    wide =
        values.stream()
            .filter(v -> v instanceof ScanValue.Whole || v instanceof ScanValue.Span)
            .map(ValueSet::pair)
            .toArray(BigInteger[]::new);
    for (ScanValue value : values) {
      if (value instanceof ScanValue.Truth(boolean truth)) {
        truths[truth ? 1 : 0] = true;
      }
    }
    int entries = Math.max(integers.length, texts.length);
    int size = Integer.highestOneBit(Math.max(4, entries * 4 - 1)) * 2;
    mask = size - 1;
    table = new int[size];
    for (int i = 0; i < integers.length; i++) {
      put(RowHash.mix(0, integers[i]), i);
    }
    starts = new long[size];
    for (int i = 0; i < texts.length; i++) {
      put(hash(texts[i]), i);
      int bit = startOf(texts[i].length | Memory.getLong(Arrays.copyOf(texts[i], 8), 0) << 32);
      starts[bit >>> 6] |= 1L << bit;
    }
  }

  private static boolean integral(ScanValue value) {
    return value instanceof ScanValue.Floating
        || (value instanceof ScanValue.Whole(BigInteger whole) && whole.bitLength() < 64);
  }

  private static long word(ScanValue value) {
    return value instanceof ScanValue.Floating(double number)
        ? RowHash.wordOf(number)
        : ((ScanValue.Whole) value).value().longValue();
  }

  private static BigInteger pair(ScanValue value) {
    return switch (value) {
      case ScanValue.Whole(BigInteger whole) -> whole;
      case ScanValue.Span(int months, int days, long micros) ->
          Int128.toBigInteger(
              (months & 0xffffffffL) | (long) days << 32, Math.multiplyExact(micros, 1000L));
      case ScanValue.Floating _, ScanValue.Truth _, ScanValue.Bytes _ ->
          throw new IllegalStateException("Not of two words: " + value);
    };
  }

  private static long hash(byte[] text) {
    byte[] padded = Arrays.copyOf(text, (text.length + 7) / 8 * 8);
    long hash = text.length;
    for (int i = 0; i < padded.length; i += 8) {
      hash = RowHash.mix(hash, Memory.getLong(padded, i));
    }
    return hash;
  }

  private static long hash(long text, int length) {
    long hash = length;
    for (int i = 0; i < length; i += 8) {
      long word = Memory.getLong(text + i);
      if (length - i < 8) {
        word &= (1L << (8 * (length - i))) - 1;
      }
      hash = RowHash.mix(hash, word);
    }
    return hash;
  }

  private void put(long hash, int index) {
    int slot = (int) hash & mask;
    while (table[slot] != 0) {
      slot = slot + 1 & mask;
    }
    table[slot] = index + 1;
  }

  /** Writes whether the values of a plain column are in the set. */
  public void contains(Column column, int rows, long output) {
    Layout layout = column.layout();
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(rows, base + 64);
      for (int i = base; i < end; i++) {
        word |= has(column, layout, i) ? 1L << i : 0;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private boolean has(Column column, Layout layout, int row) {
    long values = column.values();
    return switch (layout) {
      case BIT -> truths[Bits.get(values, row) ? 1 : 0];
      case INT8, INT16, INT32, INT64 ->
          has(IntegerArithmetic.read(layout, values + (long) layout.byteWidth() * row));
      case FLOAT32 -> has(RowHash.wordOf(Memory.getFloat(values + 4L * row)));
      case FLOAT64 -> has(RowHash.wordOf(Memory.getDouble(values + 8L * row)));
      case INT128, INTERVAL ->
          hasPair(Memory.getLong(values + 16L * row), Memory.getLong(values + 16L * row + 8));
      case LIST, STRUCT -> throw new IllegalStateException("No set of " + layout);
      case VIEW -> hasText(values + 16L * row, column.dataAddresses());
    };
  }

  private boolean has(long value) {
    if (integers.length <= SMALL) {
      boolean found = false;
      for (long integer : integers) {
        found |= integer == value;
      }
      return found;
    }
    int slot = (int) RowHash.mix(0, value) & mask;
    while (table[slot] != 0) {
      if (integers[table[slot] - 1] == value) {
        return true;
      }
      slot = slot + 1 & mask;
    }
    return false;
  }

  private boolean hasPair(long low, long high) {
    if (high == low >> 63 && has(low)) {
      return true;
    }
    for (BigInteger value : wide) {
      if (value.longValue() == low && value.shiftRight(64).longValue() == high) {
        return true;
      }
    }
    return false;
  }

  /** Returns the bit of texts whose view starts with a word. */
  private int startOf(long word) {
    return (int) RowHash.mix(0, word) & (64 * starts.length - 1);
  }

  private boolean hasText(long view, long[] data) {
    int bit = startOf(Memory.getLong(view));
    if ((starts[bit >>> 6] >>> bit & 1) == 0) {
      return false; // most are not there, and are not read
    }
    int length = StringViews.length(view);
    long text = StringViews.address(view, data);
    int slot = (int) hash(text, length) & mask;
    while (table[slot] != 0) {
      if (isEqual(text, length, texts[table[slot] - 1])) {
        return true;
      }
      slot = slot + 1 & mask;
    }
    return false;
  }

  private static boolean isEqual(long text, int length, byte[] constant) {
    if (length != constant.length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (Memory.getByte(text + i) != constant[i]) {
        return false;
      }
    }
    return true;
  }
}
