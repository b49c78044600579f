package dev.heddle.physical.kernel;

import java.math.BigInteger;

/**
 * A mutable signed 128-bit integer of two words: the accumulator of decimal kernels.
 *
 * <p>Operations work on the value in place and return whether the result left the 128 bits; the
 * value is then unspecified. Used by one thread.
 */
public final class Int128 {
  /** Powers of ten that fit into 64 bits. */
  private static final long[] POWERS = new long[19];

  private static final BigInteger[] BIG_POWERS = new BigInteger[77];

  /** The words of powers of ten of up to 38 digits, and of their negatives. */
  private static final long[] POWER_LOW = new long[39];

  private static final long[] POWER_HIGH = new long[39];
  private static final long[] NEGATIVE_LOW = new long[39];
  private static final long[] NEGATIVE_HIGH = new long[39];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
    BIG_POWERS[0] = BigInteger.ONE;
    for (int i = 1; i < BIG_POWERS.length; i++) {
      BIG_POWERS[i] = BIG_POWERS[i - 1].multiply(BigInteger.TEN);
    }
    for (int i = 0; i < POWER_LOW.length; i++) {
      POWER_LOW[i] = BIG_POWERS[i].longValue();
      POWER_HIGH[i] = BIG_POWERS[i].shiftRight(64).longValue();
      NEGATIVE_LOW[i] = BIG_POWERS[i].negate().longValue();
      NEGATIVE_HIGH[i] = BIG_POWERS[i].negate().shiftRight(64).longValue();
    }
  }

  private long low;
  private long high;

  /** Makes a zero. */
  public Int128() {}

  /** Returns ten to a power of 0 to 18. */
  public static long powerOfTen(int exponent) {
    return POWERS[exponent];
  }

  /** Returns ten to a power of 0 to 76. */
  public static BigInteger bigPowerOfTen(int exponent) {
    return BIG_POWERS[exponent];
  }

  /** Returns the low word. */
  public long low() {
    return low;
  }

  /** Returns the high word. */
  public long high() {
    return high;
  }

  /** Sets the value. */
  public void set(long newLow, long newHigh) {
    low = newLow;
    high = newHigh;
  }

  /** Sets the value to a 64-bit integer. */
  public void set(long value) {
    low = value;
    high = value >> 63;
  }

  /** Returns whether the value fits into 64 bits. */
  public boolean fitsLong() {
    return high == low >> 63;
  }

  /** Adds; returns whether it overflowed. */
  public boolean add(long otherLow, long otherHigh) {
    long sumLow = low + otherLow;
    long carry = Long.compareUnsigned(sumLow, low) < 0 ? 1 : 0;
    long sumHigh = high + otherHigh + carry;
    boolean overflow = ((high ^ sumHigh) & (otherHigh ^ sumHigh)) < 0;
    low = sumLow;
    high = sumHigh;
    return overflow;
  }

  /** Subtracts; returns whether it overflowed. */
  public boolean subtract(long otherLow, long otherHigh) {
    long differenceLow = low - otherLow;
    long borrow = Long.compareUnsigned(low, otherLow) < 0 ? 1 : 0;
    long differenceHigh = high - otherHigh - borrow;
    boolean overflow = ((high ^ otherHigh) & (high ^ differenceHigh)) < 0;
    low = differenceLow;
    high = differenceHigh;
    return overflow;
  }

  /** Negates; returns whether it overflowed. */
  public boolean negate() {
    boolean overflow = high == Long.MIN_VALUE && low == 0;
    low = -low;
    high = ~high + (low == 0 ? 1 : 0);
    return overflow;
  }

  /** Multiplies by a 64-bit integer; returns whether it overflowed. */
  public boolean multiply(long factor) {
    if (fitsLong()) {
      high = Math.multiplyHigh(low, factor);
      low = low * factor;
      return false;
    }
    return multiplyWide(factor, factor >> 63);
  }

  /** Multiplies; returns whether it overflowed. */
  public boolean multiply(long otherLow, long otherHigh) {
    if (otherHigh == otherLow >> 63) {
      return multiply(otherLow);
    }
    return multiplyWide(otherLow, otherHigh);
  }

  private boolean multiplyWide(long otherLow, long otherHigh) {
    boolean negative = (high ^ otherHigh) < 0;
    // Magnitudes; the smallest value stays itself, read unsigned.
    long aLow = high < 0 ? -low : low;
    long aHigh = high < 0 ? ~high + (low == 0 ? 1 : 0) : high;
    long bLow = otherHigh < 0 ? -otherLow : otherLow;
    long bHigh = otherHigh < 0 ? ~otherHigh + (otherLow == 0 ? 1 : 0) : otherHigh;
    if (aHigh != 0 && bHigh != 0) {
      return true;
    }
    long crossA = aHigh * bLow;
    long crossB = bHigh * aLow;
    boolean overflow =
        Math.unsignedMultiplyHigh(aHigh, bLow) != 0 || Math.unsignedMultiplyHigh(bHigh, aLow) != 0;
    long cross = crossA + crossB; // one of them is 0
    long upper = Math.unsignedMultiplyHigh(aLow, bLow);
    long sum = upper + cross;
    overflow |= Long.compareUnsigned(sum, upper) < 0;
    low = aLow * bLow;
    high = sum;
    if (negative) {
      boolean smallest = high == Long.MIN_VALUE && low == 0;
      overflow |= high < 0 && !smallest;
      low = -low;
      high = ~high + (low == 0 ? 1 : 0);
    } else {
      overflow |= high < 0;
    }
    return overflow;
  }

  /** Multiplies by ten to a power of 0 to 38; returns whether it overflowed. */
  public boolean scaleUp(int digits) {
    int left = digits;
    boolean overflow = false;
    while (left > 0) {
      int step = Math.min(left, 18);
      overflow |= multiply(POWERS[step]);
      left -= step;
    }
    return overflow;
  }

  /** Divides by ten to a power of 0 to 38, rounding half away from zero. */
  public void scaleDown(int digits) {
    if (digits == 0) {
      return;
    }
    if (digits <= 18) {
      divideRounded(POWERS[digits]);
    } else {
      setBig(Decimals.divideHalfUp(toBigInteger(), BIG_POWERS[digits]));
    }
  }

  /** Divides by ten to a power of 0 to 38, towards zero. */
  public void truncateDown(int digits) {
    if (digits > 18) {
      truncateDown(18);
      truncateDown(digits - 18);
    } else {
      divide(POWERS[digits]);
    }
  }

  /**
   * Divides by a 64-bit integer other than 0, towards zero, and returns the remainder, which has
   * the sign the value had.
   */
  public long divide(long divisor) {
    if (fitsLong() && !(low == Long.MIN_VALUE && divisor == -1)) {
      long dividend = low;
      set(dividend / divisor);
      return dividend - low * divisor;
    }
    if (divisor == Long.MIN_VALUE) {
      BigInteger[] both = toBigInteger().divideAndRemainder(BigInteger.valueOf(divisor));
      setBig(both[0]);
      return both[1].longValue();
    }
    boolean negative = high < 0;
    boolean opposite = negative != divisor < 0;
    long d = Math.abs(divisor);
    if (negative) {
      negate();
    }
    long quotientHigh = Long.divideUnsigned(high, d);
    long remainder = Long.remainderUnsigned(high, d);
    long quotientLow = divideWords(remainder, low, d);
    long rest = low - quotientLow * d;
    low = quotientLow;
    high = quotientHigh;
    if (opposite) {
      negate();
    }
    return negative ? -rest : rest;
  }

  /** Divides by a 64-bit integer other than 0, rounding half away from zero. */
  public void divideRounded(long divisor) {
    boolean opposite = (high < 0) != (divisor < 0);
    long remainder = divide(divisor);
    long distance = Math.abs(remainder);
    long d = Math.abs(divisor);
    if (Long.compareUnsigned(distance, d - distance) >= 0) {
      if (opposite) {
        subtract(1, 0);
      } else {
        add(1, 0);
      }
    }
  }

  /** Divides the 128 bits (high, low) by a divisor above high; divisor below 2^63. */
  private static long divideWords(long high, long low, long divisor) {
    if (high == 0) {
      return Long.divideUnsigned(low, divisor);
    }
    // Knuth's algorithm D with 32-bit digits.
    int shift = Long.numberOfLeadingZeros(divisor);
    long d = divisor << shift;
    long upper = shift == 0 ? high : high << shift | low >>> (64 - shift);
    long lower = low << shift;
    long dHigh = d >>> 32;
    long dLow = d & 0xffffffffL;
    long firstDigit = lower >>> 32;
    long secondDigit = lower & 0xffffffffL;
    long q1 = digit(upper, firstDigit, dHigh, dLow);
    long rest = (upper << 32 | firstDigit) - q1 * d;
    long q0 = digit(rest, secondDigit, dHigh, dLow);
    return q1 << 32 | q0;
  }

  private static long digit(long upper, long next, long dHigh, long dLow) {
    long q = Long.divideUnsigned(upper, dHigh);
    long r = upper - q * dHigh;
    while (q >>> 32 != 0 || Long.compareUnsigned(q * dLow, r << 32 | next) > 0) {
      q--;
      r += dHigh;
      if (r >>> 32 != 0) {
        break;
      }
    }
    return q;
  }

  /** Compares with another value. */
  public static int compare(long aLow, long aHigh, long bLow, long bHigh) {
    return aHigh != bHigh ? Long.compare(aHigh, bHigh) : Long.compareUnsigned(aLow, bLow);
  }

  /** Returns whether the value has at most this number of digits (1 to 38). */
  public boolean hasAtMostDigits(int digits) {
    if (digits <= 18) {
      return fitsLong() && low < POWERS[digits] && low > -POWERS[digits];
    }
    return compare(low, high, POWER_LOW[digits], POWER_HIGH[digits]) < 0
        && compare(low, high, NEGATIVE_LOW[digits], NEGATIVE_HIGH[digits]) > 0;
  }

  /** Sets the value from a big integer; returns whether it does not fit. */
  public boolean setBig(BigInteger value) {
    low = value.longValue();
    high = value.shiftRight(64).longValue();
    return value.bitLength() > 127;
  }

  /** Returns the value as a big integer. */
  public BigInteger toBigInteger() {
    return toBigInteger(low, high);
  }

  /** Returns two words as a big integer. */
  public static BigInteger toBigInteger(long low, long high) {
    BigInteger upper = BigInteger.valueOf(high).shiftLeft(64);
    BigInteger lower = BigInteger.valueOf(low);
    return upper.add(low < 0 ? lower.add(BigInteger.ONE.shiftLeft(64)) : lower);
  }

  /** Returns the nearest double of two words. */
  public static double toDouble(long low, long high) {
    if (high == low >> 63) {
      return low;
    }
    return toBigInteger(low, high).doubleValue();
  }
}
