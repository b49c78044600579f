package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateStates;

/** {@code sum}: null over no value. */
final class SumAggregator extends Aggregator {
  private final DataType stateType;
  private final DataType resultType;
  private final Sums sums;
  private final Presence presence;

  /**
   * Makes it for no group.
   *
   * @param argument type of the values, or of the states that are merged
   */
  SumAggregator(
      DataType argument,
      DataType resultType,
      boolean isMerging,
      Presence presence,
      MemoryAccount account) {
    this.stateType = isMerging ? argument : AggregateStates.sumType(argument);
    this.resultType = resultType;
    this.presence = presence;
    this.sums =
        isMerging && argument.equals(DataType.INT64)
            ? new LongSums(account)
            : Sums.of(argument, true, account);
  }

  @Override
  void grow(int groupCount) {
    sums.grow(groupCount);
    presence.grow(groupCount);
  }

  @Override
  void update(long groups, Column[] arguments, int rows) {
    presence.mark(groups, arguments[0].validity(), rows);
    sums.add(groups, arguments[0], rows);
  }

  @Override
  void mergeStates(long groups, Column[] states, int rows) {
    update(groups, states, rows);
  }

  @Override
  Column[] states(long groups, int count) {
    return new Column[] {sums.column(stateType, groups, count, presence.validity(groups, count))};
  }

  @Override
  Column result(long groups, int count) {
    return sums.column(resultType, groups, count, presence.validity(groups, count));
  }

  @Override
  long bytes() {
    return sums.bytes() + presence.bytes();
  }

  @Override
  public void close() {
    sums.close();
    presence.close();
  }
}
