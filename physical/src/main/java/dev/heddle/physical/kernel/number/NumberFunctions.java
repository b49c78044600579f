package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Int128;
import java.util.function.DoubleUnaryOperator;

/**
 * Functions of one number: sign changes and rounding of every numeric type.
 *
 * <p>Rows whose result does not fit into its type (null rows included) are marked in a bitmap,
 * which is zeroed before.
 */
public final class NumberFunctions {
  /** The functions. */
  public enum Function {
    /** Negated number. */
    NEGATE("negate"),
    /** Absolute value. */
    ABS("take the absolute value of"),
    /** -1, 0 or 1. */
    SIGN("take the sign of"),
    /** Smallest integer not below. */
    CEIL("round"),
    /** Largest integer not above. */
    FLOOR("round"),
    /** To digits behind the point, half away from zero. */
    ROUND("round"),
    /** To digits behind the point, half to the even neighbour. */
    ROUND_EVEN("round"),
    /** To digits behind the point, towards zero. */
    TRUNC("cut");

    private final String verb;

    Function(String verb) {
      this.verb = verb;
    }
  }

  private static final int MAX_DIGITS = 400;

  private NumberFunctions() {}

  /**
   * Computes rows.
   *
   * @param digits int64 digits behind the point for rounding, with their step; 0 for none
   */
  public static void compute(
      Function function,
      DataType from,
      DataType to,
      long values,
      long digits,
      long digitStep,
      int rows,
      long output,
      long failed) {
    Layout read = Layout.of(from);
    Layout write = Layout.of(to);
    int scale = from instanceof DataType.Decimal d ? d.scale() : 0;
    int toScale = to instanceof DataType.Decimal d ? d.scale() : 0;
    int precision = to instanceof DataType.Decimal d ? d.precision() : 0;
    Int128 value = new Int128();
    for (int i = 0; i < rows; i++) {
      long at = values + (long) read.byteWidth() * i;
      long wanted =
          digits == 0
              ? 0
              : Math.clamp(Memory.getLong(digits + digitStep * i), -MAX_DIGITS, MAX_DIGITS);
      if (read == Layout.FLOAT64) {
        Memory.putDouble(output + 8L * i, floating(function, Memory.getDouble(at), (int) wanted));
        continue;
      }
      if (read == Layout.FLOAT32) {
        float result = (float) floating(function, Memory.getFloat(at), (int) wanted);
        Memory.putFloat(output + 4L * i, result);
        continue;
      }
      if (read == Layout.INT128) {
        value.set(Memory.getLong(at), Memory.getLong(at + 8));
      } else {
        value.set(IntegerArithmetic.read(read, at));
      }
      boolean bad = exact(function, value, scale, toScale, (int) wanted);
      if (write == Layout.INT128) {
        Memory.putLong(output + 16L * i, value.low());
        Memory.putLong(output + 16L * i + 8, value.high());
      } else {
        long target = output + (long) write.byteWidth() * i;
        bad |= IntegerArithmetic.write(write, target, value.low()) || !value.fitsLong();
      }
      if (bad || (precision > 0 && !value.hasAtMostDigits(precision))) {
        Bits.set(failed, i);
      }
    }
  }

  private static boolean exact(
      Function function, Int128 value, int scale, int toScale, int digits) {
    return switch (function) {
      case NEGATE -> value.negate();
      case ABS -> value.high() < 0 && value.negate();
      case SIGN -> {
        int sign = value.high() < 0 ? -1 : (value.high() | value.low()) == 0 ? 0 : 1;
        value.set(sign);
        yield value.scaleUp(toScale);
      }
      case CEIL, FLOOR -> {
        towards(function == Function.CEIL, value, scale);
        yield false;
      }
      case ROUND, ROUND_EVEN, TRUNC -> {
        int cut = scale - digits;
        if (cut <= 0) {
          yield false;
        }
        if (cut > DataType.Decimal.MAX_PRECISION) {
          value.set(0);
        } else if (function == Function.ROUND) {
          value.scaleDown(cut);
        } else if (function == Function.ROUND_EVEN) {
          halfEven(value, cut);
        } else {
          value.truncateDown(cut);
        }
        int up = cut - scale + toScale;
        yield value.scaleUp(Math.min(up, DataType.Decimal.MAX_PRECISION));
      }
    };
  }

