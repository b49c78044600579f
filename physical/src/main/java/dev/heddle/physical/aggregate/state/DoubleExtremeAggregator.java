package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/** Smallest or largest of floating-point numbers; NaN is larger than every number. */
public final class DoubleExtremeAggregator extends ExtremeAggregator {
  public DoubleExtremeAggregator(
      DataType type, Extreme extreme, Presence presence, MemoryAccount account) {
    super(
        type,
        extreme,
        presence,
        account,
        8,
        Double.doubleToLongBits(
            extreme == Extreme.LARGEST ? Double.NEGATIVE_INFINITY : Double.NaN));
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    Column column = arguments[0];
    long nulls = column.validity();
    presence.mark(groups, nulls, rows);
    long values = column.values();
    boolean single = column.layout() == Layout.FLOAT32;
    for (int i = 0; i < rows; i++) {
      if (nulls == 0 || Bits.get(nulls, i)) {
        double value =
            single ? Memory.getFloat(values + 4L * i) : Memory.getDouble(values + 8L * i);
        long at = extremes.address() + 8L * Memory.getInt(groups + 4L * i);
        double known = Memory.getDouble(at);
        boolean isBetter =
            isLargest ? value > known || Double.isNaN(value) : value < known || Double.isNaN(known);
        Memory.putDouble(at, isBetter ? value : known);
      }
    }
  }

  @Override
  public Column result(long groups, int count) {
    boolean single = Layout.of(type) == Layout.FLOAT32;
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      double value = Memory.getDouble(extremes.address() + 8L * Memory.getInt(groups + 4L * i));
      if (single) {
        Memory.putFloat(values.address() + 4L * i, (float) value);
      } else {
        Memory.putDouble(values.address() + 8L * i, value);
      }
    }
    return presence.column(type, values, groups, count);
  }
}
