package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.DoubleValues;
import dev.heddle.physical.row.Batches;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.sort.ExternalSelection;
import dev.heddle.physical.spill.SpillSpace;
import org.jspecify.annotations.Nullable;

/**
 * Median and continuous quantiles: collects all values, of few groups by group, of many groups each
 * with its group; brings each group's together at the end and selects. NaN is larger than every
 * number.
 */
public final class QuantileAggregator extends Collector {
  private static final int VALUES_AT_ONCE = 1 << 16;

  private final double fraction;
  private final QuantileForm form;
  private final MemoryAccount account;
  private final StateArray collectedGroups; // int32
  private final StateArray collectedValues;
  private int collected; // there
  private @Nullable ValueChunks chunks; // instead, as long as there are few groups
  private int groupCount;
  private @Nullable Buffer grouped; // values by group, once collecting has ended
  private @Nullable Buffer starts; // int32, one more than there are groups
  private @Nullable ExternalSelection external; // of the values that are on the disk
  private double[] selected = {}; // by group, if values were on the disk
  private double[] next = {}; // the values above them
  private long[] counts = {}; // of values then

  QuantileAggregator(double fraction, DataType argument, MemoryAccount account) {
    this.fraction = fraction;
    this.form = QuantileForm.of(argument);
    this.account = account;
    this.collectedGroups = new StateArray(account, 4, 0);
    this.collectedValues = new StateArray(account, 8, 0);
    this.chunks = new ValueChunks(account);
  }

  @Override
  public void grow(int newGroupCount) {
    groupCount = newGroupCount;
    if (newGroupCount > ValueChunks.MAX_GROUPS) {
      flatten();
    } else if (chunks != null) {
      chunks.grow(newGroupCount);
    }
  }

  /** Puts values that are stored by group into one array, each with its group. */
  private void flatten() {
    ValueChunks byGroup = chunks;
    if (byGroup == null) {
      return;
    }
    reserve(byGroup.count());
    byGroup.drain(this::append);
    byGroup.close();
    chunks = null;
  }

  private void append(int group, long values, int count) {
    long groups = collectedGroups.address() + 4L * collected;
    for (int i = 0; i < count; i++) {
      Memory.putInt(groups + 4L * i, group);
    }
    Memory.copy(values, collectedValues.address() + 8L * collected, 8L * count);
    collected += count;
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    try (DoubleValues values = form.values(arguments[0], rows, account)) {
      long nulls = arguments[0].validity();
      if (chunks != null) {
        chunks.add(groups, values, nulls, rows);
        return;
      }
      reserve(rows);
      for (int i = 0; i < rows; i++) {
        if (nulls == 0 || Bits.get(nulls, i)) {
          append(Memory.getInt(groups + 4L * i), values.at(i));
        }
      }
    }
  }

  private void reserve(int rows) {
    int wanted = Math.addExact(collected, rows);
    collectedGroups.reserve(wanted);
    collectedValues.reserve(wanted);
  }

  private void append(int group, double value) {
    Memory.putInt(collectedGroups.address() + 4L * collected, group);
    Memory.putDouble(collectedValues.address() + 8L * collected, value);
    collected++;
  }

  @Override
  int valueCount() {
    return chunks == null ? collected : chunks.count();
  }

  @Override
  boolean standsByGroup() {
    return chunks != null && external == null;
  }

  @Override
  void takeOver(Collector other, long mapped) {
    QuantileAggregator further = (QuantileAggregator) other;
    ValueChunks theirs = further.chunks;
    if (theirs == null) {
      throw new IllegalStateException("Values do not are stored by group");
    }
    if (chunks != null) {
      chunks.takeOver(theirs, mapped);
    } else {
      reserve(theirs.count());
      theirs.drain((group, at, count) -> append(Memory.getInt(mapped + 4L * group), at, count));
    }
  }

  @Override
  boolean drain(GroupValues target) {
    if (chunks == null) {
      return false;
    }
    chunks.drain(
        (group, at, count) -> {
          Buffer values = account.allocate(8L * count);
          Memory.copy(at, values.address(), 8L * count);
          Column column = Column.fixed(DataType.FLOAT64, count, values, null);
          try {
            target.take(group, new Column[] {column}, count);
          } finally {
            column.release();
          }
        });
    return true;
  }

  @Override
  void groupsOf(long positions, int count, long target) {
    for (int i = 0; i < count; i++) {
      long at = collectedGroups.address() + 4L * Memory.getInt(positions + 4L * i);
      Memory.putInt(target + 4L * i, Memory.getInt(at));
    }
  }

  @Override
  void endCollecting() {
    flatten();
  }

  @Override
  Column[] values(long positions, int count) {
    Buffer values = account.allocate(8L * count);
    for (int i = 0; i < count; i++) {
      long at = collectedValues.address() + 8L * Memory.getInt(positions + 4L * i);
      Memory.putLong(values.address() + 8L * i, Memory.getLong(at));
    }
    return new Column[] {Column.fixed(DataType.FLOAT64, count, values, null)};
  }

  @Override
  long jumpBytes(int rows) {
    long wanted = (long) valueCount() + rows; // in chunks they may have to become flat
    return (chunks == null ? 0 : chunks.jumpBytes(rows))
        + collectedGroups.jumpBytes(wanted)
        + collectedValues.jumpBytes(wanted);
  }

