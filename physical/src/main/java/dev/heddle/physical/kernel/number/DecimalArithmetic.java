package dev.heddle.physical.kernel.number;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Decimals;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.Int128;
import java.math.BigInteger;

/**
 * Decimal arithmetic on scaled 64- and 128-bit integers, exact up to a rounding half away from zero
 * where the result's scale is too small.
 *
 * <p>One kernel is made for the types of an operation. Like integer kernels it computes every row
 * and returns whether some row may have failed; {@link #raise} then looks for the first valid one.
 */
@SuppressWarnings("ShortCircuitBoolean") // branch-free
public final class DecimalArithmetic {
  private final IntegerArithmetic.Operation operation;
  private final DataType.Decimal left;
  private final DataType.Decimal right;
  private final DataType.Decimal result;

  /** Makes the kernel of an operation on two decimal types that gives a third. */
  public DecimalArithmetic(
      IntegerArithmetic.Operation operation,
      DataType.Decimal left,
      DataType.Decimal right,
      DataType.Decimal result) {
    this.operation = operation;
    this.left = left;
    this.right = right;
    this.result = result;
  }

  /**
   * Returns whether a valid row can fail: by a division, or where the result's digits do not hold
   * every outcome.
   */
  public boolean canFail() {
    int common = Math.max(left.scale(), right.scale());
    int whole = Math.max(left.precision() - left.scale(), right.precision() - right.scale());
    return switch (operation) {
      case ADD, SUBTRACT -> result.scale() < common || result.precision() < whole + 1 + common;
      case MULTIPLY ->
          result.scale() < left.scale() + right.scale()
              || result.precision() < left.precision() + right.precision();
      case DIVIDE, FLOOR_DIVIDE, MODULO -> true;
    };
  }

  /**
   * Computes rows. A step of 0 repeats a side's first value.
   *
   * @return whether some row may have failed
   */
  public boolean compute(long a, long aStep, long b, long bStep, long output, int rows) {
    boolean longs = left.fitsLong() && right.fitsLong();
    if (!canFail()) {
      int common = result.scale();
      if (operation == IntegerArithmetic.Operation.MULTIPLY && longs) {
        if (result.fitsLong()) {
          multiplyLongs(a, aStep, b, bStep, output, rows);
        } else {
          multiplyToPairs(a, aStep, b, bStep, output, rows);
        }
        return false;
      }
      if (operation != IntegerArithmetic.Operation.MULTIPLY && longs && result.fitsLong()) {
        long aFactor = Int128.powerOfTen(common - left.scale());
        long bFactor = Int128.powerOfTen(common - right.scale());
        if (operation == IntegerArithmetic.Operation.SUBTRACT) {
          bFactor = -bFactor;
        }
        addLongs(a, aStep, aFactor, b, bStep, bFactor, output, rows);
        return false;
      }
    }
    if (operation == IntegerArithmetic.Operation.MULTIPLY
        && result.scale() == left.scale() + right.scale()
        && !result.fitsLong()) {
      return multiplyPairs(a, aStep, b, bStep, output, rows);
    }
    return general(a, aStep, b, bStep, output, rows);
  }

