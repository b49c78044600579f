package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.math.BigInteger;

/**
 * Checked arithmetic on 8- to 64-bit integers.
 *
 * <p>A kernel computes every row, wrapping around, and returns whether some row, null rows
 * included, may have failed; {@link #raise} then looks for the first valid one.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
public final class IntegerArithmetic {
  /** The operations. */
  public enum Operation {
    /** Sum. */
    ADD("add", "and"),
    /** Difference. */
    SUBTRACT("subtract", "and"),
    /** Product. */
    MULTIPLY("multiply", "and"),
    /** Quotient towards zero. */
    DIVIDE("divide", "by"),
    /** Quotient towards negative infinity. */
    FLOOR_DIVIDE("divide", "by"),
    /** Remainder with the dividend's sign. */
    MODULO("take the remainder of", "by");

    private final String verb;
    private final String link;

    Operation(String verb, String link) {
      this.verb = verb;
      this.link = link;
    }

    /** Returns how messages speak of the operation on two values. */
    String describe(String left, String right) {
      return verb + " " + left + " " + link + " " + right;
    }

    /** Returns whether the right side must not be zero. */
    boolean divides() {
      return this == DIVIDE || this == FLOOR_DIVIDE || this == MODULO;
    }
  }

  private IntegerArithmetic() {}

  /**
   * Computes rows of a layout; a step of 0 repeats a side's first value.
   *
   * @return whether some row may have failed
   */
  public static boolean compute(
      Operation operation,
      Layout layout,
      long a,
      long aStep,
      long b,
      long bStep,
      long output,
      int rows) {
    if (layout == Layout.INT64) {
      return switch (operation) {
        case ADD -> addLongs(a, aStep, b, bStep, output, rows);
        case SUBTRACT -> subtractLongs(a, aStep, b, bStep, output, rows);
        case MULTIPLY -> multiplyLongs(a, aStep, b, bStep, output, rows);
        case DIVIDE -> divideLongs(a, aStep, b, bStep, output, rows);
        case FLOOR_DIVIDE, MODULO -> other(operation, layout, a, aStep, b, bStep, output, rows);
      };
    }
    if (layout == Layout.INT32) {
      return switch (operation) {
        case ADD -> addInts(a, aStep, b, bStep, output, rows);
        case SUBTRACT -> subtractInts(a, aStep, b, bStep, output, rows);
        case MULTIPLY -> multiplyInts(a, aStep, b, bStep, output, rows);
        case DIVIDE, FLOOR_DIVIDE, MODULO ->
            other(operation, layout, a, aStep, b, bStep, output, rows);
      };
    }
    return other(operation, layout, a, aStep, b, bStep, output, rows);
  }

  private static boolean addLongs(long a, long aStep, long b, long bStep, long output, int rows) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long x = Memory.getLong(a);
      long y = Memory.getLong(b);
      long result = x + y;
      overflow |= (x ^ result) & (y ^ result);
      Memory.putLong(output + 8L * i, result);
      a += aStep;
      b += bStep;
    }
    return overflow < 0;
  }

  private static boolean subtractLongs(
      long a, long aStep, long b, long bStep, long output, int rows) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long x = Memory.getLong(a);
      long y = Memory.getLong(b);
      long result = x - y;
      overflow |= (x ^ y) & (x ^ result);
      Memory.putLong(output + 8L * i, result);
      a += aStep;
      b += bStep;
    }
    return overflow < 0;
  }

  private static boolean multiplyLongs(
      long a, long aStep, long b, long bStep, long output, int rows) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long x = Memory.getLong(a);
      long y = Memory.getLong(b);
      long result = x * y;
      overflow |= Math.multiplyHigh(x, y) ^ result >> 63;
      Memory.putLong(output + 8L * i, result);
      a += aStep;
      b += bStep;
    }
    return overflow != 0;
  }

  private static boolean divideLongs(
      long a, long aStep, long b, long bStep, long output, int rows) {
    boolean failed = false;
    for (int i = 0; i < rows; i++) {
      long x = Memory.getLong(a);
      long y = Memory.getLong(b);
      failed |= y == 0 | (y == -1 & x == Long.MIN_VALUE);
      Memory.putLong(output + 8L * i, x / (y == 0 ? 1 : y));
      a += aStep;
      b += bStep;
    }
    return failed;
  }

  private static boolean addInts(long a, long aStep, long b, long bStep, long output, int rows) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long result = (long) Memory.getInt(a) + Memory.getInt(b);
      overflow |= result ^ (int) result;
      Memory.putInt(output + 4L * i, (int) result);
      a += aStep;
      b += bStep;
    }
    return overflow != 0;
  }

  private static boolean subtractInts(
      long a, long aStep, long b, long bStep, long output, int rows) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long result = (long) Memory.getInt(a) - Memory.getInt(b);
      overflow |= result ^ (int) result;
      Memory.putInt(output + 4L * i, (int) result);
      a += aStep;
      b += bStep;
    }
    return overflow != 0;
  }

  private static boolean multiplyInts(
      long a, long aStep, long b, long bStep, long output, int rows) {
    long overflow = 0;
    for (int i = 0; i < rows; i++) {
      long result = (long) Memory.getInt(a) * Memory.getInt(b);
      overflow |= result ^ (int) result;
      Memory.putInt(output + 4L * i, (int) result);
      a += aStep;
      b += bStep;
    }
    return overflow != 0;
  }

  private static boolean other(
      Operation operation,
      Layout layout,
      long a,
      long aStep,
      long b,
      long bStep,
      long output,
      int rows) {
    boolean failed = false;
    long width = layout.byteWidth();
    for (int i = 0; i < rows; i++) {
      long x = read(layout, a);
      long y = read(layout, b);
      boolean zero = operation.divides() & y == 0;
      long divisor = zero ? 1 : y;
      long result =
          switch (operation) {
            case ADD -> x + y;
            case SUBTRACT -> x - y;
            case MULTIPLY -> x * y;
            case DIVIDE -> x / divisor;
            case FLOOR_DIVIDE -> Math.floorDiv(x, divisor);
            case MODULO -> x % divisor;
          };
      boolean wrapped = operation != Operation.MODULO & y == -1 & x == Long.MIN_VALUE;
      failed |= zero | wrapped | write(layout, output + width * i, result);
      a += aStep;
      b += bStep;
    }
    return failed;
  }

  /** Reads an integer of a layout of up to 64 bits. */
  public static long read(Layout layout, long address) {
    return switch (layout) {
      case INT8 -> Memory.getByte(address);
      case INT16 -> Memory.getShort(address);
      case INT32 -> Memory.getInt(address);
      case INT64 -> Memory.getLong(address);
      default -> throw new IllegalStateException("No integer in layout " + layout);
    };
  }

  /** Writes an integer of a layout of up to 64 bits; returns whether it does not fit. */
  public static boolean write(Layout layout, long address, long value) {
    switch (layout) {
      case INT8 -> {
        Memory.putByte(address, (byte) value);
        return value != (byte) value;
      }
      case INT16 -> {
        Memory.putShort(address, (short) value);
        return value != (short) value;
      }
      case INT32 -> {
        Memory.putInt(address, (int) value);
        return value != (int) value;
      }
      case INT64 -> {
        Memory.putLong(address, value);
        return false;
      }
      default -> throw new IllegalStateException("No integer in layout " + layout);
    }
  }

  /** Raises the error of the first valid row that failed, if there is one. */
  public static void raise(
      Operation operation,
      DataType type,
      long a,
      long aStep,
      long b,
      long bStep,
      long validity,
      int rows) {
    Layout layout = Layout.of(type);
    for (int i = 0; i < rows; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        continue;
      }
      long x = read(layout, a + aStep * i);
      long y = read(layout, b + bStep * i);
      if (operation.divides() && y == 0) {
        throw Failures.divisionByZero(Long.toString(x));
      }
      BigInteger left = BigInteger.valueOf(x);
      BigInteger right = BigInteger.valueOf(y);
      BigInteger exact =
          switch (operation) {
            case ADD -> left.add(right);
            case SUBTRACT -> left.subtract(right);
            case MULTIPLY -> left.multiply(right);
            case DIVIDE, FLOOR_DIVIDE -> left.divide(right); // only the smallest value by -1 fails
            case MODULO -> left.remainder(right);
          };
      if (exact.bitLength() >= 8 * layout.byteWidth()) {
        throw Failures.overflow(
            operation.describe(Long.toString(x), Long.toString(y)), exact.toString(), type);
      }
    }
  }
}
