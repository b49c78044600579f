package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateStates;

/** {@code avg}: an exact sum (of whole numbers and decimals) divided by the count at the end. */
final class AverageAggregator extends Aggregator {
  private final MemoryAccount account;
  private final DataType sumType;
  private final Sums sums;
  private final Counts counts;

  /**
   * Makes it for no group.
   *
   * @param argument type of the values, or of the sums that are merged
   */
  AverageAggregator(DataType argument, MemoryAccount account) {
    this.account = account;
    this.sumType = AggregateStates.averageSumType(argument);
    this.sums = Sums.of(argument, false, account);
    this.counts = new Counts(account);
  }

  @Override
  void grow(int groupCount) {
    sums.grow(groupCount);
    counts.grow(groupCount);
  }

  @Override
  void update(long groups, Column[] arguments, int rows) {
    counts.add(groups, arguments[0].validity(), rows);
    sums.add(groups, arguments[0], rows);
  }

  @Override
  void mergeStates(long groups, Column[] states, int rows) {
    sums.add(groups, states[0], rows);
    counts.merge(groups, states[1], rows);
  }

  @Override
  Column[] states(long groups, int count) {
    Column sum = sums.column(sumType, groups, count, null);
    return new Column[] {sum, counts.column(groups, count)};
  }

  @Override
  Column result(long groups, int count) {
    Buffer values = account.allocate(8L * count);
    Buffer validity = account.allocateZeroed(Bits.bytesFor(count));
    double unit = sumType instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    for (int i = 0; i < count; i++) {
      int group = Memory.getInt(groups + 4L * i);
      long n = counts.of(group);
      Memory.putDouble(values.address() + 8L * i, sums.doubleOf(group) / n / unit);
      if (n > 0) {
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, values, validity);
  }

  @Override
  long bytes() {
    return sums.bytes() + counts.bytes();
  }

  @Override
  public void close() {
    sums.close();
    counts.close();
  }
}