  private static void addLongs(
      long a, long aStep, long aFactor, long b, long bStep, long bFactor, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      Memory.putLong(output + 8L * i, Memory.getLong(a) * aFactor + Memory.getLong(b) * bFactor);
      a += aStep;
      b += bStep;
    }
  }

  private static void multiplyLongs(long a, long aStep, long b, long bStep, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      Memory.putLong(output + 8L * i, Memory.getLong(a) * Memory.getLong(b));
      a += aStep;
      b += bStep;
    }
  }

  private static void multiplyToPairs(
      long a, long aStep, long b, long bStep, long output, int rows) {
    for (int i = 0; i < rows; i++) {
      long x = Memory.getLong(a);
      long y = Memory.getLong(b);
      Memory.putLong(output + 16L * i, x * y);
      Memory.putLong(output + 16L * i + 8, Math.multiplyHigh(x, y));
      a += aStep;
      b += bStep;
    }
  }

  private boolean multiplyPairs(long a, long aStep, long b, long bStep, long output, int rows) {
    boolean aWide = !left.fitsLong();
    boolean bWide = !right.fitsLong();
    boolean mayExceed = canFail();
    Int128 value = new Int128();
    boolean failed = false;
    for (int i = 0; i < rows; i++) {
      long aLow = Memory.getLong(a);
      long aHigh = aWide ? Memory.getLong(a + 8) : aLow >> 63;
      long bLow = Memory.getLong(b);
      long bHigh = bWide ? Memory.getLong(b + 8) : bLow >> 63;
      long low;
      long high;
      if (aHigh == aLow >> 63 && bHigh == bLow >> 63) {
        low = aLow * bLow;
        high = Math.multiplyHigh(aLow, bLow);
      } else {
        value.set(aLow, aHigh);
        failed |= value.multiply(bLow, bHigh);
        low = value.low();
        high = value.high();
      }
      if (mayExceed && high != low >> 63) {
        value.set(low, high);
        failed |= !value.hasAtMostDigits(result.precision());
      }
      Memory.putLong(output + 16L * i, low);
      Memory.putLong(output + 16L * i + 8, high);
      a += aStep;
      b += bStep;
    }
    return failed;
  }

  private boolean general(long a, long aStep, long b, long bStep, long output, int rows) {
    boolean aWide = !left.fitsLong();
    boolean bWide = !right.fitsLong();
    boolean wide = !result.fitsLong();
    Int128 value = new Int128();
    Int128 other = new Int128();
    boolean failed = false;
    for (int i = 0; i < rows; i++) {
      long aLow = Memory.getLong(a);
      long bLow = Memory.getLong(b);
      value.set(aLow, aWide ? Memory.getLong(a + 8) : aLow >> 63);
      other.set(bLow, bWide ? Memory.getLong(b + 8) : bLow >> 63);
      boolean bad = row(value, other) || !value.hasAtMostDigits(result.precision());
      failed |= bad;
      if (wide) {
        Memory.putLong(output + 16L * i, value.low());
        Memory.putLong(output + 16L * i + 8, value.high());
      } else {
        Memory.putLong(output + 8L * i, value.low());
      }
      a += aStep;
      b += bStep;
    }
    return failed;
  }

  /** Computes one row into {@code value}; returns whether it failed. */
  private boolean row(Int128 value, Int128 other) {
    int common = Math.max(left.scale(), right.scale());
    switch (operation) {
      case ADD, SUBTRACT -> {
        long low = value.low();
        long high = value.high();
        long otherLow = other.low();
        long otherHigh = other.high();
        boolean overflow =
            value.scaleUp(common - left.scale())
                | other.scaleUp(common - right.scale())
                | (operation == IntegerArithmetic.Operation.ADD
                    ? value.add(other.low(), other.high())
                    : value.subtract(other.low(), other.high()));
        if (overflow) {
          return big(value, low, high, otherLow, otherHigh);
        }
        value.scaleDown(common - result.scale());
        return false;
      }
      case MULTIPLY -> {
        long low = value.low();
        long high = value.high();
        if (value.multiply(other.low(), other.high())) {
          return big(value, low, high, other.low(), other.high());
        }
        value.scaleDown(left.scale() + right.scale() - result.scale());
        return false;
      }
      case DIVIDE -> {
        if (other.low() == 0 && other.high() == 0) {
          return true;
        }
        long low = value.low();
        long high = value.high();
        int digits = result.scale() - left.scale() + right.scale();
        if (digits < 0 || value.scaleUp(digits) || !other.fitsLong()) {
          return big(value, low, high, other.low(), other.high());
        }
        value.divideRounded(other.low());
        return false;
      }
      case FLOOR_DIVIDE, MODULO -> {
        if (other.low() == 0 && other.high() == 0) {
          return true;
        }
        return big(value, value.low(), value.high(), other.low(), other.high());
      }
    }
    return false;
  }

  private boolean big(Int128 value, long low, long high, long otherLow, long otherHigh) {
    BigInteger exact =
        exact(Int128.toBigInteger(low, high), Int128.toBigInteger(otherLow, otherHigh));
    return value.setBig(exact);
  }

  private BigInteger exact(BigInteger a, BigInteger b) {
    int common = Math.max(left.scale(), right.scale());
    BigInteger x = a.multiply(BigInteger.TEN.pow(common - left.scale()));
    BigInteger y = b.multiply(BigInteger.TEN.pow(common - right.scale()));
    return switch (operation) {
      case ADD -> Decimals.rescale(x.add(y), common, result.scale());
      case SUBTRACT -> Decimals.rescale(x.subtract(y), common, result.scale());
      case MULTIPLY ->
          Decimals.rescale(a.multiply(b), left.scale() + right.scale(), result.scale());
      case DIVIDE -> Decimals.divideHalfUp(x.multiply(BigInteger.TEN.pow(result.scale())), y);
      case MODULO -> Decimals.rescale(x.remainder(y), common, result.scale());
      case FLOOR_DIVIDE -> {
        BigInteger[] both = x.divideAndRemainder(y);
        boolean below = both[1].signum() != 0 && both[1].signum() != y.signum();
        yield below ? both[0].subtract(BigInteger.ONE) : both[0];
      }
    };
  }

  /** Raises the error of the first valid row that failed, if there is one. */
  public void raise(long a, long aStep, long b, long bStep, long validity, int rows) {
    for (int i = 0; i < rows; i++) {
      if (validity != 0 && !Bits.get(validity, i)) {
        continue;
      }
      BigInteger x = read(left, a + aStep * i);
      BigInteger y = read(right, b + bStep * i);
      String shownLeft = Decimals.show(x, left.scale());
      if (operation.divides() && y.signum() == 0) {
        throw Failures.divisionByZero(shownLeft);
      }
      BigInteger exact = exact(x, y);
      if (!Decimals.fits(exact, result)) {
        throw Failures.overflow(
            operation.describe(shownLeft, Decimals.show(y, right.scale())),
            Decimals.show(exact, result.scale()),
            result);
      }
    }
  }

  /** Reads the unscaled value of a decimal. */
  static BigInteger read(DataType.Decimal type, long address) {
    return type.fitsLong()
        ? BigInteger.valueOf(Memory.getLong(address))
        : Int128.toBigInteger(Memory.getLong(address), Memory.getLong(address + 8));
  }
}
