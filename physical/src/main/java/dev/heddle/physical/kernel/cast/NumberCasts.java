package dev.heddle.physical.kernel.cast;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Int128;
import dev.heddle.physical.kernel.number.IntegerArithmetic;
import dev.heddle.physical.kernel.number.NumberFunctions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Conversions among integers, decimals, floating-point numbers and booleans.
 *
 * <p>Decimals round half away from zero when digits are lost; floating-point numbers round to the
 * nearest integer, halves to the even one, and to decimals by the rounded product with the power of
 * ten. Rows that do not fit (null rows included) are marked in a bitmap, which is zeroed before.
 */
public final class NumberCasts {
  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_127 = 0x1p127;
  private static final long EXACT_DOUBLE = 1L << 53;
  private static final int EXACT_POWER = 22;
  private static final double[] POWERS = new double[39];

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = new BigDecimal(BigInteger.TEN.pow(i)).doubleValue();
    }
  }

  private NumberCasts() {}

  /** Returns whether a cast can fail for some value. */
  public static boolean canFail(DataType from, DataType to) {
    if (from instanceof DataType.Bool) {
      return to instanceof DataType.Decimal d && d.precision() == d.scale();
    }
    if (to instanceof DataType.Bool) {
      return false;
    }
    if (to.isFloat()) {
      return from instanceof DataType.Float64 && to instanceof DataType.Float32;
    }
    if (from.isFloat()) {
      return true;
    }
    if (from.isInteger() && to.isInteger()) {
      return digits(from) > digits(to);
    }
    int carry = scale(from) > scale(to) ? 1 : 0; // rounding may need one digit more
    int whole = digits(from) - scale(from) + carry;
    return whole > (to.isWhole() ? digits(to) - 1 : digits(to) - scale(to));
  }

  private static int scale(DataType type) {
    return type instanceof DataType.Decimal d ? d.scale() : 0;
  }

  private static int digits(DataType type) {
    return switch (type) {
      case DataType.Int8 t -> 3;
      case DataType.Int16 t -> 5;
      case DataType.Int32 t -> 10;
      case DataType.Int64 t -> 19;
      case DataType.Int128 t -> DataType.Int128.MAX_DIGITS;
      case DataType.Decimal d -> d.precision();
      default -> throw new IllegalStateException("No exact number: " + type.sqlName());
    };
  }

  /** Converts the first rows of a plain column of numbers or booleans. */
  public static void cast(
      Column source, DataType from, DataType to, int rows, long output, long failed) {
    if (to instanceof DataType.Bool) {
      toBool(source, from, rows, output);
    } else if (to.isFloat()) {
      toFloat(source, from, to, rows, output, failed);
    } else if (from.isFloat()) {
      fromFloat(source, to, rows, output, failed);
    } else if (!from.isInteger() || !to.isInteger()) {
      exact(source, from, to, rows, output, failed);
    } else {
      integers(source, to, rows, output, failed);
    }
  }

  private static long integer(Layout layout, long values, int row) {
    return layout == Layout.BIT
        ? (Bits.get(values, row) ? 1 : 0)
        : IntegerArithmetic.read(layout, values + (long) layout.byteWidth() * row);
  }

  private static void integers(Column source, DataType to, int rows, long output, long failed) {
    long values = source.values();
    Layout read = source.layout();
    Layout write = Layout.of(to);
    if (read == Layout.INT32 && write == Layout.INT64) {
      for (int i = 0; i < rows; i++) {
        Memory.putLong(output + 8L * i, Memory.getInt(values + 4L * i));
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      long value = integer(read, values, i);
      if (IntegerArithmetic.write(write, output + (long) write.byteWidth() * i, value)) {
        Bits.set(failed, i);
      }
    }
  }

  private static void exact(
      Column source, DataType from, DataType to, int rows, long output, long failed) {
    long values = source.values();
    Layout read = source.layout();
    Layout write = Layout.of(to);
    int up = Math.max(0, scale(to) - scale(from));
    int down = Math.max(0, scale(from) - scale(to));
    if (down == 0 && up <= 18 && write == Layout.INT64 && !canFail(from, to)) {
      long factor = Int128.powerOfTen(up);
      for (int i = 0; i < rows; i++) {
        Memory.putLong(output + 8L * i, integer(read, values, i) * factor);
      }
      return;
    }
    boolean decimal = to instanceof DataType.Decimal;
    int digits = decimal ? digits(to) : 0;
    Int128 value = new Int128();
    for (int i = 0; i < rows; i++) {
      if (read == Layout.INT128) {
        value.set(Memory.getLong(values + 16L * i), Memory.getLong(values + 16L * i + 8));
      } else {
        value.set(integer(read, values, i));
      }
      boolean bad = value.scaleUp(up);
      value.scaleDown(down);
      if (write == Layout.INT128) {
        Memory.putLong(output + 16L * i, value.low());
        Memory.putLong(output + 16L * i + 8, value.high());
      } else {
        bad |= !value.fitsLong();
        bad |= IntegerArithmetic.write(write, output + (long) write.byteWidth() * i, value.low());
      }
      if (bad || (decimal && !value.hasAtMostDigits(digits))) {
        Bits.set(failed, i);
      }
    }
  }

  private static void toBool(Column source, DataType from, int rows, long output) {
    long values = source.values();
    Layout read = source.layout();
    for (int base = 0; base < rows; base += 64) {
      long word = 0;
      int end = Math.min(rows, base + 64);
      for (int i = base; i < end; i++) {
        boolean set =
            switch (read) {
              case BIT, INT8, INT16, INT32, INT64 -> integer(read, values, i) != 0;
              case FLOAT32 -> Memory.getFloat(values + 4L * i) != 0;
              case FLOAT64 -> Memory.getDouble(values + 8L * i) != 0;
              case INT128 ->
                  (Memory.getLong(values + 16L * i) | Memory.getLong(values + 16L * i + 8)) != 0;
              default -> throw new IllegalStateException("No number: " + from.sqlName());
            };
        word |= set ? 1L << i : 0;
      }
      Memory.putLong(output + (base >>> 3), word);
    }
  }

  private static void toFloat(
      Column source, DataType from, DataType to, int rows, long output, long failed) {
    long values = source.values();
    Layout read = source.layout();
    boolean wide = Layout.of(to) == Layout.FLOAT64;
    if (wide && from instanceof DataType.Int32) {
      for (int i = 0; i < rows; i++) {
        Memory.putDouble(output + 8L * i, Memory.getInt(values + 4L * i));
      }
      return;
    }
    if (wide && from instanceof DataType.Int64) {
      for (int i = 0; i < rows; i++) {
        Memory.putDouble(output + 8L * i, (double) Memory.getLong(values + 8L * i));
      }
      return;
    }
    if (!wide && from.isInteger()) {
      for (int i = 0; i < rows; i++) {
        Memory.putFloat(output + 4L * i, integer(read, values, i)); // rounded once
      }
      return;
    }
    int scale = scale(from);
    for (int i = 0; i < rows; i++) {
      double value =
          switch (read) {
            case FLOAT32 -> Memory.getFloat(values + 4L * i);
            case FLOAT64 -> Memory.getDouble(values + 8L * i);
            case INT128 ->
                decimal(
                    Memory.getLong(values + 16L * i), Memory.getLong(values + 16L * i + 8), scale);
            case BIT, INT8, INT16, INT32, INT64 -> decimal(integer(read, values, i), scale);
            default -> throw new IllegalStateException("No number: " + from.sqlName());
          };
      if (wide) {
        Memory.putDouble(output + 8L * i, value);
      } else {
        float narrow = (float) value;
        Memory.putFloat(output + 4L * i, narrow);
        if (Float.isInfinite(narrow) && Double.isFinite(value)) {
          Bits.set(failed, i);
        }
      }
    }
  }

  /** Returns the double nearest to a decimal. */
  public static double decimal(long unscaled, int scale) {
    if (unscaled <= EXACT_DOUBLE && unscaled >= -EXACT_DOUBLE && scale <= EXACT_POWER) {
      return unscaled / POWERS[scale]; // both exact, so rounded once
    }
    return scale == 0 ? unscaled : BigDecimal.valueOf(unscaled, scale).doubleValue();
  }

  /** Returns the double nearest to a decimal. */
  public static double decimal(long low, long high, int scale) {
    return high == low >> 63
        ? decimal(low, scale)
        : new BigDecimal(Int128.toBigInteger(low, high), scale).doubleValue();
  }

  private static void fromFloat(Column source, DataType to, int rows, long output, long failed) {
    long values = source.values();
    boolean wide = source.layout() == Layout.FLOAT64;
    Layout write = Layout.of(to);
    for (int i = 0; i < rows; i++) {
      double value = wide ? Memory.getDouble(values + 8L * i) : Memory.getFloat(values + 4L * i);
      boolean bad;
      if (to instanceof DataType.Decimal decimal) {
        bad = putDecimal(value, decimal, write, output, i);
      } else if (write == Layout.INT128) {
        double rounded = Math.rint(value);
        bad = !(Math.abs(rounded) < TWO_TO_127);
        putWhole(bad ? 0 : rounded, output + 16L * i);
      } else {
        double rounded = Math.rint(value);
        bad = !(rounded >= -TWO_TO_63 && rounded < TWO_TO_63);
        bad |=
            IntegerArithmetic.write(write, output + (long) write.byteWidth() * i, (long) rounded);
      }
      if (bad) {
        Bits.set(failed, i);
      }
    }
  }

  private static boolean putDecimal(
      double value, DataType.Decimal type, Layout write, long output, int row) {
    double scaled = value * POWERS[type.scale()];
    double rounded = NumberFunctions.roundAway(scaled);
    long at = output + (long) write.byteWidth() * row;
    if (!(Math.abs(rounded) < POWERS[type.precision()])) {
      Memory.putLong(at, 0);
      if (write == Layout.INT128) {
        Memory.putLong(at + 8, 0);
      }
      return true;
    }
    if (write == Layout.INT64) {
      Memory.putLong(at, (long) rounded);
      return false;
    }
    putWhole(rounded, at);
    return false;
  }

  private static void putWhole(double rounded, long at) {
    BigInteger whole = new BigDecimal(rounded).setScale(0, RoundingMode.UNNECESSARY).toBigInteger();
    Memory.putLong(at, whole.longValue());
    Memory.putLong(at + 8, whole.shiftRight(64).longValue());
  }
}
