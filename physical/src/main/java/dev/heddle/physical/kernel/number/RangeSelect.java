package dev.heddle.physical.kernel.number;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.SelectionVectors;

/**
 * Narrows a selection to the rows whose number is in a range, or is not.
 *
 * <p>Every comparison of a number with a constant is such a range: one subtraction and one unsigned
 * comparison a row, and two comparisons of one column with constants become one. Nulls are not
 * looked at. A selection address of 0 represents all rows below the count.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
public final class RangeSelect {
  private RangeSelect() {}

  /** Keeps the rows of an integer layout whose value is in a range. */
  public static int integers(
      Column column, NumericRange range, long selection, int count, long output) {
    long values = column.values();
    long low = range.low();
    long high = range.high();
    if (low > high) {
      return emptyRange(range.negated(), selection, count, output);
    }
    int flip = range.negated() ? 1 : 0;
    if (column.layout() == Layout.INT32) {
      long from = Math.max(low, Integer.MIN_VALUE);
      long to = Math.min(high, Integer.MAX_VALUE);
      return from > to
          ? emptyRange(range.negated(), selection, count, output)
          : ints(values, (int) from, (int) to, flip, selection, count, output);
    }
    if (column.layout() == Layout.INT64) {
      return longs(values, low, high, flip, selection, count, output);
    }
    return narrow(column.layout(), values, low, high, flip, selection, count, output);
  }

  private static int emptyRange(boolean negated, long selection, int count, long output) {
    if (!negated) {
      return 0;
    }
    SelectionVectors.copy(selection, count, output);
    return count;
  }

  private static int ints(
      long values, int low, int high, int flip, long selection, int count, long output) {
    int bound = high - low + Integer.MIN_VALUE;
    int shift = low - Integer.MIN_VALUE;
    int kept = 0;
    if (selection == 0) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(output + 4L * kept, i);
        int hit = Memory.getInt(values + 4L * i) - shift <= bound ? 1 : 0;
        kept += hit ^ flip;
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, position);
      int hit = Memory.getInt(values + 4L * position) - shift <= bound ? 1 : 0;
      kept += hit ^ flip;
    }
    return kept;
  }

  private static int longs(
      long values, long low, long high, int flip, long selection, int count, long output) {
    long bound = high - low + Long.MIN_VALUE;
    long shift = low - Long.MIN_VALUE;
    int kept = 0;
    if (selection == 0) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(output + 4L * kept, i);
        int hit = Memory.getLong(values + 8L * i) - shift <= bound ? 1 : 0;
        kept += hit ^ flip;
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, position);
      int hit = Memory.getLong(values + 8L * position) - shift <= bound ? 1 : 0;
      kept += hit ^ flip;
    }
    return kept;
  }

  private static int narrow(
      Layout layout,
      long values,
      long low,
      long high,
      int flip,
      long selection,
      int count,
      long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      long value =
          layout == Layout.INT8
              ? Memory.getByte(values + position)
              : Memory.getShort(values + 2L * position);
      Memory.putInt(output + 4L * kept, position);
      int hit = value >= low & value <= high ? 1 : 0;
      kept += hit ^ flip;
    }
    return kept;
  }

  /** Keeps the rows of a floating-point layout whose value is in a range. */
  public static int doubles(
      Column column, NumericRange range, long selection, int count, long output) {
    int flip = range.negated() ? 1 : 0;
    return column.layout() == Layout.FLOAT64
        ? doubles(column.values(), range.from(), range.to(), flip, selection, count, output)
        : floats(column.values(), range.from(), range.to(), flip, selection, count, output);
  }

  private static int doubles(
      long values, double low, double high, int flip, long selection, int count, long output) {
    int kept = 0;
    if (selection == 0) {
      for (int i = 0; i < count; i++) {
        double value = Memory.getDouble(values + 8L * i);
        Memory.putInt(output + 4L * kept, i);
        int hit = value >= low & value <= high ? 1 : 0;
        kept += hit ^ flip;
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(selection + 4L * i);
      double value = Memory.getDouble(values + 8L * position);
      Memory.putInt(output + 4L * kept, position);
      int hit = value >= low & value <= high ? 1 : 0;
      kept += hit ^ flip;
    }
    return kept;
  }

  private static int floats(
      long values, double low, double high, int flip, long selection, int count, long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      double value = Memory.getFloat(values + 4L * position);
      Memory.putInt(output + 4L * kept, position);
      int hit = value >= low & value <= high ? 1 : 0;
      kept += hit ^ flip;
    }
    return kept;
  }
}
