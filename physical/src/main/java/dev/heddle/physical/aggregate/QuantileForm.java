package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.DoubleValues;
import dev.heddle.physical.kernel.number.FloatArithmetic;
import dev.heddle.physical.kernel.time.Infinity;

/**
 * How the values that a quantile is selected of are collected: as binary64 numbers in their order.
 * Decimals of up to 18 digits have there the bits of their unscaled value above a bias, which makes
 * them positive, so that none is rounded; quantiles of them are decimals too, cut to their scale.
 * Times have there the bits of their steps, of negative ones with the sign and the number apart,
 * and infinite ones are infinite: what is between two of them is rounded to a step, halves away
 * from zero.
 */
public final class QuantileForm {
  private static final long BIAS = 1L << 60; // is above every unscaled value of 18 digits

  private final boolean isExact;
  private final boolean isTime;
  private final DataType result;
  private final double unit; // of a wide decimal's last digit, as its reciprocal

  private QuantileForm(boolean isExact, DataType result, double unit) {
    this.isExact = isExact;
    this.isTime = result instanceof DataType.Timestamp || result instanceof DataType.Time;
    this.result = result;
    this.unit = unit;
  }

  /** Returns the form of values of a type. */
  public static QuantileForm of(DataType type) {
    return type instanceof DataType.Timestamp || type instanceof DataType.Time
        ? new QuantileForm(false, type, 1)
        : type instanceof DataType.Decimal decimal
            ? decimal.fitsLong()
                ? new QuantileForm(true, type, 1)
                : new QuantileForm(false, DataType.FLOAT64, Math.pow(10, decimal.scale()))
            : new QuantileForm(false, DataType.FLOAT64, 1);
  }

  /** Returns the type of quantiles. */
  public DataType result() {
    return result;
  }

  /** Returns the first values of a column, or of one that has been collected. */
  public DoubleValues values(Column column, int rows, MemoryAccount account) {
    if (isTime && column.layout() == Layout.INT64) {
      return DoubleValues.ofSteps(column, Infinity.MOMENT, rows, account);
    }
    return isExact && column.layout() == Layout.INT64
        ? DoubleValues.biased(column, BIAS, rows, account)
        : DoubleValues.of(column, rows, account);
  }

  /** Writes the quantile at a share of the way from one collected value to another. */
  public void put(double low, double high, double share, long target) {
    if (isTime) {
      Memory.putLong(target, between(steps(low), steps(high), share));
      return;
    }
    if (!isExact) {
      double number = share == 0 ? low : FloatArithmetic.between(low, high, share);
      Memory.putDouble(target, number / unit);
      return;
    }
    long from = Double.doubleToRawLongBits(low) - BIAS;
    long to = Double.doubleToRawLongBits(high) - BIAS;
    Memory.putLong(target, share == 0 ? from : (long) (from + (to - from) * share));
  }

  private static long steps(double bits) {
    if (Double.isInfinite(bits)) {
      return bits > 0 ? Infinity.MOMENT : -Infinity.MOMENT;
    }
    long raw = Double.doubleToRawLongBits(bits);
    return raw < 0 ? -(raw & Long.MAX_VALUE) : raw;
  }

  /** Infinite times are the first and last steps that there are, as in DuckDB. */
  private static long between(long low, long high, double share) {
    if (share == 0 || low == high) {
      return low;
    }
    double step = low * (1 - share) + high * share;
    return step < 0 ? -Math.round(-step) : Math.round(step);
  }
}
