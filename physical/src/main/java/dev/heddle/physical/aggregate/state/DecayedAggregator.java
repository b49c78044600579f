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
import java.util.List;

/**
 * Mean and variance of values whose weights decay with the time since: a state has the sums of
 * weights as they are at its last time, so that states merge in any order.
 */
public final class DecayedAggregator extends Aggregator {
  private static final int COUNT = 0;
  private static final int TIME = 8;
  private static final int RATE = 16;
  private static final int WEIGHT = 24;
  private static final int WEIGHTS_SQUARED = 32;
  private static final int MEAN = 40;
  private static final int SQUARES = 48; // weighted squares of distances from the mean
  private static final int BYTES = 56;
  private static final int ARGUMENTS = 4; // value, time, weight, rate

  private final AggregateFunction function;
  private final double[] units; // of the last digits of arguments that are decimals, reciprocal
  private final MemoryAccount account;
  private final StateArray states;

  /**
   * Makes states of no group.
   *
   * @param arguments types of the value, the time, the weight and the rate; of states, doubles
   */
  public DecayedAggregator(
      AggregateFunction function, List<DataType> arguments, MemoryAccount account) {
    this.function = function;
    this.units =
        arguments.stream()
            .mapToDouble(type -> type instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1)
            .toArray();
    this.account = account;
    this.states = new StateArray(account, BYTES, 0);
  }

  @Override
  public void grow(int groupCount) {
    states.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    DoubleValues[] values = new DoubleValues[ARGUMENTS];
    try {
      for (int i = 0; i < ARGUMENTS; i++) {
        values[i] = DoubleValues.of(arguments[i], rows, account);
      }
      for (int i = 0; i < rows; i++) {
        if (isPresent(arguments, i)) {
          add(
              states.address() + (long) BYTES * Memory.getInt(groups + 4L * i),
              1,
              values[1].at(i) / units[1],
              values[3].at(i) / units[3],
              values[2].at(i) / units[2],
              values[0].at(i) / units[0]);
        }
      }
    } finally {
      for (DoubleValues each : values) {
        if (each != null) {
          each.close();
        }
      }
    }
  }

  private static boolean isPresent(Column[] arguments, int row) {
    for (int i = 0; i < ARGUMENTS; i++) {
      long validity = arguments[i].validity();
      if (validity != 0 && !Bits.get(validity, row)) {
        return false;
      }
    }
    return true;
  }

  private static void add(
      long state, long count, double time, double rate, double weight, double value) {
    add(state, count, time, rate, weight, weight * weight, value, 0);
  }

  /** Adds rows with these moments, whose weights are those at a time. */
  private static void add(
      long state,
      long count,
      double time,
      double rate,
      double weight,
      double weightsSquared,
      double mean,
      double squares) {
    long known = Memory.getLong(state + COUNT);
    Memory.putLong(state + COUNT, known + count);
    if (known == 0) {
      Memory.putDouble(state + TIME, time);
      Memory.putDouble(state + RATE, rate);
      Memory.putDouble(state + WEIGHT, weight);
      Memory.putDouble(state + WEIGHTS_SQUARED, weightsSquared);
      Memory.putDouble(state + MEAN, mean);
      Memory.putDouble(state + SQUARES, squares);
      return;
    }
    double last = Memory.getDouble(state + TIME);
    double ours = time > last ? Math.exp(-rate * (time - last)) : 1;
    double theirs = time < last ? Math.exp(-rate * (last - time)) : 1;
    double ourWeight = Memory.getDouble(state + WEIGHT) * ours;
    double further = weight * theirs;
    double all = ourWeight + further;
    double ourMean = Memory.getDouble(state + MEAN);
    double distance = mean - ourMean;
    double share = all == 0 ? 0 : further / all;
    Memory.putDouble(state + TIME, Math.max(time, last));
    Memory.putDouble(state + WEIGHT, all);
    Memory.putDouble(
        state + WEIGHTS_SQUARED,
        Memory.getDouble(state + WEIGHTS_SQUARED) * ours * ours + weightsSquared * theirs * theirs);
    // where nothing is left of our weight, its mean counts no more, even if it is infinite
    Memory.putDouble(state + MEAN, share == 1 ? mean : ourMean + distance * share);
    double between = share == 1 || share == 0 ? 0 : distance * distance * ourWeight * share;
    Memory.putDouble(
        state + SQUARES, Memory.getDouble(state + SQUARES) * ours + squares * theirs + between);
  }

  @Override
  public void mergeStates(long groups, Column[] columns, int rows) {
    for (int i = 0; i < rows; i++) {
      if (columns[0].longAt(i) > 0) {
        add(
            states.address() + (long) BYTES * Memory.getInt(groups + 4L * i),
            columns[0].longAt(i),
            columns[1].doubleAt(i),
            columns[2].doubleAt(i),
            columns[3].doubleAt(i),
            columns[4].doubleAt(i),
            columns[5].doubleAt(i),
            columns[6].doubleAt(i));
      }
    }
  }

  @Override
  public Column[] states(long groups, int count) {
    return Column.makeAll(
        BYTES / 8,
        i -> states.words(i == 0 ? DataType.INT64 : DataType.FLOAT64, 8 * i, groups, count));
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long state = states.address() + (long) BYTES * Memory.getInt(groups + 4L * i);
      double weight = Memory.getDouble(state + WEIGHT);
      double effective = weight - Memory.getDouble(state + WEIGHTS_SQUARED) / weight;
      boolean isSample = function == AggregateFunction.DECAYED_VAR_SAMP;
      boolean hasResult =
          Memory.getLong(state + COUNT) > (isSample ? 1 : 0)
              && weight != 0
              && !(isSample && effective <= 0);
      if (hasResult) {
        double squares = Memory.getDouble(state + SQUARES);
        double result =
            function == AggregateFunction.DECAYED_AVG
                ? Memory.getDouble(state + MEAN)
                : squares / (isSample ? effective : weight);
        Memory.putDouble(values.address() + 8L * i, result);
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
