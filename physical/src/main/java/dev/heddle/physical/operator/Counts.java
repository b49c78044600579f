package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/** A 64-bit count for each group. Used by one thread. */
final class Counts implements AutoCloseable {
  private final MemoryAccount account;
  private final StateArray counts;

  Counts(MemoryAccount account) {
    this.account = account;
    this.counts = new StateArray(account, 8, 0);
  }

  void grow(int groupCount) {
    counts.grow(groupCount);
  }

  /**
   * Counts rows.
   *
   * @param validity which rows to count, or 0 for all
   */
  void add(long groups, long validity, int rows) {
    long address = counts.address();
    for (int i = 0; i < rows; i++) {
      if (validity == 0 || Bits.get(validity, i)) {
        long at = address + 8L * Memory.getInt(groups + 4L * i);
        Memory.putLong(at, Memory.getLong(at) + 1);
      }
    }
  }

  /** Adds counts. */
  void merge(long groups, Column further, int rows) {
    long address = counts.address();
    for (int i = 0; i < rows; i++) {
      long at = address + 8L * Memory.getInt(groups + 4L * i);
      Memory.putLong(at, Memory.getLong(at) + Memory.getLong(further.values() + 8L * i));
    }
  }

  long of(int group) {
    return Memory.getLong(counts.address() + 8L * group);
  }

  Column column(long groups, int count) {
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      Memory.putLong(values.address() + 8L * i, of(Memory.getInt(groups + 4L * i)));
    }
    return Column.fixed(DataType.INT64, count, values, null);
  }

  long bytes() {
    return counts.bytes();
  }

  @Override
  public void close() {
    counts.close();
  }
}
