package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.StateArray;

/**
 * Smallest or largest value of each group, of a type of fixed width. A state is the extreme so far,
 * so that states merge as values do.
 */
abstract class ExtremeAggregator extends Aggregator {
  /** The type of argument and result. */
  final DataType type;

  final boolean isLargest;

  /** Pays for the states and for columns of them. */
  final MemoryAccount account;

  /** The extremes by group. */
  final StateArray extremes;

  /** Which groups have a value. */
  final Presence presence;

  /**
   * Makes extremes of no groups.
   *
   * @param bytes what the extreme of a group takes
   * @param first each word of an extreme that every value is better than
   */
  ExtremeAggregator(
      DataType type,
      Extreme extreme,
      Presence presence,
      MemoryAccount account,
      int bytes,
      long first) {
    this.type = type;
    this.isLargest = extreme == Extreme.LARGEST;
    this.presence = presence;
    this.account = account;
    this.extremes = new StateArray(account, bytes, first);
  }

  @Override
  public void grow(int groupCount) {
    extremes.grow(groupCount);
    presence.grow(groupCount);
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    update(groups, states, rows);
  }

  @Override
  public Column[] states(long groups, int count) {
    return new Column[] {result(groups, count)};
  }

  @Override
  public long bytes() {
    return extremes.bytes() + presence.bytes();
  }

  @Override
  public void close() {
    extremes.close();
    presence.close();
  }
}
