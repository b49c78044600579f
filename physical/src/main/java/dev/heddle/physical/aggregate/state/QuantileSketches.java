package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.SortOrdinals;

/**
 * Approximate quantiles, which are one of the values, whose rank is off by at most about 1.4 % of
 * their number in 99 of 100 cases; exact for few values. The sketches hold integers in the order of
 * the numbers, since NaN is larger than every number.
 */
public final class QuantileSketches extends SketchAggregator<Object> {
  private final double fraction;
  private final double unit; // of a decimal's last digit, as its reciprocal

  public QuantileSketches(double fraction, DataType argument, MemoryAccount account) {
    super(account);
    this.fraction = fraction;
    this.unit = argument instanceof DataType.Decimal d ? Math.pow(10, d.scale()) : 1;
  }

  @Override
  int firstBytes() {
    return QuantileValues.FIRST_BYTES;
  }

  @Override
  int maxGrowthBytes() {
    return QuantileValues.MAX_GROWTH_BYTES;
  }

  @Override
  int sizeOf(Object values) {
    return QuantileValues.bytes(values);
  }

  @Override
  void add(long groups, Column[] arguments, int rows) {
    long nulls = arguments[0].validity();
    try (DoubleValues values = DoubleValues.of(arguments[0], rows, account())) {
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          long ordinal = SortOrdinals.ordered(RowHash.wordOf(values.at(i) / unit));
          int group = Memory.getInt(groups + 4L * i);
          put(group, QuantileValues.with(known(group), ordinal));
        }
      }
    }
  }

  @Override
  Object merged(Object values, Object further) {
    return QuantileValues.merged(values, further);
  }

  @Override
  Object copyOf(Object values) {
    return QuantileValues.copyOf(values);
  }

  @Override
  byte[] toBytes(Object values) {
    return QuantileValues.toBytes(values);
  }

  @Override
  Object fromBytes(byte[] bytes) {
    return QuantileValues.of(bytes);
  }

  @Override
  public Column result(long groups, int count) {
    Buffer values = account().allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account());
    for (int i = 0; i < count; i++) {
      Object kept = known(Memory.getInt(groups + 4L * i));
      if (kept != null) {
        long ordinal = QuantileValues.quantile(kept, fraction);
        double value = Double.longBitsToDouble(SortOrdinals.ordered(ordinal));
        Memory.putDouble(values.address() + 8L * i, value);
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(DataType.FLOAT64, count, values, validity);
  }
}
