package dev.heddle.physical.operator;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;

/** {@code count(*)} and {@code count(x)}. */
final class CountAggregator extends Aggregator {
  private final Counts counts;

  CountAggregator(MemoryAccount account) {
    counts = new Counts(account);
  }

  @Override
  void grow(int groupCount) {
    counts.grow(groupCount);
  }

  @Override
  void update(long groups, Column[] arguments, int rows) {
    counts.add(groups, arguments.length == 0 ? 0 : arguments[0].validity(), rows);
  }

  @Override
  void mergeStates(long groups, Column[] states, int rows) {
    counts.merge(groups, states[0], rows);
  }

  @Override
  Column[] states(long groups, int count) {
    return new Column[] {result(groups, count)};
  }

  @Override
  Column result(long groups, int count) {
    return counts.column(groups, count);
  }

  @Override
  boolean takesCodes() {
    return true;
  }

  @Override
  long bytes() {
    return counts.bytes();
  }

  @Override
  public void close() {
    counts.close();
  }
}
