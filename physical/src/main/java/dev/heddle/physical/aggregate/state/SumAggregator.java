package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.codegen.LoopState;
import java.util.Optional;

/** Sums; null over no value. */
public final class SumAggregator extends Aggregator {
  private final DataType stateType;
  private final DataType resultType;
  private final Sums sums;
  private final Presence presence;

  /**
   * Makes it for no group.
   *
   * @param stateType type of partial sums
   * @param sums taken over, as is {@code presence}
   */
  public SumAggregator(DataType stateType, DataType resultType, Sums sums, Presence presence) {
    this.stateType = stateType;
    this.resultType = resultType;
    this.sums = sums;
    this.presence = presence;
  }

  @Override
  public void grow(int groupCount) {
    sums.grow(groupCount);
    presence.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    presence.mark(groups, arguments[0].validity(), rows);
    sums.add(groups, arguments[0], rows);
  }

  @Override
  public void updateFirst(long zeros, Column[] arguments, int rows) {
    presence.markFirst(arguments[0].validity(), rows);
    sums.addToFirst(zeros, arguments[0], rows);
  }

  @Override
  public boolean pickFirst(Column argument, long positions, int rows) {
    if (argument.mayHaveNulls() || !sums.pickToFirst(argument, positions, rows)) {
      return false;
    }
    presence.markFirst(0, rows);
    return true;
  }

  @Override
  public Optional<LoopState> loopState() {
    return Optional.of(sums.loopState());
  }

  @Override
  public long stateAddress() {
    return sums.address();
  }

  @Override
  public void note(long groups, long validity, int rows) {
    presence.mark(groups, validity, rows);
  }

  @Override
  public void noteFirst(long zeros, long validity, int rows) {
    presence.markFirst(validity, rows);
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    update(groups, states, rows);
  }

  @Override
  public void absorb(Aggregator other, long theirs, long ours, int count) {
    SumAggregator further = (SumAggregator) other;
    presence.absorb(further.presence, theirs, ours, count);
    sums.absorb(further.sums, theirs, ours, count);
  }

  /** Returns a group's sum, unscaled if the argument is a decimal. */
  double doubleOf(int group) {
    return sums.doubleOf(group);
  }

  @Override
  public Column[] states(long groups, int count) {
    return new Column[] {sums.column(stateType, groups, count, presence)};
  }

  @Override
  public Column result(long groups, int count) {
    return sums.column(resultType, groups, count, presence);
  }

  @Override
  public long bytes() {
    return sums.bytes() + presence.bytes();
  }

  @Override
  public void close() {
    sums.close();
    presence.close();
  }
}
