package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopState;

/** Sums of integers of up to 32 bits, in 64 bits: no table has rows enough to overflow them. */
public final class LongSums extends Sums {
  public LongSums(MemoryAccount account) {
    super(account, 8, LoopState.LONG_SUM);
  }

  @Override
  void add(long groups, Column column, int rows) {
    long address = sums.address();
    long nulls = column.validity();
    long values = column.values();
    switch (column.layout()) {
      case INT8 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            addTo(address, groups, i, Memory.getByte(values + i));
          }
        }
      }
      case INT16 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            addTo(address, groups, i, Memory.getShort(values + 2L * i));
          }
        }
      }
      case INT32 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            addTo(address, groups, i, Memory.getInt(values + 4L * i));
          }
        }
      }
      case INT64 -> { // sums of another thread or task
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            addExact(address, groups, i, Memory.getLong(values + 8L * i));
          }
        }
      }
      default -> throw new IllegalStateException("No integer sum of layout " + column.layout());
    }
  }

  @Override
  void addToFirst(long zeros, Column column, int rows) {
    if (!NarrowSums.takes(column.layout())) {
      add(zeros, column, rows);
      return;
    }
    long at = sums.address();
    Memory.putLong(at, Memory.getLong(at) + NarrowSums.of(column, rows));
  }

  private static void addTo(long address, long groups, int row, long value) {
    long at = address + 8L * Memory.getInt(groups + 4L * row);
    Memory.putLong(at, Memory.getLong(at) + value);
  }

  private static void addExact(long address, long groups, int row, long value) {
    long at = address + 8L * Memory.getInt(groups + 4L * row);
    long before = Memory.getLong(at);
    long sum = before + value;
    if (((before ^ sum) & (value ^ sum)) < 0) {
      throw new HeddleException(
          ErrorCode.NUMERIC_OVERFLOW,
          "Cannot sum: the result does not fit BIGINT; cast the argument to DECIMAL(38, 0)");
    }
    Memory.putLong(at, sum);
  }

  @Override
  void absorb(Sums other, long theirs, long ours, int count) {
    long further = ((LongSums) other).sums.address();
    for (int i = 0; i < count; i++) {
      long added = Memory.getLong(further + 8L * Memory.getInt(theirs + 4L * i));
      addExact(sums.address(), ours, i, added);
    }
  }

  @Override
  Column column(DataType type, long groups, int count, Presence presence) {
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      long sum = Memory.getLong(sums.address() + 8L * Memory.getInt(groups + 4L * i));
      Memory.putLong(values.address() + 8L * i, sum);
    }
    return presence.column(type, values, groups, count);
  }

  @Override
  double doubleOf(int group) {
    return Memory.getLong(sums.address() + 8L * group);
  }
}
