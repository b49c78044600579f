package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopState;

/** Sums of floating-point numbers, in binary64. */
final class DoubleSums extends Sums {
  DoubleSums(MemoryAccount account) {
    super(account, 8, LoopState.DOUBLE_SUM);
  }

  @Override
  void add(long groups, Column column, int rows) {
    long address = sums.address();
    long nulls = column.validity();
    long values = column.values();
    if (column.layout() == Layout.FLOAT32) {
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          long at = address + 8L * Memory.getInt(groups + 4L * i);
          Memory.putDouble(at, Memory.getDouble(at) + Memory.getFloat(values + 4L * i));
        }
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      if (nulls == 0 || Bits.get(nulls, i)) {
        long at = address + 8L * Memory.getInt(groups + 4L * i);
        Memory.putDouble(at, Memory.getDouble(at) + Memory.getDouble(values + 8L * i));
      }
    }
  }

  /** Adds in four sums at once: one would wait for each addition to end before the next. */
  @Override
  void addToFirst(long zeros, Column column, int rows) {
    if (column.layout() != Layout.FLOAT64 || column.validity() != 0) {
      add(zeros, column, rows);
      return;
    }
    long values = column.values();
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= rows; i += 4) {
      a += Memory.getDouble(values + 8L * i);
      b += Memory.getDouble(values + 8L * i + 8);
      c += Memory.getDouble(values + 8L * i + 16);
      d += Memory.getDouble(values + 8L * i + 24);
    }
    for (; i < rows; i++) {
      a += Memory.getDouble(values + 8L * i);
    }
    addToFirst((a + b) + (c + d));
  }

  @Override
  boolean pickToFirst(Column column, long positions, int rows) {
    if (column.layout() != Layout.FLOAT64) {
      return false;
    }
    long values = column.values();
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i + 4 <= rows; i += 4) {
      a += Memory.getDouble(values + 8L * Memory.getInt(positions + 4L * i));
      b += Memory.getDouble(values + 8L * Memory.getInt(positions + 4L * i + 4));
      c += Memory.getDouble(values + 8L * Memory.getInt(positions + 4L * i + 8));
      d += Memory.getDouble(values + 8L * Memory.getInt(positions + 4L * i + 12));
    }
    for (; i < rows; i++) {
      a += Memory.getDouble(values + 8L * Memory.getInt(positions + 4L * i));
    }
    addToFirst((a + b) + (c + d));
    return true;
  }

  private void addToFirst(double sum) {
    Memory.putDouble(sums.address(), Memory.getDouble(sums.address()) + sum);
  }

  @Override
  void absorb(Sums other, long theirs, long ours, int count) {
    long further = ((DoubleSums) other).sums.address();
    long address = sums.address();
    for (int i = 0; i < count; i++) {
      long at = address + 8L * Memory.getInt(ours + 4L * i);
      double added = Memory.getDouble(further + 8L * Memory.getInt(theirs + 4L * i));
      Memory.putDouble(at, Memory.getDouble(at) + added);
    }
  }

  @Override
  Column column(DataType type, long groups, int count, Presence presence) {
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      Memory.putDouble(values.address() + 8L * i, doubleOf(Memory.getInt(groups + 4L * i)));
    }
    return presence.column(type, values, groups, count);
  }

  @Override
  double doubleOf(int group) {
    return Memory.getDouble(sums.address() + 8L * group);
  }
}