  @Override
  long sealBytes() {
    return external == null
        ? 8L * valueCount() + 4L * groupCount
        : ExternalSelection.selectBytes(groupCount);
  }

  @Override
  boolean shed(SpillSpace space, StateMemory memory) {
    ExternalSelection target = external;
    if (target == null) {
      target = new ExternalSelection(space, account);
      external = target;
    }
    shedInto(target);
    collectedGroups.clear();
    collectedValues.clear();
    return true;
  }

  private void shedInto(ExternalSelection target) {
    target.add(collectedGroups.address(), collectedValues.address(), collected);
    collected = 0;
    if (chunks != null && chunks.count() > 0) {
      Buffer numbers = account.allocate(4L * ValueChunks.MAX_AT_ONCE);
      try {
        chunks.drain(
            (group, at, count) -> {
              for (int i = 0; i < count; i++) {
                Memory.putInt(numbers.address() + 4L * i, group);
              }
              target.add(numbers.address(), at, count);
            });
      } finally {
        numbers.release();
      }
    }
  }

  @Override
  void moveShed(Collector other) {
    ExternalSelection further = ((QuantileAggregator) other).external;
    if (further == null) {
      return;
    }
    if (external == null) {
      external = further;
      ((QuantileAggregator) other).external = null;
    } else {
      external.move(further);
    }
  }

  private void selectExternally(ExternalSelection values) {
    shedInto(values);
    values.finish();
    counts = values.counts(groupCount);
    long[] below = new long[groupCount];
    long[] above = new long[groupCount];
    for (int g = 0; g < groupCount; g++) {
      below[g] = counts[g] == 0 ? -1 : (long) place(counts[g]);
      above[g] = counts[g] == 0 ? -1 : Math.min(counts[g] - 1, below[g] + 1);
    }
    selected = values.select(below);
    next = values.select(above);
  }

  private double place(long size) {
    return fraction * (size - 1);
  }

  /** Sorts the values by group, by counting, or makes room for those that are stored by group. */
  @Override
  public void seal() {
    if (external != null) {
      selectExternally(external);
      return;
    }
    Buffer newStarts = account.allocateZeroed(4L * (groupCount + 2));
    starts = newStarts;
    Buffer newGrouped = account.allocate(8L * valueCount());
    grouped = newGrouped;
    if (chunks != null) {
      for (int g = 0; g < groupCount; g++) {
        int start = Memory.getInt(newStarts.address() + 4L * g);
        Memory.putInt(newStarts.address() + 4L * g + 4, start + chunks.size(g));
      }
      return;
    }
    long groups = collectedGroups.address();
    countByGroup(groups, collected, groupCount, newStarts.address());
    for (int i = 0; i < collected; i++) {
      int place = nextPlace(newStarts.address(), Memory.getInt(groups + 4L * i));
      Memory.putDouble(
          newGrouped.address() + 8L * place, Memory.getDouble(collectedValues.address() + 8L * i));
    }
  }

  @Override
  public Column result(long groups, int count) {
    if (external != null) {
      return selectedColumn(groups, count);
    }
    if (grouped == null || starts == null) {
      throw new IllegalStateException("Quantiles have not been sealed");
    }
    Buffer values = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      int group = Memory.getInt(groups + 4L * i);
      long at = starts.address() + 4L * group;
      int from = Memory.getInt(at);
      int size = Memory.getInt(at + 4) - from;
      if (size > 0) {
        long all = grouped.address() + 8L * from;
        if (chunks != null) {
          chunks.copy(group, all);
        }
        quantile(all, size, values.address() + 8L * i);
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(form.result(), count, values, validity);
  }

  private Column selectedColumn(long groups, int count) {
    Buffer values = account.allocate(8L * count);
    Buffer validity = Batches.zeroedBeside(values, Bits.bytesFor(count), account);
    for (int i = 0; i < count; i++) {
      int group = Memory.getInt(groups + 4L * i);
      if (counts[group] > 0) {
        double place = place(counts[group]);
        double share = place - (long) place;
        form.put(selected[group], next[group], share, values.address() + 8L * i);
        Bits.set(validity.address(), i);
      }
    }
    return Column.fixed(form.result(), count, values, validity);
  }

  private void quantile(long values, int size, long target) {
    double place = place(size);
    int below = (int) place;
    double low = Selection.nth(values, size, below);
    double share = place - below;
    double high = share == 0 ? low : Selection.smallest(values, below + 1, size);
    form.put(low, high, share, target);
  }

  @Override
  int rowsAtOnce(int most) {
    long groups = (long) VALUES_AT_ONCE * groupCount / Math.max(1, valueCount());
    return Math.clamp(groups, 1, most); // few, so that all threads select
  }

  @Override
  public long bytes() {
    return collectedGroups.bytes()
        + collectedValues.bytes()
        + (chunks == null ? 0 : chunks.bytes());
  }

  @Override
  public void close() {
    Closeables.all(external, chunks);
    collectedGroups.close();
    collectedValues.close();
    if (grouped != null) {
      grouped.release();
    }
    if (starts != null) {
      starts.release();
    }
  }
}
