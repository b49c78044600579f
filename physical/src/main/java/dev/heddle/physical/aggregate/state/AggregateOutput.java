package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import org.jspecify.annotations.Nullable;

/**
 * How the result of a call is taken from aggregators, some of which several calls share. Owns
 * nothing; works on any thread once the aggregators are sealed.
 */
public sealed interface AggregateOutput {
  /** Returns the results of groups, each of which is asked for once. */
  Column result(long groups, int count, MemoryAccount account);

  /** Returns the partial states of groups. */
  Column[] states(long groups, int count, MemoryAccount account);

  /** The aggregator's own. */
  record Own(Aggregator aggregator) implements AggregateOutput {
    @Override
    public Column result(long groups, int count, MemoryAccount account) {
      return aggregator.result(groups, count);
    }

    @Override
    public Column[] states(long groups, int count, MemoryAccount account) {
      return aggregator.states(groups, count);
    }
  }

  /** Rows, less those in which a column is null. */
  record Count(RowCounts rows, @Nullable NullCounts nulls) implements AggregateOutput {
    long of(int group) {
      return rows.of(group) - (nulls == null ? 0 : nulls.of(group));
    }

    @Override
    public Column result(long groups, int count, MemoryAccount account) {
      Buffer values = account.allocate(8L * count);
      for (int i = 0; i < count; i++) {
        Memory.putLong(values.address() + 8L * i, of(Memory.getInt(groups + 4L * i)));
      }
      return Column.fixed(DataType.INT64, count, values, null);
    }

    @Override
    public Column[] states(long groups, int count, MemoryAccount account) {
      return new Column[] {result(groups, count, account)};
    }
  }

  /**
   * A sum divided by a count.
   *
   * @param unit what an unscaled sum is divided by in addition
   */
  record Average(SumAggregator sum, Count count, double unit) implements AggregateOutput {
    @Override
    public Column result(long groups, int rows, MemoryAccount account) {
      Buffer values = account.allocate(8L * rows);
      Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(rows), account);
      for (int i = 0; i < rows; i++) {
        int group = Memory.getInt(groups + 4L * i);
        long n = count.of(group);
        Memory.putDouble(values.address() + 8L * i, sum.doubleOf(group) / n / unit);
        if (n > 0) {
          Bits.set(validity.address(), i);
        }
      }
      return Column.fixed(DataType.FLOAT64, rows, values, validity);
    }

    @Override
    public Column[] states(long groups, int rows, MemoryAccount account) {
      return Column.makeAll(
          2, i -> i == 0 ? sum.states(groups, rows)[0] : count.result(groups, rows, account));
    }
  }
}
