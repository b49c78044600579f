package dev.heddle.physical.aggregate;

import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.StateArray;

/**
 * Sums and means of doubles beside what each addition has rounded away (Neumaier's algorithm).
 * Infinities and NaN are counted beside, so that each can be taken out.
 */
final class CompensatedSumAggregator extends Aggregator {
  private static final int COUNT = 0;
  private static final int INFINITIES = 8;
  private static final int NEGATIVE_INFINITIES = 16;
  private static final int NANS = 24;
  private static final int SUM = 32; // as bits
  private static final int LOST = 40; // as bits
  private static final int BYTES = 48;

  private final boolean isMean;
  private final double unit; // of a decimal's last digit, as its reciprocal
  private final MemoryAccount account;
  private final StateArray states;

  CompensatedSumAggregator(AggregateFunction function, DataType argument, MemoryAccount account) {
    this.isMean = function == AggregateFunction.COMPENSATED_MEAN;
    this.unit = argument instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    this.account = account;
    this.states = new StateArray(account, BYTES, 0);
  }

  @Override
  public void grow(int groupCount) {
    states.grow(groupCount);
  }

  private long state(long groups, int row) {
    return states.address() + (long) BYTES * Memory.getInt(groups + 4L * row);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    try (DoubleValues values = DoubleValues.of(arguments[0], rows, account)) {
      long nulls = arguments[0].validity();
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          put(state(groups, i), values.at(i) / unit, 1);
        }
      }
    }
  }

  /** Adds a value, or takes it out if the sign is negative. */
  private static void put(long state, double value, int sign) {
    count(state, COUNT, sign);
    if (Double.isFinite(value)) {
      add(state, sign * value);
    } else {
      int offset = Double.isNaN(value) ? NANS : value > 0 ? INFINITIES : NEGATIVE_INFINITIES;
      count(state, offset, sign);
    }
  }

  private static void add(long state, double value) {
    double sum = Memory.getDouble(state + SUM);
    double next = sum + value;
    double lost = Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    Memory.putDouble(state + SUM, next);
    Memory.putDouble(state + LOST, Memory.getDouble(state + LOST) + lost);
  }

  private static void count(long state, int offset, long by) {
    Memory.putLong(state + offset, Memory.getLong(state + offset) + by);
  }

  @Override
  public void mergeStates(long groups, Column[] columns, int rows) {
    for (int i = 0; i < rows; i++) {
      if (columns[0].longAt(i) > 0) {
        long state = state(groups, i);
        for (int offset = COUNT; offset < SUM; offset += 8) {
          count(state, offset, columns[offset / 8].longAt(i));
        }
        add(state, Double.longBitsToDouble(columns[SUM / 8].longAt(i)));
        add(state, Double.longBitsToDouble(columns[LOST / 8].longAt(i)));
      }
    }
  }

  @Override
  public Column[] states(long groups, int count) {
    return Column.makeAll(BYTES / 8, i -> states.words(DataType.INT64, 8 * i, groups, count));
  }

  @Override
  public SlidingState slide(Column[] arguments, int rows) {
    Buffer own = account.allocateZeroed(BYTES);
    try {
      return new Sliding(own, DoubleValues.of(arguments[0], rows, account));
    } catch (Throwable e) {
      own.release();
      throw e;
    }
  }

  private final class Sliding implements SlidingState {
    private final Buffer own;
    private final DoubleValues values;

    Sliding(Buffer own, DoubleValues values) {
      this.own = own;
      this.values = values;
    }

    @Override
    public void clear() {
      Memory.fill(own.address(), BYTES, (byte) 0);
    }

    @Override
    public void add(int row) {
      put(own.address(), values.at(row) / unit, 1);
    }

    @Override
    public void remove(int row) {
      put(own.address(), values.at(row) / unit, -1);
    }

    @Override
    public void store(int group) {
      Memory.copy(own.address(), states.address() + (long) BYTES * group, BYTES);
    }

    @Override
    public void close() {
      own.release();
      values.close();
    }
  }

  @Override
  public Column result(long groups, int count) {
    Buffer sums = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(sums, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long state = state(groups, i);
      long values = Memory.getLong(state + COUNT);
      if (values > 0) {
        Memory.putDouble(sums.address() + 8L * i, isMean ? sum(state) / values : sum(state));
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, sums, validity);
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

  @Override
  long bytes() {
    return states.bytes();
  }

  @Override
  public void close() {
    states.close();
  }
}
