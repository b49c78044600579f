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
 * Correlations, covariances and regressions of pairs (y, x): count, both means, and the sums of
 * squared distances and of products of distances from them, updated pair by pair and merged (Chan,
 * Golub, LeVeque 1979).
 */
public final class PairAggregator extends Aggregator {
  private static final int COUNT = 0;
  private static final int MEAN_Y = 8;
  private static final int MEAN_X = 16;
  private static final int SYY = 24;
  private static final int SXX = 32;
  private static final int SXY = 40;
  private static final int BYTES = 48;

  private final AggregateFunction function;
  private final double unitY; // of a decimal's last digit, as its reciprocal
  private final double unitX;
  private final MemoryAccount account;
  private final StateArray states;

  public PairAggregator(AggregateFunction function, DataType y, DataType x, MemoryAccount account) {
    this.function = function;
    this.unitY = unit(y);
    this.unitX = unit(x);
    this.account = account;
    this.states = new StateArray(account, BYTES, 0);
  }

  private static double unit(DataType type) {
    return type instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
  }

  @Override
  public void grow(int groupCount) {
    states.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    try (DoubleValues ys = DoubleValues.of(arguments[0], rows, account);
        DoubleValues xs = DoubleValues.of(arguments[1], rows, account)) {
      long nullY = arguments[0].validity();
      long nullX = arguments[1].validity();
      long address = states.address();
      for (int i = 0; i < rows; i++) {
        if ((nullY == 0 || Bits.get(nullY, i)) && (nullX == 0 || Bits.get(nullX, i))) {
          long state = address + (long) BYTES * Memory.getInt(groups + 4L * i);
          add(state, ys.at(i) / unitY, xs.at(i) / unitX);
        }
      }
    }
  }

  private static void add(long state, double y, double x) {
    long count = Memory.getLong(state + COUNT) + 1;
    double part = 1.0 / count;
    double meanY = Memory.getDouble(state + MEAN_Y);
    double meanX = Memory.getDouble(state + MEAN_X);
    double fromY = y - meanY;
    double fromX = x - meanX;
    double newY = meanY + fromY * part;
    double newX = meanX + fromX * part;
    Memory.putLong(state + COUNT, count);
    Memory.putDouble(state + MEAN_Y, newY);
    Memory.putDouble(state + MEAN_X, newX);
    Memory.putDouble(state + SYY, Memory.getDouble(state + SYY) + fromY * (y - newY));
    Memory.putDouble(state + SXX, Memory.getDouble(state + SXX) + fromX * (x - newX));
    Memory.putDouble(state + SXY, Memory.getDouble(state + SXY) + fromY * (x - newX));
  }

  @Override
  public void mergeStates(long groups, Column[] columns, int rows) {
    for (int i = 0; i < rows; i++) {
      long further = columns[0].longAt(i);
      if (further > 0) {
        merge(states.address() + (long) BYTES * Memory.getInt(groups + 4L * i), columns, i);
      }
    }
  }

  private static void merge(long state, Column[] columns, int row) {
    long count = Memory.getLong(state + COUNT);
    long further = columns[0].longAt(row);
    if (count == 0) {
      Memory.putLong(state + COUNT, further);
      for (int i = 1; i < columns.length; i++) {
        Memory.putDouble(state + 8L * i, columns[i].doubleAt(row));
      }
      return;
    }
    long all = count + further;
    double fromY = columns[1].doubleAt(row) - Memory.getDouble(state + MEAN_Y);
    double fromX = columns[2].doubleAt(row) - Memory.getDouble(state + MEAN_X);
    double weight = (double) count / all * further;
    Memory.putLong(state + COUNT, all);
    plus(state + MEAN_Y, fromY * further / all);
    plus(state + MEAN_X, fromX * further / all);
    plus(state + SYY, columns[3].doubleAt(row) + fromY * fromY * weight);
    plus(state + SXX, columns[4].doubleAt(row) + fromX * fromX * weight);
    plus(state + SXY, columns[5].doubleAt(row) + fromY * fromX * weight);
  }

  private static void plus(long at, double value) {
    Memory.putDouble(at, Memory.getDouble(at) + value);
  }

  @Override
  public Column[] states(long groups, int count) {
    return Column.makeAll(
        BYTES / 8,
        i -> states.words(i == 0 ? DataType.INT64 : DataType.FLOAT64, 8 * i, groups, count));
  }

  @Override
  public Column result(long groups, int count) {
    if (function == AggregateFunction.REGR_COUNT) {
      return states.words(DataType.INT64, COUNT, groups, count);
    }
    Buffer values = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long state = states.address() + (long) BYTES * Memory.getInt(groups + 4L * i);
      if (hasResult(state)) {
        Memory.putDouble(values.address() + 8L * i, result(state));
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, values, validity);
  }

  private boolean hasResult(long state) {
    long count = Memory.getLong(state + COUNT);
    return switch (function) {
      case COVAR_SAMP -> count > 1;
      case REGR_INTERCEPT, REGR_R2 -> count > 0 && Memory.getDouble(state + SXX) != 0;
      default -> count > 0;
    };
  }

  private double result(long state) {
    double syy = Memory.getDouble(state + SYY);
    double sxx = Memory.getDouble(state + SXX);
    double sxy = Memory.getDouble(state + SXY);
    long count = Memory.getLong(state + COUNT);
    return switch (function) {
      case CORR -> sxy / Math.sqrt(sxx) / Math.sqrt(syy);
      case COVAR_SAMP -> sxy / (count - 1);
      case COVAR_POP -> sxy / count;
      case REGR_AVGX -> Memory.getDouble(state + MEAN_X);
      case REGR_AVGY -> Memory.getDouble(state + MEAN_Y);
      case REGR_SXX -> sxx;
      case REGR_SYY -> syy;
      case REGR_SXY -> sxy;
      case REGR_SLOPE -> sxy / sxx;
      case REGR_INTERCEPT ->
          Memory.getDouble(state + MEAN_Y) - sxy / sxx * Memory.getDouble(state + MEAN_X);
      case REGR_R2 -> syy == 0 ? 1 : sxy / sxx * (sxy / syy);
      default -> throw new IllegalStateException("Not a function of pairs: " + function);
    };
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
