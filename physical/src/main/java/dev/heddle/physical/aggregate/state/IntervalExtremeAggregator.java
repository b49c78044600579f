package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.compare.IntervalOrder;

/**
 * Shortest or longest of intervals, of equally long ones the first that comes. A state is the
 * interval and a word that is 0 until there is one.
 */
public final class IntervalExtremeAggregator extends ExtremeAggregator {
  private static final int VALUE_BYTES = 16;
  private static final int STATE_BYTES = VALUE_BYTES + Long.BYTES;

  public IntervalExtremeAggregator(Extreme extreme, Presence presence, MemoryAccount account) {
    super(DataType.INTERVAL, extreme, presence, account, STATE_BYTES, 0);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    long nulls = column.validity();
    presence.mark(groups, nulls, rows);
    long address = extremes.address();
    for (int i = 0; i < rows; i++) {
      if (nulls == 0 || Bits.get(nulls, i)) {
        long value = column.values() + (long) VALUE_BYTES * i;
        long at = address + (long) STATE_BYTES * Memory.getInt(groups + 4L * i);
        if (Memory.getLong(at + VALUE_BYTES) == 0 || isBetter(value, at)) {
          Memory.copy(value, at, VALUE_BYTES);
          Memory.putLong(at + VALUE_BYTES, 1);
        }
      }
    }
  }

  private boolean isBetter(long value, long than) {
    int order = IntervalOrder.compare(value, than);
    return isLargest ? order > 0 : order < 0;
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account.allocate((long) VALUE_BYTES * count);
    for (int i = 0; i < count; i++) {
      long at = extremes.address() + (long) STATE_BYTES * Memory.getInt(groups + 4L * i);
      Memory.copy(at, values.address() + (long) VALUE_BYTES * i, VALUE_BYTES);
    }
    return presence.column(type, values, groups, count);
  }
}
