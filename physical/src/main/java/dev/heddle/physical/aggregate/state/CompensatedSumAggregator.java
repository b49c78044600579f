package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Sums and means of doubles beside what each addition has rounded away (Neumaier's algorithm).
 * Infinities and NaN are counted beside, so that each can be taken out.
 */
public final class CompensatedSumAggregator extends FoldAggregator {
  private static final int INFINITIES = 8;
  private static final int NEGATIVE_INFINITIES = 16;
  private static final int NANS = 24;
  private static final int SUM = 32; // as bits
  private static final int LOST = 40; // as bits
  private static final int BYTES = 48;

  private final boolean isMean;

  public CompensatedSumAggregator(
      AggregateFunction function, DataType argument, MemoryAccount account) {
    super(BYTES, SUM, argument, account);
    this.isMean = function == AggregateFunction.COMPENSATED_MEAN;
  }

  @Override
  void add(long state, double value) {
    put(state, value, 1);
  }

  @Override
  void remove(long state, double value) {
    put(state, value, -1);
  }

  /** Adds a value, or takes it out if the sign is negative. */
  private static void put(long state, double value, int sign) {
    if (Double.isFinite(value)) {
      sum(state, sign * value);
    } else {
      int offset = Double.isNaN(value) ? NANS : value > 0 ? INFINITIES : NEGATIVE_INFINITIES;
      count(state, offset, sign);
    }
  }

  private static void sum(long state, double value) {
    double sum = Memory.getDouble(state + SUM);
    double next = sum + value;
    double lost = Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    Memory.putDouble(state + SUM, next);
    Memory.putDouble(state + LOST, Memory.getDouble(state + LOST) + lost);
  }

  @Override
  void merge(long state, Column[] columns, int row) {
    sum(state, Double.longBitsToDouble(columns[SUM / 8].longAt(row)));
    sum(state, Double.longBitsToDouble(columns[LOST / 8].longAt(row)));
  }

  @Override
  double result(long state) {
    return isMean ? sum(state) / Memory.getLong(state + COUNT) : sum(state);
  }

  private static double sum(long state) {
    boolean isInfinite = Memory.getLong(state + INFINITIES) > 0;
    boolean isNegative = Memory.getLong(state + NEGATIVE_INFINITIES) > 0;
    if (Memory.getLong(state + NANS) > 0 || (isInfinite && isNegative)) {
      return Double.NaN;
    }
    if (isInfinite || isNegative) {
      return isInfinite ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
    }
    double sum = Memory.getDouble(state + SUM);
    return Double.isFinite(sum) ? sum + Memory.getDouble(state + LOST) : sum;
  }
}
