package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Int128;

/**
 * Functions of two integers of one type that work on their bits, and divisors.
 *
 * <p>Rows without a result (null rows included) are marked in a bitmap, which is zeroed before.
 */
public final class IntegerBits {
  /** The functions. */
  public enum Function {
    /** Bits that both have. */
    AND("combine", "and"),
    /** Bits that one of them has. */
    OR("combine", "and"),
    /** Bits in which they differ. */
    XOR("combine", "and"),
    /** Shifted to higher bits; fails for a lost bit and negative numbers. */
    LEFT_CHECKED("shift left", "by"),
    /** Shifted to lower bits with the sign; 0 for counts outside of the type's bits. */
    RIGHT_CHECKED("shift right", "by"),
    /** Shifted left by a count modulo the type's bits. */
    LEFT("shift left", "by"),
    /** Shifted right with the sign by a count modulo the type's bits. */
    RIGHT("shift right", "by"),
    /** Shifted right without sign by a count modulo the type's bits. */
    RIGHT_UNSIGNED("shift right", "by"),
    /** Greatest common divisor, not negative. */
    GCD("find the greatest common divisor of", "and"),
    /** Least common multiple, not negative. */
    LCM("find the least common multiple of", "and");

    private final String verb;
    private final String preposition;

    Function(String verb, String preposition) {
      this.verb = verb;
      this.preposition = preposition;
    }
  }

  private IntegerBits() {}

  /** Computes rows of integers of a layout. */
  public static void compute(
      Function function,
      Layout layout,
      long a,
      long aStep,
      long b,
      long bStep,
      int rows,
      long output,
      long failed) {
    int width = layout.byteWidth();
    int bits = 8 * width;
    for (int i = 0; i < rows; i++) {
      long x = IntegerArithmetic.read(layout, a + aStep * i);
      long y = IntegerArithmetic.read(layout, b + bStep * i);
      long result =
          switch (function) {
            case AND -> x & y;
            case OR -> x | y;
            case XOR -> x ^ y;
            case LEFT_CHECKED -> x == 0 || y < 0 || y >= bits ? 0 : x << y;
            case RIGHT_CHECKED -> y < 0 || y >= bits ? 0 : x >> y;
            case LEFT -> signed(x << (y & (bits - 1)), bits);
            case RIGHT -> x >> (y & (bits - 1));
            case RIGHT_UNSIGNED ->
                signed((x << (64 - bits) >>> (64 - bits)) >>> (y & (bits - 1)), bits);
            case GCD -> gcd(x, y);
            case LCM -> lcm(x, y);
          };
      boolean fits = !IntegerArithmetic.write(layout, output + (long) width * i, result);
      if (!fits || isLost(function, x, y, bits, result)) {
        Bits.set(failed, i);
      }
    }
  }

  private static boolean isLost(Function function, long x, long y, int bits, long result) {
    return switch (function) {
      case LEFT_CHECKED -> x < 0 || y < 0 || (x > 0 && (y >= bits || result >> y != x));
      case GCD, LCM -> result < 0;
      case AND, OR, XOR, RIGHT_CHECKED, LEFT, RIGHT, RIGHT_UNSIGNED -> false;
    };
  }

  private static long signed(long value, int bits) {
    return value << (64 - bits) >> (64 - bits);
  }

  /** Negative if the result is outside of the type. */
  private static long gcd(long x, long y) {
    long a = x;
    long b = y;
    while (b != 0) {
      long rest = b == -1 ? 0 : a % b;
      a = b;
      b = rest;
    }
    return Math.abs(a);
  }

  private static long lcm(long x, long y) {
    long divisor = gcd(x, y);
    if (x == 0 || y == 0) {
      return 0;
    }
    if (divisor < 0) {
      return -1;
    }
    long high = Math.multiplyHigh(x / divisor, y);
    long low = x / divisor * y;
    return high == low >> 63 ? Math.abs(low) : -1;
  }

  /** Returns the error of a row that failed. */
  public static RuntimeException failure(
      Function function, DataType type, long a, long aStep, long b, long bStep, int row) {
    Layout layout = Layout.of(type);
    return Failures.overflow(
        function.verb
            + " "
            + shown(layout, a + aStep * row)
            + " "
            + function.preposition
            + " "
            + shown(layout, b + bStep * row),
        "",
        type);
  }

  private static String shown(Layout layout, long address) {
    return layout == Layout.INT128
        ? Int128.toBigInteger(Memory.getLong(address), Memory.getLong(address + 8)).toString()
        : String.valueOf(IntegerArithmetic.read(layout, address));
  }
}
