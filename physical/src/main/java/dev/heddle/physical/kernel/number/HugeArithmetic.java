package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Int128;
import java.math.BigInteger;

/**
 * Arithmetic on integers of 128 bits. As the kernels of narrower ones it computes every row and
 * returns whether some row may have failed; {@link #raise} then looks for the first valid one.
 */
public final class HugeArithmetic {
  private static final int WIDTH = 2 * Long.BYTES;

  private HugeArithmetic() {}

  /**
   * Computes rows. A step of 0 repeats a side's first value.
   *
   * @return whether some row may have failed
   */
  public static boolean compute(
      IntegerArithmetic.Operation operation,
      long a,
      long aStep,
      long b,
      long bStep,
      long output,
      int rows) {
    Int128 value = new Int128();
    boolean failed = false;
    for (int i = 0; i < rows; i++) {
      long left = a + aStep * i;
      long right = b + bStep * i;
      value.set(Memory.getLong(left), Memory.getLong(left + 8));
      failed |= row(operation, value, Memory.getLong(right), Memory.getLong(right + 8));
      Memory.putLong(output + (long) WIDTH * i, value.low());
      Memory.putLong(output + (long) WIDTH * i + 8, value.high());
    }
    return failed;
  }

  /** Computes one row in place; returns whether it failed. */
  private static boolean row(
      IntegerArithmetic.Operation operation, Int128 value, long low, long high) {
    return switch (operation) {
      case ADD -> value.add(low, high);
      case SUBTRACT -> value.subtract(low, high);
      case MULTIPLY -> value.multiply(low, high);
      case DIVIDE, FLOOR_DIVIDE, MODULO -> (low | high) == 0 || divide(operation, value, low, high);
    };
  }

  private static boolean divide(
      IntegerArithmetic.Operation operation, Int128 value, long low, long high) {
    if (high != low >> 63) {
      return value.setBig(exact(operation, value.toBigInteger(), Int128.toBigInteger(low, high)));
    }
    boolean isSmallest = value.high() == Long.MIN_VALUE && value.low() == 0;
    long remainder = value.divide(low);
    switch (operation) {
      case MODULO -> value.set(remainder);
      case FLOOR_DIVIDE -> {
        if (remainder != 0 && remainder < 0 != low < 0) {
          value.subtract(1, 0);
        }
      }
      case ADD, SUBTRACT, MULTIPLY, DIVIDE -> {}
    }
    return isSmallest && low == -1 && operation != IntegerArithmetic.Operation.MODULO;
  }

  private static BigInteger exact(
      IntegerArithmetic.Operation operation, BigInteger left, BigInteger right) {
    return switch (operation) {
      case ADD -> left.add(right);
      case SUBTRACT -> left.subtract(right);
      case MULTIPLY -> left.multiply(right);
      case DIVIDE -> left.divide(right);
      case MODULO -> left.remainder(right);
      case FLOOR_DIVIDE -> {
        BigInteger[] both = left.divideAndRemainder(right);
        boolean isBelow = both[1].signum() != 0 && both[1].signum() != right.signum();
        yield isBelow ? both[0].subtract(BigInteger.ONE) : both[0];
      }
    };
  }

  /** Raises the error of the first valid row that failed, if there is one. */
  public static void raise(
      IntegerArithmetic.Operation operation,
      long a,
      long aStep,
      long b,
      long bStep,
      long validity,
      int rows) {
    for (int i = 0; i < rows; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        continue;
      }
      BigInteger left = read(a + aStep * i);
      BigInteger right = read(b + bStep * i);
      if (operation.divides() && right.signum() == 0) {
        throw Failures.divisionByZero(left.toString());
      }
      BigInteger exact = exact(operation, left, right);
      if (!DataType.INT128.holds(exact)) {
        throw Failures.overflow(
            operation.describe(left.toString(), right.toString()),
            exact.toString(),
            DataType.INT128);
      }
    }
  }

  private static BigInteger read(long address) {
    return Int128.toBigInteger(Memory.getLong(address), Memory.getLong(address + 8));
  }
}
