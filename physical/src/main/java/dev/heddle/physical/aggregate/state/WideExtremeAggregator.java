package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Smallest or largest of 128-bit integers: of wide decimals and UUIDs. The low word of a state has
 * its highest bit flipped, so that both words have the order of signed ones, and the first state of
 * words that are all alike is the smallest or largest integer.
 */
public final class WideExtremeAggregator extends ExtremeAggregator {
  public WideExtremeAggregator(
      DataType type, Extreme extreme, Presence presence, MemoryAccount account) {
    super(
        type,
        extreme,
        presence,
        account,
        16,
        extreme == Extreme.LARGEST ? Long.MIN_VALUE : Long.MAX_VALUE);
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    long nulls = column.validity();
    presence.mark(groups, nulls, rows);
    long address = extremes.address();
    for (int i = 0; i < rows; i++) {
      if (nulls == 0 || Bits.get(nulls, i)) {
        long low = column.lowWordAt(i) ^ Long.MIN_VALUE;
        long high = column.highWordAt(i);
        long at = address + 16L * Memory.getInt(groups + 4L * i);
        int order = Long.compare(high, Memory.getLong(at + 8));
        if (order == 0) {
          order = Long.compare(low, Memory.getLong(at));
        }
        if (isLargest ? order > 0 : order < 0) {
          Memory.putLong(at, low);
          Memory.putLong(at + 8, high);
        }
      }
    }
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account.allocate(16L * count);
    for (int i = 0; i < count; i++) {
      long at = extremes.address() + 16L * Memory.getInt(groups + 4L * i);
      Memory.putLong(values.address() + 16L * i, Memory.getLong(at) ^ Long.MIN_VALUE);
      Memory.putLong(values.address() + 16L * i + 8, Memory.getLong(at + 8));
    }
    return presence.column(type, values, groups, count);
  }
}