  /** Takes digits off the end; of two neighbours that are as near the even one is taken. */
  private static void halfEven(Int128 value, int cut) {
    long low = value.low();
    long high = value.high();
    value.scaleDown(cut);
    if ((value.low() & 1) == 0) {
      return;
    }
    Int128 cutOff = new Int128();
    cutOff.set(low, high);
    cutOff.truncateDown(cut);
    boolean isAway = cutOff.low() != value.low() || cutOff.high() != value.high();
    if (!isAway) {
      return;
    }
    // it was rounded away from zero to an odd number: a half if 5 and zeros have been cut off
    cutOff.scaleUp(cut);
    Int128 rest = new Int128();
    rest.set(low, high);
    rest.subtract(cutOff.low(), cutOff.high());
    Int128 half = new Int128();
    half.set(5);
    half.scaleUp(cut - 1);
    if (rest.high() < 0) {
      rest.negate();
    }
    if (rest.low() == half.low() && rest.high() == half.high()) {
      value.set(low, high);
      value.truncateDown(cut);
    }
  }

  /** Rounds to an integer upwards or downwards. */
  private static void towards(boolean up, Int128 value, int scale) {
    boolean negative = value.high() < 0;
    long low = value.low();
    long high = value.high();
    value.truncateDown(scale);
    long wholeLow = value.low();
    long wholeHigh = value.high();
    value.scaleUp(scale);
    boolean exact = value.low() == low && value.high() == high;
    value.set(wholeLow, wholeHigh);
    if (!exact && up && !negative) {
      value.add(1, 0);
    } else if (!exact && !up && negative) {
      value.subtract(1, 0);
    }
  }

  private static double floating(Function function, double value, int digits) {
    return switch (function) {
      case NEGATE -> -value;
      case ABS -> Math.abs(value);
      case SIGN -> Double.isNaN(value) ? 0 : Math.signum(value);
      case CEIL -> Math.ceil(value);
      case FLOOR -> Math.floor(value);
      case ROUND -> shifted(value, digits, NumberFunctions::roundAway);
      case ROUND_EVEN -> shifted(value, digits, Math::rint);
      case TRUNC -> shifted(value, digits, NumberFunctions::cut);
    };
  }

  /** Rounds to an integer, halves away from zero. */
  public static double roundAway(double value) {
    double whole = Math.floor(Math.abs(value));
    double rounded = Math.abs(value) - whole >= 0.5 ? whole + 1 : whole;
    return Math.copySign(rounded, value);
  }

  private static double cut(double value) {
    return Math.copySign(Math.floor(Math.abs(value)), value);
  }

  private static double shifted(double value, int digits, DoubleUnaryOperator rounding) {
    if (digits == 0) {
      return rounding.applyAsDouble(value);
    }
    double power = Math.pow(10, Math.abs(digits));
    double moved = digits > 0 ? value * power : value / power;
    double whole = rounding.applyAsDouble(moved);
    double result = digits > 0 ? whole / power : whole * power;
    if (Double.isFinite(result)) {
      return result;
    }
    return digits > 0 || !Double.isFinite(value) ? value : 0;
  }

  /** Raises the error of a row that failed. */
  public static RuntimeException failure(Function function, String value, DataType type) {
    return Failures.overflow(function.verb + " " + value, "", type);
  }

  /** Writes negated intervals, part by part. */
  public static void negateIntervals(long values, int rows, long output, long failed) {
    for (int i = 0; i < rows; i++) {
      long from = values + 16L * i;
      long to = output + 16L * i;
      int months = Memory.getInt(from);
      int days = Memory.getInt(from + 4);
      long nanos = Memory.getLong(from + 8);
      if (months == Integer.MIN_VALUE || days == Integer.MIN_VALUE || nanos == Long.MIN_VALUE) {
        Bits.set(failed, i);
      }
      Memory.putInt(to, -months);
      Memory.putInt(to + 4, -days);
      Memory.putLong(to + 8, -nanos);
    }
  }
}
