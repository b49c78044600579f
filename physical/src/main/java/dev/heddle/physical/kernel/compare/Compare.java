package dev.heddle.physical.kernel.compare;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Int128;

/**
 * Compares values in the one order that Heddle knows: numbers by value, NaN above all and equal to
 * itself, {@code -0.0} equal to {@code 0.0}, false before true, text and binary by unsigned bytes,
 * intervals by their lengths.
 *
 * <p>The column forms write one bit a row, in whole words, for values and garbage of null rows
 * alike. Both sides have the same layout and are plain.
 */
@SuppressWarnings({"ShortCircuitBoolean", "IdentityBinaryExpression"}) // branch-free; NaN
public final class Compare {
  private Compare() {}

  /** Returns the step from one value to the next of a layout, or 0 for a repeated one. */
  private static long step(Layout layout, boolean repeated) {
    return repeated ? 0 : layout.byteWidth();
  }

  /** Writes whether the sides are equal. A side of one row is repeated. */
  public static void equal(Column left, Column right, int rows, long output) {
    boolean repeatLeft = left.rows() == 1;
    boolean repeatRight = right.rows() == 1;
    Layout layout = left.layout();
    long a = left.values();
    long b = right.values();
    long aStep = step(layout, repeatLeft);
    long bStep = step(layout, repeatRight);
    switch (layout) {
      case BIT -> {
        for (int i = 0; i < rows; i += 64) {
          long x = word(a, i, repeatLeft);
          long y = word(b, i, repeatRight);
          Memory.putLong(output + (i >>> 3), ~(x ^ y));
        }
      }
      case INT8, INT16 -> equalShort(layout, a, aStep, b, bStep, rows, output);
      case INT32 -> equalInt(a, aStep, b, bStep, rows, output);
      case INT64 -> equalLong(a, aStep, b, bStep, rows, output);
      case FLOAT32 -> equalFloat(a, aStep, b, bStep, rows, output);
      case FLOAT64 -> equalDouble(a, aStep, b, bStep, rows, output);
      case INT128, INTERVAL -> equalPair(a, aStep, b, bStep, rows, output);
      case VIEW ->
          equalView(a, aStep, left.dataAddresses(), b, bStep, right.dataAddresses(), rows, output);
      case LIST, STRUCT -> equalNested(left, repeatLeft, right, repeatRight, rows, output);
    }
  }

  /** Writes whether the left side is less. A side of one row is repeated. */
  public static void less(Column left, Column right, int rows, long output) {
    boolean repeatLeft = left.rows() == 1;
    boolean repeatRight = right.rows() == 1;
    Layout layout = left.layout();
    long a = left.values();
    long b = right.values();
    long aStep = step(layout, repeatLeft);
    long bStep = step(layout, repeatRight);
    switch (layout) {
      case BIT -> {
        for (int i = 0; i < rows; i += 64) {
          long x = word(a, i, repeatLeft);
          long y = word(b, i, repeatRight);
          Memory.putLong(output + (i >>> 3), ~x & y);
        }
      }
      case INT8, INT16 -> lessShort(layout, a, aStep, b, bStep, rows, output);
      case INT32 -> lessInt(a, aStep, b, bStep, rows, output);
      case INT64 -> lessLong(a, aStep, b, bStep, rows, output);
      case FLOAT32 -> lessFloat(a, aStep, b, bStep, rows, output);
      case FLOAT64 -> lessDouble(a, aStep, b, bStep, rows, output);
      case INT128 -> lessPair(a, aStep, b, bStep, rows, output);
      case INTERVAL -> lessInterval(a, aStep, b, bStep, rows, output);
      case VIEW ->
          lessView(a, aStep, left.dataAddresses(), b, bStep, right.dataAddresses(), rows, output);
      default -> throw new IllegalStateException("Values of layout " + layout + " have no order");
    }
  }

  private static long word(long bits, int row, boolean repeated) {
    if (repeated) {
      return -(Memory.getByte(bits) & 1L);
    }
    return Memory.getLong(bits + (row >>> 3));
  }

  private static long integer(Layout layout, long address) {
    return layout == Layout.INT8 ? Memory.getByte(address) : Memory.getShort(address);
  }

  private static void equalShort(
      Layout layout, long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (integer(layout, a) == integer(layout, b) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessShort(
      Layout layout, long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (integer(layout, a) < integer(layout, b) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalInt(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (Memory.getInt(a) == Memory.getInt(b) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessInt(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (Memory.getInt(a) < Memory.getInt(b) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalLong(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (Memory.getLong(a) == Memory.getLong(b) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessLong(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (Memory.getLong(a) < Memory.getLong(b) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalFloat(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (isEqual(Memory.getFloat(a), Memory.getFloat(b)) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessFloat(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (isLess(Memory.getFloat(a), Memory.getFloat(b)) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalDouble(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (isEqual(Memory.getDouble(a), Memory.getDouble(b)) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessDouble(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (isLess(Memory.getDouble(a), Memory.getDouble(b)) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalPair(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        long difference =
            (Memory.getLong(a) ^ Memory.getLong(b))
                | (Memory.getLong(a + 8) ^ Memory.getLong(b + 8));
        word |= (difference == 0 ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessPair(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        boolean less =
            Int128.compare(
                    Memory.getLong(a),
                    Memory.getLong(a + 8),
                    Memory.getLong(b),
                    Memory.getLong(b + 8))
                < 0;
        word |= (less ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessInterval(long a, long aStep, long b, long bStep, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (IntervalOrder.compare(a, b) < 0 ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalView(
      long a, long aStep, long[] aData, long b, long bStep, long[] bData, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (StringViews.isEqual(a, aData, b, bData) ? 1L : 0L) << i;
        a += aStep;
        b += bStep;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void equalNested(
      Column left, boolean repeatLeft, Column right, boolean repeatRight, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        int a = repeatLeft ? 0 : base + i;
        int b = repeatRight ? 0 : base + i;
        boolean isPresent = !left.isNull(a) && !right.isNull(b); // the ranges of nulls lead nowhere
        word |= (isPresent && ElementComparison.isEqual(left, a, right, b) ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void lessView(
      long a, long aStep, long[] aData, long b, long bStep, long[] bData, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      long tied = 0; // the first four bytes decide without a branch; of few texts they are equal
      for (int i = 0; i < end; i++) {
        long x = StringViews.start(a + aStep * i);
        long y = StringViews.start(b + bStep * i);
        word |= ((x - y) >>> 63) << i;
        tied |= (((x ^ y) - 1) >>> 63) << i;
      }
      for (; tied != 0; tied &= tied - 1) {
        int i = Long.numberOfTrailingZeros(tied);
        boolean isLess = StringViews.compare(a + aStep * i, aData, b + bStep * i, bData) < 0;
        word |= (isLess ? 1L : 0L) << i;
      }
      a += aStep * end;
      b += bStep * end;
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  /** Writes whether doubles are NaN. */
  public static void nan(long values, int rows, long output) {
    for (int base = 0; base < rows; base += 64) {
      int end = Math.min(64, rows - base);
      long word = 0;
      for (int i = 0; i < end; i++) {
        word |= (Double.isNaN(Memory.getDouble(values + 8L * (base + i))) ? 1L : 0L) << i;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  /** Returns whether two numbers are equal: NaN equals itself. */
  public static boolean isEqual(double a, double b) {
    return a == b | (a != a & b != b);
  }

  /** Returns whether a number is less: NaN is above all others. */
  public static boolean isLess(double a, double b) {
    return a < b | (b != b & a == a);
  }
}
