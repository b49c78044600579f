package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopState;
import dev.heddle.physical.kernel.Decimals;
import dev.heddle.physical.kernel.Int128;

/** Exact sums of integers and decimals in 128 bits. */
public final class WideSums extends Sums {
  private final String limit; // the type of the widest sums

  WideSums(MemoryAccount account, DataType argument) {
    super(account, 16, LoopState.WIDE_SUM);
    this.limit =
        argument instanceof DataType.Int128
            ? argument.sqlName()
            : "DECIMAL(" + DataType.Decimal.MAX_PRECISION + ")";
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
      case INT64 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            addTo(address, groups, i, Memory.getLong(values + 8L * i));
          }
        }
      }
      case INT128 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            addWide(address, groups, i, values + 16L * i);
          }
        }
      }
      default -> throw new IllegalStateException("No exact sum of layout " + column.layout());
    }
  }

  @Override
  void addToFirst(long zeros, Column column, int rows) {
    if (NarrowSums.takes(column.layout())) {
      addTo(sums.address(), NarrowSums.of(column, rows));
      return;
    }
    if (column.layout() != Layout.INT64 || column.mayHaveNulls()) {
      add(zeros, column, rows);
      return;
    }
    long values = column.values();
    long high = 0; // of upper halves, which cannot overflow over the rows of a batch
    long low = 0; // of lower halves, unsigned
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(values + 8L * i);
      low += value & 0xffffffffL;
      high += value >> 32;
    }
    long at = sums.address();
    addParts(at, high << 32, high >> 32);
    addParts(at, low, low >> 63);
  }

  @Override
  boolean pickToFirst(Column column, long positions, int rows) {
    if (column.layout() != Layout.INT64 || column.isDictionary()) {
      return false;
    }
    long values = column.values();
    long high = 0;
    long low = 0;
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(values + 8L * Memory.getInt(positions + 4L * i));
      low += value & 0xffffffffL;
      high += value >> 32;
    }
    long at = sums.address();
    addParts(at, high << 32, high >> 32);
    addParts(at, low, low >> 63);
    return true;
  }

  private static void addParts(long at, long addedLow, long addedHigh) {
    long low = Memory.getLong(at);
    long sum = low + addedLow;
    long carry = ((low & addedLow) | ((low | addedLow) & ~sum)) >>> 63;
    Memory.putLong(at, sum);
    Memory.putLong(at + 8, Memory.getLong(at + 8) + addedHigh + carry);
  }

  private static void addTo(long address, long groups, int row, long value) {
    addTo(address + 16L * Memory.getInt(groups + 4L * row), value);
  }

  /** Adds a number to a sum. */
  public static void addTo(long at, long value) {
    long low = Memory.getLong(at);
    long sum = low + value;
    long carry = ((low & value) | ((low | value) & ~sum)) >>> 63; // of the unsigned addition
    Memory.putLong(at, sum);
    Memory.putLong(at + 8, Memory.getLong(at + 8) + (value >> 63) + carry);
  }

  private void addWide(long address, long groups, int row, long value) {
    long at = address + 16L * Memory.getInt(groups + 4L * row);
    long low = Memory.getLong(at);
    long high = Memory.getLong(at + 8);
    long valueLow = Memory.getLong(value);
    long valueHigh = Memory.getLong(value + 8);
    long sum = low + valueLow;
    long carry = ((low & valueLow) | ((low | valueLow) & ~sum)) >>> 63;
    long sumHigh = high + valueHigh + carry;
    if (((high ^ sumHigh) & (valueHigh ^ sumHigh)) < 0) {
      throw overflow(limit);
    }
    Memory.putLong(at, sum);
    Memory.putLong(at + 8, sumHigh);
  }

  private static HeddleException overflow(String type) {
    return new HeddleException(
        ErrorCode.NUMERIC_OVERFLOW,
        "Cannot sum: the result does not fit " + type + "; cast the argument to DOUBLE");
  }

  @Override
  void absorb(Sums other, long theirs, long ours, int count) {
    long further = ((WideSums) other).sums.address();
    for (int i = 0; i < count; i++) {
      addWide(sums.address(), ours, i, further + 16L * Memory.getInt(theirs + 4L * i));
    }
  }

  @Override
  Column column(DataType type, long groups, int count, Presence presence) {
    int width = Layout.of(type).byteWidth();
    Buffer values = account.allocate((long) width * count);
    Int128 sum = new Int128();
    for (int i = 0; i < count; i++) {
      long at = sums.address() + 16L * Memory.getInt(groups + 4L * i);
      sum.set(Memory.getLong(at), Memory.getLong(at + 8));
      if (!Decimals.fits(sum, type)) {
        values.release();
        throw overflow(
            type instanceof DataType.Decimal d ? "DECIMAL(" + d.precision() + ")" : type.sqlName());
      }
      Memory.putLong(values.address() + (long) width * i, sum.low());
      if (width == 16) {
        Memory.putLong(values.address() + 16L * i + 8, sum.high());
      }
    }
    return presence.column(type, values, groups, count);
  }

  @Override
  double doubleOf(int group) {
    long at = sums.address() + 16L * group;
    return Int128.toDouble(Memory.getLong(at), Memory.getLong(at + 8));
  }
}
