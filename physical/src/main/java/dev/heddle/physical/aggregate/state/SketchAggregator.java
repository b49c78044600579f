package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An aggregator whose state is a sketch of bounded size: an object on the heap for each group with
 * a value, whose bytes are counted as if they were ours. Its partial state is the sketch's bytes.
 *
 * @param <S> the sketch
 */
public abstract class SketchAggregator<S> extends Aggregator {
  private static final int BYTES_PER_GROUP = 16;

  /** What no sketch of one value takes more than. */
  public static final long MAX_FIRST_BYTES =
      Math.max(DistinctSketches.FIRST_BYTES, QuantileValues.FIRST_BYTES);

  private final MemoryAccount account;
  private @Nullable Object[] sketches = {}; // by group; null before the first value
  private int[] charged = {}; // bytes of each
  private int[] measured = {}; // the last batch after which each has been looked at
  private int batch;
  private int groupCount;
  private long bytes; // that the account counts

  SketchAggregator(MemoryAccount account) {
    this.account = account;
  }

  /** Returns about what a sketch of one value takes on the heap. */
  abstract int firstBytes();

  /** Returns about the most by which one further value makes a sketch larger. */
  abstract int maxGrowthBytes();

  /** Returns about what a sketch takes on the heap. */
  abstract int sizeOf(S sketch);

  /** Returns a sketch of the values of both, of which the first may be changed. */
  abstract S merged(S sketch, S further);

  /** Returns another sketch of the same values. */
  abstract S copyOf(S sketch);

  /** Returns a sketch's bytes. */
  abstract byte[] toBytes(S sketch);

  /** Reads what {@link #toBytes} gave. */
  abstract S fromBytes(byte[] bytes);

  /** Adds rows to the sketches of groups, which are made where there are none. */
  abstract void add(long groups, Column[] arguments, int rows);

  MemoryAccount account() {
    return account;
  }

  @Override
  public void grow(int newGroupCount) {
    if (newGroupCount > sketches.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(newGroupCount, 2L * groupCount));
      charge((long) BYTES_PER_GROUP * (room - sketches.length));
      sketches = Arrays.copyOf(sketches, room);
      charged = Arrays.copyOf(charged, room);
      measured = Arrays.copyOf(measured, room);
    }
    groupCount = newGroupCount;
  }

  /**
   * Returns about what adding this number of rows may take, after which there are at most this
   * number of groups.
   */
  public long jumpBytes(int maxGroups, int rows) {
    int room = Math.max(maxGroups, 2 * groupCount) - sketches.length;
    long grown = maxGroups > sketches.length ? (long) BYTES_PER_GROUP * room : 0;
    long made = (long) firstBytes() * Math.min(rows, maxGroups);
    return grown + made + Math.min(bytes, (long) maxGrowthBytes() * rows); // at most twice as large
  }

  /** Returns a group's sketch; null if the group has no value. */
  @SuppressWarnings("unchecked")
  @Nullable S known(int group) {
    return (S) sketches[group];
  }

  /** Makes a sketch that of a group. */
  void put(int group, S sketch) {
    sketches[group] = sketch;
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    add(groups, arguments, rows);
    measure(groups, rows);
  }

  /** Counts what the sketches of some groups have come to take. */
  private void measure(long groups, int rows) {
    batch++;
    long more = 0;
    for (int i = 0; i < rows; i++) {
      int group = Memory.getInt(groups + 4L * i);
      S sketch = known(group);
      if (measured[group] != batch && sketch != null) {
        measured[group] = batch;
        int size = sizeOf(sketch);
        more += size - charged[group];
        charged[group] = size;
      }
    }
    charge(more);
  }

  private void charge(long more) {
    if (more >= 0) {
      account.charge(more);
    } else {
      account.discharge(-more);
    }
    bytes += more;
  }

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

  private void merge(int group, S further) {
    S known = known(group);
    put(group, known == null ? further : merged(known, further));
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
    try (ColumnBuilder states = new ColumnBuilder(DataType.BINARY, account)) {
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

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    account.discharge(bytes);
    bytes = 0;
    sketches = new Object[0];
  }
}
