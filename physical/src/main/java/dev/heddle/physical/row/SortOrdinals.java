package dev.heddle.physical.row;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.compare.IntervalOrder;

/**
 * Reads columns as 64-bit signed integers that never contradict the order of the values: a smaller
 * value has a smaller or the same ordinal. NaN is above every number, -0.0 is 0.0, text counts by
 * its first bytes, 128-bit numbers by their high word, intervals by days with 30-day months.
 */
public final class SortOrdinals {
  private SortOrdinals() {}

  /** Returns whether different values always have different ordinals. */
  public static boolean isExact(Layout layout) {
    return KeyWords.fits(layout);
  }

  /**
   * Writes the ordinals of a column's rows; that of a null is unspecified.
   *
   * @param positions where {@code count} int32 positions start, or 0 for the first {@code count}
   */
  public static void read(Column column, long positions, int count, long target) {
    Layout layout = column.layout();
    if (KeyWords.fits(layout)) {
      KeyWords.read(column, positions, count, target);
      if (layout.isFloat()) {
        for (int i = 0; i < count; i++) {
          Memory.putLong(target + 8L * i, ordered(Memory.getLong(target + 8L * i)));
        }
      }
      return;
    }
    Column plain = column.isDictionary() ? column.dictionary() : column;
    long codes = column.isDictionary() ? column.values() : 0;
    long[] data = plain.dataAddresses();
    for (int i = 0; i < count; i++) {
      int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      int entry = codes == 0 ? row : Memory.getInt(codes + 4L * row);
      Memory.putLong(target + 8L * i, wide(layout, plain.values() + 16L * entry, data));
    }
  }

  /** Returns the ordinal of a 16-byte value. */
  static long wide(Layout layout, long value, long[] data) {
    return switch (layout) {
      case INT128 -> Memory.getLong(value + 8);
      case INTERVAL -> IntervalOrder.days(value);
      case VIEW -> firstBytes(value, data) ^ Long.MIN_VALUE;
      default -> throw new IllegalStateException("Not 16 bytes: " + layout);
    };
  }

  /** Turns the bits of a double into an integer of the same order. */
  public static long ordered(long doubleBits) {
    return doubleBits ^ (doubleBits >> 63 & Long.MAX_VALUE);
  }

  private static long firstBytes(long view, long[] data) {
    int length = StringViews.length(view);
    long bytes = Long.reverseBytes(Memory.getLong(StringViews.address(view, data)));
    return length >= 8 ? bytes : length == 0 ? 0 : bytes & -1L << (64 - 8 * length);
  }
}
