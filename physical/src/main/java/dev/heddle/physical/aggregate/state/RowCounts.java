package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopState;
import dev.heddle.physical.row.StateArray;
import java.util.Optional;

/** Counts the rows of each group. */
public final class RowCounts extends Aggregator {
  private final MemoryAccount account;
  private final StateArray counts;

  public RowCounts(MemoryAccount account) {
    this.account = account;
    this.counts = new StateArray(account, 8, 0);
  }

  @Override
  public void grow(int groupCount) {
    counts.grow(groupCount);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    long address = counts.address();
    for (int i = 0; i < rows; i++) {
      long at = address + 8L * Memory.getInt(groups + 4L * i);
      Memory.putLong(at, Memory.getLong(at) + 1);
    }
  }

  @Override
  public void updateFirst(long zeros, Column[] arguments, int rows) {
    long at = counts.address();
    Memory.putLong(at, Memory.getLong(at) + rows);
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    long address = counts.address();
    long further = states[0].values();
    for (int i = 0; i < rows; i++) {
      long at = address + 8L * Memory.getInt(groups + 4L * i);
      Memory.putLong(at, Memory.getLong(at) + Memory.getLong(further + 8L * i));
    }
  }

  @Override
  public void absorb(Aggregator other, long theirs, long ours, int count) {
    long further = ((RowCounts) other).counts.address();
    long address = counts.address();
    for (int i = 0; i < count; i++) {
      long at = address + 8L * Memory.getInt(ours + 4L * i);
      long added = Memory.getLong(further + 8L * Memory.getInt(theirs + 4L * i));
      Memory.putLong(at, Memory.getLong(at) + added);
    }
  }

  @Override
  public Optional<LoopState> loopState() {
    return Optional.of(LoopState.ROWS);
  }

  @Override
  public long stateAddress() {
    return counts.address();
  }

  /** Returns a group's count. */
  long of(int group) {
    return Memory.getLong(counts.address() + 8L * group);
  }

  @Override
  public Column[] states(long groups, int count) {
    return new Column[] {result(groups, count)};
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      Memory.putLong(values.address() + 8L * i, of(Memory.getInt(groups + 4L * i)));
    }
    return Column.fixed(DataType.INT64, count, values, null);
  }

  @Override
  public long bytes() {
    return counts.bytes();
  }

  @Override
  public void close() {
    counts.close();
  }
}
