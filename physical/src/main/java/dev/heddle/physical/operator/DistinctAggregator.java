package dev.heddle.physical.operator;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hands each value of a group that is not null to another aggregator once.
 *
 * <p>Keeps all pairs of group and value in a table of their own; without groups only the values.
 */
final class DistinctAggregator extends Collector {
  private static final Field GROUP = new Field("group", DataType.INT32, false);

  private final Aggregator inner;
  private final boolean isKeyed;
  private final GroupTable pairs;
  private final @Nullable DenseMap dense; // for whole numbers without groups
  private final MemoryAccount account;

  /**
   * Makes it for no group.
   *
   * @param inner taken over
   * @param isKeyed whether there are other groups than 0
   */
  DistinctAggregator(Aggregator inner, DataType argument, boolean isKeyed, MemoryAccount account) {
    this.inner = inner;
    this.isKeyed = isKeyed;
    this.account = account;
    Field value = new Field("value", argument, false);
    List<Field> fields = isKeyed ? List.of(GROUP, value) : List.of(value);
    this.pairs = new GroupTable(new KeyLayout(fields), account);
    boolean isDense = !isKeyed && DenseMap.isWholeNumber(Layout.of(argument));
    this.dense = isDense ? new DenseMap(pairs, account) : null;
  }

  @Override
  void grow(int groupCount) {
    inner.grow(groupCount);
  }

  @Override
  void update(long groups, Column[] arguments, int rows) {
    Column values = arguments[0];
    if (!values.mayHaveNulls()) {
      add(groups, values, rows);
      return;
    }
    Buffer present = account.allocate(4L * rows);
    try {
      int count = 0;
      for (int i = 0; i < rows; i++) {
        if (Bits.get(values.validity(), i)) {
          Memory.putInt(present.address() + 4L * count++, i);
        }
      }
      addAt(present.address(), count, groups, values);
    } finally {
      present.release();
    }
  }

  /** Adds rows at positions. */
  private void addAt(long positions, int count, long groups, Column values) {
    if (count == 0) {
      return;
    }
    Buffer chosenGroups = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        int row = Memory.getInt(positions + 4L * i);
        Memory.putInt(chosenGroups.address() + 4L * i, Memory.getInt(groups + 4L * row));
      }
      Column chosen = withoutValidity(Gather.rows(values, positions, count, account));
      try {
        add(chosenGroups.address(), chosen, count);
      } finally {
        chosen.release();
      }
    } finally {
      chosenGroups.release();
    }
  }

  /** Returns a column without nulls whose validity, all ones, is dropped; takes it over. */
  private static Column withoutValidity(Column column) {
    if (!column.mayHaveNulls()) {
      return column;
    }
    Buffer[] data = column.dataBuffers().clone();
    for (Buffer buffer : data) {
      buffer.retain();
    }
    Buffer values = column.valuesBuffer().retain();
    Column bare =
        data.length == 0
            ? Column.fixed(column.type(), column.rows(), values, null)
            : Column.views(column.type(), column.rows(), values, null, data);
    column.release();
    return bare;
  }

  private void add(long groups, Column values, int rows) {
    Buffer numbers = account.allocate(4L * rows);
    try {
      int next = pairs.groupCount();
      locate(groups, values, rows, numbers.address());
      int fresh = 0;
      for (int i = 0; i < rows; i++) {
        if (Memory.getInt(numbers.address() + 4L * i) == next) { // numbers are given in order
          next++;
          Memory.putInt(numbers.address() + 4L * fresh++, i);
        }
      }
      if (fresh > 0) {
        updateInner(numbers.address(), fresh, groups, values);
      }
    } finally {
      numbers.release();
    }
  }

  private void locate(long groups, Column values, int rows, long numbers) {
    if (!isKeyed) {
      if (dense == null || !dense.locate(values, rows, numbers)) {
        pairs.locate(new Column[] {values}, rows, numbers);
      }
      return;
    }
    Buffer copied = account.allocate(4L * rows);
    Memory.copy(groups, copied.address(), 4L * rows);
    Column groupColumn = Column.fixed(DataType.INT32, rows, copied, null);
    try {
      pairs.locate(new Column[] {groupColumn, values}, rows, numbers);
    } finally {
      groupColumn.release();
    }
  }

  private void updateInner(long positions, int count, long groups, Column values) {
    Buffer chosenGroups = account.allocate(4L * count);
    try {
      for (int i = 0; i < count; i++) {
        int row = Memory.getInt(positions + 4L * i);
        Memory.putInt(chosenGroups.address() + 4L * i, Memory.getInt(groups + 4L * row));
      }
      Column chosen = Gather.rows(values, positions, count, account);
      try {
        inner.update(chosenGroups.address(), new Column[] {chosen}, count);
      } finally {
        chosen.release();
      }
    } finally {
      chosenGroups.release();
    }
  }

  @Override
  int valueCount() {
    return pairs.groupCount();
  }

  @Override
  void groupsOf(long positions, int count, long target) {
    if (isKeyed) {
      pairs.intKeys(positions, count, target);
    } else {
      Memory.fill(target, 4L * count, (byte) 0);
    }
  }

  @Override
  Column[] values(long positions, int count) {
    return pairs.keys(isKeyed ? 1 : 0, positions, count);
  }

  @Override
  void seal() {
    inner.seal();
  }

  @Override
  Column result(long groups, int count) {
    return inner.result(groups, count);
  }

  @Override
  long bytes() {
    return inner.bytes() + pairs.bytes();
  }

  @Override
  public void close() {
    Closing.all(inner, pairs, dense);
  }
}
