package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.MemoryAccount;

/** Which value of a group is kept. */
public enum Extreme {
  SMALLEST,
  LARGEST;

  /** Makes states of no group for values of a type that has an order. */
  public Aggregator aggregator(DataType type, Presence presence, MemoryAccount account) {
    return switch (Layout.of(type)) {
      case VIEW -> new TextExtremeAggregator(type, this, account);
      case INT128 -> new WideExtremeAggregator(type, this, presence, account);
      case FLOAT32, FLOAT64 -> new DoubleExtremeAggregator(type, this, presence, account);
      case BIT, INT8, INT16, INT32, INT64 ->
          new LongExtremeAggregator(type, this, presence, account);
      case INTERVAL -> new IntervalExtremeAggregator(this, presence, account);
      default -> throw new IllegalStateException("No order of " + type.sqlName());
    };
  }
}
