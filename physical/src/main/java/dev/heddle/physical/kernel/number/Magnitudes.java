package dev.heddle.physical.kernel.number;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;

/** How large the integers of a column are. */
public final class Magnitudes {
  private Magnitudes() {}

  /**
   * Returns the smallest {@code 2^k - 1} such that all values of rows, those of null rows included,
   * are between {@code -2^k} and {@code 2^k - 1}; -1 if some value does not fit 64 bits.
   *
   * @param column plain, of integers
   * @param positions address of the int32 positions of the rows, or 0 for the first rows
   */
  public static long of(Column column, long positions, int rows) {
    long values = column.values();
    long bits =
        switch (column.layout()) {
          case INT8, INT16, INT32 -> ofNarrow(column.layout(), values, positions, rows);
          case INT64 -> positions == 0 ? ofLongs(values, rows) : ofLongsAt(values, positions, rows);
          case INT128 -> ofPairs(values, positions, rows);
          default -> throw new IllegalStateException("No integers in layout " + column.layout());
        };
    return bits < 0 || bits == 0 ? bits : -1L >>> Long.numberOfLeadingZeros(bits);
  }

  private static long ofNarrow(Layout layout, long values, long positions, int rows) {
    long bits = 0;
    if (layout == Layout.INT32 && positions == 0) {
      for (int i = 0; i < rows; i++) {
        int value = Memory.getInt(values + 4L * i);
        bits |= value ^ value >> 31;
      }
      return bits;
    }
    for (int i = 0; i < rows; i++) {
      int row = positions == 0 ? i : Memory.getInt(positions + 4L * i);
      long value = IntegerArithmetic.read(layout, values + (long) layout.byteWidth() * row);
      bits |= value ^ value >> 63;
    }
    return bits;
  }

  private static long ofLongs(long values, int rows) {
    long bits = 0;
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(values + 8L * i);
      bits |= value ^ value >> 63;
    }
    return bits;
  }

  private static long ofLongsAt(long values, long positions, int rows) {
    long bits = 0;
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(values + 8L * Memory.getInt(positions + 4L * i));
      bits |= value ^ value >> 63;
    }
    return bits;
  }

  private static long ofPairs(long values, long positions, int rows) {
    long bits = 0;
    long beyond = 0;
    for (int i = 0; i < rows; i++) {
      long at = values + 16L * (positions == 0 ? i : Memory.getInt(positions + 4L * i));
      long low = Memory.getLong(at);
      bits |= low ^ low >> 63;
      beyond |= Memory.getLong(at + 8) ^ low >> 63;
    }
    return beyond == 0 ? bits : -1;
  }
}
