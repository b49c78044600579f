package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Slow, exact decimal helpers: what kernels fall back to, and how messages show values. */
public final class Decimals {
  private Decimals() {}

  /** Divides, rounding half away from zero. */
  public static BigInteger divideHalfUp(BigInteger dividend, BigInteger divisor) {
    BigInteger[] both = dividend.divideAndRemainder(divisor);
    boolean away = both[1].abs().shiftLeft(1).compareTo(divisor.abs()) >= 0;
    int sign = dividend.signum() * divisor.signum();
    return away ? both[0].add(BigInteger.valueOf(sign)) : both[0];
  }

  /** Returns the unscaled value at another scale, rounding half away from zero. */
  public static BigInteger rescale(BigInteger unscaled, int fromScale, int toScale) {
    return toScale >= fromScale
        ? unscaled.multiply(BigInteger.TEN.pow(toScale - fromScale))
        : divideHalfUp(unscaled, BigInteger.TEN.pow(fromScale - toScale));
  }

  /** Returns whether the unscaled value fits into the type. */
  public static boolean fits(BigInteger unscaled, DataType.Decimal type) {
    return unscaled.abs().compareTo(Int128.bigPowerOfTen(type.precision())) < 0;
  }

  /** Returns whether the unscaled value, or integer, fits into the type of exact numbers. */
  public static boolean fits(Int128 value, DataType type) {
    return switch (type) {
      case DataType.Decimal decimal -> value.hasAtMostDigits(decimal.precision());
      case DataType.Int128 _ -> true;
      case DataType _ -> value.fitsLong();
    };
  }

  /** Returns the value as text. */
  public static String show(BigInteger unscaled, int scale) {
    return new BigDecimal(unscaled, scale).toPlainString();
  }
}
