package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.StateArray;

/**
 * Variances and standard deviations: count, mean and the sum of squared distances from the mean,
 * updated value by value (Welford 1962) and merged by pairs (Chan, Golub, LeVeque 1979).
 */
public final class VarianceAggregator extends Aggregator {
  private static final int COUNT = 0;
  private static final int MEAN = 8;
  private static final int SQUARES = 16;
  private static final int BYTES = 24;

  private final AggregateFunction function;
  private final double unit; // of a decimal's last digit, as its reciprocal
  private final MemoryAccount account;
  private final StateArray states;

  public VarianceAggregator(AggregateFunction function, DataType argument, MemoryAccount account) {
    this.function = function;
    this.unit = argument instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    this.account = account;
    this.states = new StateArray(account, BYTES, 0);
  }

  @Override
  public void grow(int groupCount) {
    states.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    try (DoubleValues values = DoubleValues.of(arguments[0], rows, account)) {
      long nulls = arguments[0].validity();
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          add(
              states.address() + (long) BYTES * Memory.getInt(groups + 4L * i),
              values.at(i) / unit);
        }
      }
    }
  }

  private static void add(long state, double value) {
    long count = Memory.getLong(state + COUNT) + 1;
    double mean = Memory.getDouble(state + MEAN);
    double distance = value - mean;
    double newMean = mean + distance / count;
    Memory.putLong(state + COUNT, count);
    Memory.putDouble(state + MEAN, newMean);
    Memory.putDouble(
        state + SQUARES, Memory.getDouble(state + SQUARES) + distance * (value - newMean));
  }

  @Override
  public void mergeStates(long groups, Column[] columns, int rows) {
    for (int i = 0; i < rows; i++) {
      long further = columns[0].longAt(i);
      if (further > 0) {
        long state = states.address() + (long) BYTES * Memory.getInt(groups + 4L * i);
        merge(state, further, columns[1].doubleAt(i), columns[2].doubleAt(i));
      }
    }
  }

  private static void merge(long state, long further, double furtherMean, double furtherSquares) {
    long count = Memory.getLong(state + COUNT);
    double mean = Memory.getDouble(state + MEAN);
    long all = count + further;
    double distance = furtherMean - mean;
    Memory.putLong(state + COUNT, all);
    Memory.putDouble(state + MEAN, count == 0 ? furtherMean : mean + distance * further / all);
    double squares = Memory.getDouble(state + SQUARES) + furtherSquares;
    Memory.putDouble(
        state + SQUARES,
        count == 0 ? furtherSquares : squares + distance * distance * count / all * further);
  }

  @Override
  public Column[] states(long groups, int count) {
    int[] offsets = {COUNT, MEAN, SQUARES};
    return Column.makeAll(
        offsets.length,
        i -> states.words(i == 0 ? DataType.INT64 : DataType.FLOAT64, offsets[i], groups, count));
  }

  @Override
  public Column result(long groups, int count) {
    boolean isSample =
        function == AggregateFunction.VAR_SAMP || function == AggregateFunction.STDDEV_SAMP;
    boolean isDeviation =
        function == AggregateFunction.STDDEV_SAMP || function == AggregateFunction.STDDEV_POP;
    Buffer values = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long state = states.address() + (long) BYTES * Memory.getInt(groups + 4L * i);
      long divisor = Memory.getLong(state + COUNT) - (isSample ? 1 : 0);
      double variance = Memory.getDouble(state + SQUARES) / divisor;
      Memory.putDouble(values.address() + 8L * i, isDeviation ? Math.sqrt(variance) : variance);
      if (divisor > 0) {
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, values, validity);
  }

  @Override
  public long bytes() {
    return states.bytes();
  }

  @Override
  public void close() {
    states.close();
  }
}
