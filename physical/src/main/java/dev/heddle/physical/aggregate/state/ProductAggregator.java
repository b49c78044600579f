package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Products as a significand from 1 to 2 and a wide exponent, so that none overflows or underflows
 * on the way. Zeros, infinities, NaN and signs are counted beside, so that each can be taken out.
 */
public final class ProductAggregator extends FoldAggregator {
  private static final int EXPONENT = 8; // of the finite values that are not 0
  private static final int ZEROS = 16;
  private static final int INFINITIES = 24;
  private static final int NANS = 32;
  private static final int NEGATIVES = 40;
  private static final int SIGNIFICAND = 48; // as bits; 0 represents 1
  private static final int BYTES = 56;

  private static final int MAX_SCALE = 4_096; // beyond all exponents of a double

  public ProductAggregator(DataType argument, MemoryAccount account) {
    super(BYTES, SIGNIFICAND, argument, account);
  }

  @Override
  void add(long state, double value) {
    double size = Math.abs(value);
    if (size > 0 && size <= Double.MAX_VALUE) {
      multiply(state, significand(size), exponent(size));
    } else {
      count(state, special(size), 1);
    }
    if (isNegative(value)) {
      count(state, NEGATIVES, 1);
    }
  }

  @Override
  void remove(long state, double value) {
    double size = Math.abs(value);
    if (size > 0 && size <= Double.MAX_VALUE) {
      divide(state, significand(size), exponent(size));
    } else {
      count(state, special(size), -1);
    }
    if (isNegative(value)) {
      count(state, NEGATIVES, -1);
    }
  }

  private static int special(double size) {
    return size == 0 ? ZEROS : size > 0 ? INFINITIES : NANS;
  }

  private static boolean isNegative(double value) {
    return Double.doubleToRawLongBits(value) < 0;
  }

  /** Returns the exponent of a finite number above 0, also of one below the normal ones. */
  private static int exponent(double size) {
    int exponent = Math.getExponent(size);
    return exponent >= Double.MIN_EXPONENT
        ? exponent
        : Math.getExponent(size * 0x1p54) - 54; // exact, since it has few digits
  }

  private static double significand(double size) {
    return Math.scalb(size, -exponent(size));
  }

  private static void multiply(long state, double significand, long exponent) {
    double product = significand(state) * significand;
    boolean isLarge = product >= 2;
    Memory.putDouble(state + SIGNIFICAND, isLarge ? product / 2 : product);
    count(state, EXPONENT, exponent + (isLarge ? 1 : 0));
  }

  private static void divide(long state, double significand, long exponent) {
    double quotient = significand(state) / significand;
    boolean isSmall = quotient < 1;
    Memory.putDouble(state + SIGNIFICAND, isSmall ? quotient * 2 : quotient);
    count(state, EXPONENT, -exponent - (isSmall ? 1 : 0));
  }

  private static double significand(long state) {
    double significand = Memory.getDouble(state + SIGNIFICAND);
    return significand == 0 ? 1 : significand;
  }

  @Override
  void merge(long state, Column[] columns, int row) {
    double significand = Double.longBitsToDouble(columns[SIGNIFICAND / 8].longAt(row));
    multiply(state, significand == 0 ? 1 : significand, 0);
  }

  @Override
  double result(long state) {
    boolean hasZero = Memory.getLong(state + ZEROS) > 0;
    boolean isInfinite = Memory.getLong(state + INFINITIES) > 0;
    if (Memory.getLong(state + NANS) > 0 || (hasZero && isInfinite)) {
      return Double.NaN;
    }
    long exponent = Memory.getLong(state + EXPONENT);
    double size =
        hasZero
            ? 0
            : isInfinite
                ? Double.POSITIVE_INFINITY
                : Math.scalb(significand(state), (int) Math.clamp(exponent, -MAX_SCALE, MAX_SCALE));
    boolean isNegative = (Memory.getLong(state + NEGATIVES) & 1) != 0;
    return isNegative ? -size : size;
  }
}
