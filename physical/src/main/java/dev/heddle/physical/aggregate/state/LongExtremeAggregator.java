package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopState;
import java.util.Optional;

/**
 * Smallest or largest of integers, dates, times and 64-bit decimals, and of booleans, where false
 * is the smaller one ({@code bool_and}, {@code bool_or}).
 */
public final class LongExtremeAggregator extends ExtremeAggregator {
  private final Layout layout;

  public LongExtremeAggregator(
      DataType type, Extreme extreme, Presence presence, MemoryAccount account) {
    super(
        type,
        extreme,
        presence,
        account,
        8,
        extreme == Extreme.LARGEST ? Long.MIN_VALUE : Long.MAX_VALUE);
    this.layout = Layout.of(type);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    long nulls = column.validity();
    presence.mark(groups, nulls, rows);
    long values = column.values();
    switch (layout) {
      case BIT -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            add(groups, i, Bits.get(values, i) ? 1 : 0);
          }
        }
      }
      case INT8 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            add(groups, i, Memory.getByte(values + i));
          }
        }
      }
      case INT16 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            add(groups, i, Memory.getShort(values + 2L * i));
          }
        }
      }
      case INT32 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            add(groups, i, Memory.getInt(values + 4L * i));
          }
        }
      }
      case INT64 -> {
        for (int i = 0; i < rows; i++) {
          if (nulls == 0 || Bits.get(nulls, i)) {
            add(groups, i, Memory.getLong(values + 8L * i));
          }
        }
      }
      default -> throw new IllegalStateException("No integer in layout " + layout);
    }
  }

  @Override
  public void updateFirst(long zeros, Column[] arguments, int rows) {
    Column column = arguments[0];
    boolean isCommon = layout == Layout.INT32 || layout == Layout.INT64;
    if (!isCommon || column.mayHaveNulls()) {
      update(zeros, arguments, rows);
      return;
    }
    presence.markFirst(0, rows);
    long values = column.values();
    long flip = isLargest ? 0 : -1; // the complement turns the order round
    long best = Memory.getLong(extremes.address()) ^ flip;
    if (layout == Layout.INT32) {
      for (int i = 0; i < rows; i++) {
        best = Math.max(best, Memory.getInt(values + 4L * i) ^ flip);
      }
    } else {
      for (int i = 0; i < rows; i++) {
        best = Math.max(best, Memory.getLong(values + 8L * i) ^ flip);
      }
    }
    Memory.putLong(extremes.address(), best ^ flip);
  }

  @Override
  public Optional<LoopState> loopState() {
    LoopState state = isLargest ? LoopState.LARGEST : LoopState.SMALLEST;
    return layout == Layout.BIT ? Optional.empty() : Optional.of(state);
  }

  @Override
  public long stateAddress() {
    return extremes.address();
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
  public boolean pickFirst(Column column, long positions, int rows) {
    boolean isCommon = layout == Layout.INT32 || layout == Layout.INT64;
    if (!isCommon || column.mayHaveNulls() || column.isDictionary()) {
      return false;
    }
    presence.markFirst(0, rows);
    long values = column.values();
    long flip = isLargest ? 0 : -1;
    long best = Memory.getLong(extremes.address()) ^ flip;
    if (layout == Layout.INT32) {
      for (int i = 0; i < rows; i++) {
        best =
            Math.max(best, Memory.getInt(values + 4L * Memory.getInt(positions + 4L * i)) ^ flip);
      }
    } else {
      for (int i = 0; i < rows; i++) {
        best =
            Math.max(best, Memory.getLong(values + 8L * Memory.getInt(positions + 4L * i)) ^ flip);
      }
    }
    Memory.putLong(extremes.address(), best ^ flip);
    return true;
  }

  private void add(long groups, int row, long value) {
    long at = extremes.address() + 8L * Memory.getInt(groups + 4L * row);
    long known = Memory.getLong(at);
    Memory.putLong(at, isLargest ? Math.max(known, value) : Math.min(known, value));
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account.allocateZeroed(layout.bytesFor(count));
    long target = values.address();
    for (int i = 0; i < count; i++) {
      long value = Memory.getLong(extremes.address() + 8L * Memory.getInt(groups + 4L * i));
      switch (layout.byteWidth()) {
        case 0 -> {
          if (value == 1) {
            Bits.set(target, i);
          }
        }
        case 1 -> Memory.putByte(target + i, (byte) value);
        case 2 -> Memory.putShort(target + 2L * i, (short) value);
        case 4 -> Memory.putInt(target + 4L * i, (int) value);
        default -> Memory.putLong(target + 8L * i, value);
      }
    }
    return presence.column(type, values, groups, count);
  }
}
