package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * An aggregator whose state is a sketch of bounded size. Its partial state is the sketch's bytes.
 *
 * @param <S> the sketch
 */
public abstract class SketchAggregator<S> extends HeapAggregator<S> {
  SketchAggregator(MemoryAccount account) {
    super(account);
  }

  /** Returns another sketch of the same values. */
  abstract S copyOf(S sketch);

  /** Returns a sketch's bytes. */
  abstract byte[] toBytes(S sketch);

  /** Reads what {@link #toBytes} gave. */
  abstract S fromBytes(byte[] bytes);

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    Column column = states[0];
    for (int i = 0; i < rows; i++) {
      if (!column.isNull(i)) {
        merge(Memory.getInt(groups + 4L * i), fromBytes(bytesAt(column, i)));
      }
    }
    measure(groups, rows);
  }

  static byte[] bytesAt(Column column, int row) {
    Column plain = column.isDictionary() ? column.dictionary() : column;
    int entry = column.isDictionary() ? Memory.getInt(column.values() + 4L * row) : row;
    long view = plain.values() + 16L * entry;
    return Memory.toArray(
        StringViews.address(view, plain.dataAddresses()), StringViews.length(view));
  }

  @Override
  public void absorb(Aggregator other, long theirs, long ours, int count) {
    @SuppressWarnings("unchecked") // of the same call
    SketchAggregator<S> source = (SketchAggregator<S>) other;
    for (int i = 0; i < count; i++) {
      S further = source.known(Memory.getInt(theirs + 4L * i));
      if (further != null) {
        int group = Memory.getInt(ours + 4L * i);
        merge(group, known(group) == null ? copyOf(further) : further);
      }
    }
    measure(ours, count);
  }

  @Override
  public Column[] states(long groups, int count) {
    try (ColumnBuilder states = new ColumnBuilder(DataType.BINARY, account())) {
      for (int i = 0; i < count; i++) {
        S sketch = known(Memory.getInt(groups + 4L * i));
        if (sketch == null) {
          states.appendNull();
        } else {
          byte[] content = toBytes(sketch);
          states.appendBytes(content, 0, content.length);
        }
      }
      return new Column[] {states.build()};
    }
  }
}
