package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.StateArray;

/**
 * Folds numbers, as doubles, into states of INT64 words, out of which they can be taken again. The
 * first word is their count; it and some that follow add up where states are merged.
 */
abstract class FoldAggregator extends Aggregator {
  static final int COUNT = 0;

  private final int bytes;
  private final int addedBytes;
  private final double unit; // of a decimal's last digit, as its reciprocal
  private final MemoryAccount account;
  private final StateArray states;

  /**
   * Makes one without groups.
   *
   * @param bytes of a state
   * @param addedBytes of the words that add up, which come first
   */
  FoldAggregator(int bytes, int addedBytes, DataType argument, MemoryAccount account) {
    this.bytes = bytes;
    this.addedBytes = addedBytes;
    this.unit = argument instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    this.account = account;
    this.states = new StateArray(account, bytes, 0);
  }

  /** Adds a value to a state, but for its count. */
  abstract void add(long state, double value);

  /** Takes a value out of a state, but for its count. */
  abstract void remove(long state, double value);

  /** Merges what does not add up of a state that is not empty into another. */
  abstract void merge(long state, Column[] columns, int row);

  /** Returns the result of a state that is not empty. */
  abstract double result(long state);

  static void count(long state, int offset, long by) {
    Memory.putLong(state + offset, Memory.getLong(state + offset) + by);
  }

  private long state(long groups, int row) {
    return states.address() + (long) bytes * Memory.getInt(groups + 4L * row);
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
          long state = state(groups, i);
          count(state, COUNT, 1);
          add(state, values.at(i) / unit);
        }
      }
    }
  }

  @Override
  public void mergeStates(long groups, Column[] columns, int rows) {
    for (int i = 0; i < rows; i++) {
      if (columns[0].longAt(i) > 0) {
        long state = state(groups, i);
        for (int offset = 0; offset < addedBytes; offset += 8) {
          count(state, offset, columns[offset / 8].longAt(i));
        }
        merge(state, columns, i);
      }
    }
  }

  @Override
  public Column[] states(long groups, int count) {
    return Column.makeAll(bytes / 8, i -> states.words(DataType.INT64, 8 * i, groups, count));
  }

  @Override
  public Column result(long groups, int count) {
    Buffer results = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(results, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      long state = state(groups, i);
      if (Memory.getLong(state + COUNT) > 0) {
        Memory.putDouble(results.address() + 8L * i, result(state));
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, results, validity);
  }

  @Override
  public SlidingState slide(Column[] arguments, int rows) {
    Buffer own = account.allocateZeroed(bytes);
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
      Memory.fill(own.address(), bytes, (byte) 0);
    }

    @Override
    public void add(int row) {
      count(own.address(), COUNT, 1);
      FoldAggregator.this.add(own.address(), values.at(row) / unit);
    }

    @Override
    public void remove(int row) {
      count(own.address(), COUNT, -1);
      FoldAggregator.this.remove(own.address(), values.at(row) / unit);
    }

    @Override
    public void store(int group) {
      Memory.copy(own.address(), states.address() + (long) bytes * group, bytes);
    }

    @Override
    public void close() {
      own.release();
      values.close();
    }
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
