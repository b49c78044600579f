package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.StateArray;
import org.jspecify.annotations.Nullable;

/**
 * Counts the rows with a null in one of some columns in each group: what is to be taken away from
 * the count of rows. Keeps and does nothing as long as there is no null.
 */
public final class NullCounts extends Aggregator {
  private final MemoryAccount account;
  private @Nullable StateArray counts; // from the first null on
  private int groupCount;

  public NullCounts(MemoryAccount account) {
    this.account = account;
  }

  @Override
  public void grow(int newGroupCount) {
    groupCount = newGroupCount;
    if (counts != null) {
      counts.grow(newGroupCount);
    }
  }

  private long address() {
    if (counts == null) {
      counts = new StateArray(account, 8, 0);
      counts.grow(groupCount);
    }
    return counts.address();
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    if (arguments.length == 1) {
      note(groups, arguments[0].validity(), rows);
      return;
    }
    boolean mayHaveNulls = false;
    for (Column argument : arguments) {
      mayHaveNulls |= argument.mayHaveNulls();
    }
    for (int i = 0; mayHaveNulls && i < rows; i++) {
      if (isAnyNull(arguments, i)) {
        long at = address() + 8L * Memory.getInt(groups + 4L * i);
        Memory.putLong(at, Memory.getLong(at) + 1);
      }
    }
  }

  @Override
  public void note(long groups, long validity, int rows) {
    if (validity == 0) {
      return;
    }
    long address = address();
    for (int i = 0; i < rows; i++) {
      if (!Bits.get(validity, i)) {
        long at = address + 8L * Memory.getInt(groups + 4L * i);
        Memory.putLong(at, Memory.getLong(at) + 1);
      }
    }
  }

  private static boolean isAnyNull(Column[] arguments, int row) {
    for (Column argument : arguments) {
      if (argument.validity() != 0 && !Bits.get(argument.validity(), row)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    long further = states[0].values();
    for (int i = 0; i < rows; i++) {
      long added = Memory.getLong(further + 8L * i);
      if (added != 0) {
        long at = address() + 8L * Memory.getInt(groups + 4L * i);
        Memory.putLong(at, Memory.getLong(at) + added);
      }
    }
  }

  @Override
  public void absorb(Aggregator other, long theirs, long ours, int count) {
    NullCounts further = (NullCounts) other;
    if (further.counts == null) {
      return;
    }
    long address = address();
    for (int i = 0; i < count; i++) {
      long at = address + 8L * Memory.getInt(ours + 4L * i);
      Memory.putLong(at, Memory.getLong(at) + further.of(Memory.getInt(theirs + 4L * i)));
    }
  }

  /** Returns the nulls of a group. */
  long of(int group) {
    return counts == null ? 0 : Memory.getLong(counts.address() + 8L * group);
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
  public boolean takesCodes() {
    return true;
  }

  @Override
  public long bytes() {
    return counts == null ? 0 : counts.bytes();
  }

  @Override
  public void close() {
    if (counts != null) {
      counts.close();
    }
  }
}
