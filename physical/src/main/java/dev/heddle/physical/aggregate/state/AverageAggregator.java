package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateStates;

/** A mean over distinct values, which no other call can share. */
public final class AverageAggregator extends Aggregator {
  private final MemoryAccount account;
  private final SumAggregator sum;
  private final RowCounts counts;
  private final AggregateOutput.Average average;

  public AverageAggregator(DataType argument, MemoryAccount account) {
    this.account = account;
    DataType type = AggregateStates.averageSumType(argument);
    Sums sums = Sums.wide(argument, account);
    this.sum = new SumAggregator(type, type, sums, Presence.of(account));
    this.counts = new RowCounts(account);
    double unit = type instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
    this.average = new AggregateOutput.Average(sum, new AggregateOutput.Count(counts, null), unit);
  }

  @Override
  public void grow(int groupCount) {
    sum.grow(groupCount);
    counts.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    sum.update(groups, arguments, rows);
    counts.update(groups, arguments, rows);
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    sum.mergeStates(groups, new Column[] {states[0]}, rows);
    counts.mergeStates(groups, new Column[] {states[1]}, rows);
  }

  @Override
  public Column[] states(long groups, int count) {
    return average.states(groups, count, account);
  }

  @Override
  public Column result(long groups, int count) {
    return average.result(groups, count, account);
  }

  @Override
  public long bytes() {
    return sum.bytes() + counts.bytes();
  }

  @Override
  public void close() {
    sum.close();
    counts.close();
  }
}
