package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.DenseMap;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.KeyLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table of all pairs of a group and a value, counted from 0 in the order of first appearance;
 * without groups only of the values. Used by one thread.
 */
final class DistinctPairs implements AutoCloseable {
  private static final Field GROUP = new Field("group", DataType.INT32, false);

  private final boolean isKeyed;
  private final boolean isDense;
  private final MemoryAccount account;
  private final KeyLayout layout;
  private GroupTable pairs;
  private @Nullable DenseMap dense; // for integers without groups

  /**
   * What pairs there are.
   *
   * @param arguments types of the columns of a value
   * @param isKeyed whether there are other groups than 0
   * @param keepsNulls whether a null is a value, too
   */
  record Form(List<DataType> arguments, boolean isKeyed, boolean keepsNulls) {
    Form {
      arguments = List.copyOf(arguments);
    }

    private boolean isDense() {
      return !isKeyed
          && !keepsNulls
          && arguments.size() == 1
          && Layout.of(arguments.getFirst()).isInteger();
    }
  }

  /** Makes it for no pair. */
  DistinctPairs(Form form, MemoryAccount account) {
    this.isKeyed = form.isKeyed;
    this.isDense = form.isDense();
    this.account = account;
    List<Field> fields = new ArrayList<>();
    if (isKeyed) {
      fields.add(GROUP);
    }
    form.arguments.forEach(type -> fields.add(new Field("value", type, form.keepsNulls)));
    this.layout = new KeyLayout(fields);
    this.pairs = new GroupTable(layout, account);
    this.dense = isDense ? new DenseMap(pairs, account) : null;
  }

  /** Returns the number of pairs. */
  int count() {
    return pairs.groupCount();
  }

  /** Returns the bytes that are reserved. */
  long bytes() {
    return pairs.bytes();
  }

  /** Returns about what looking this number of rows up may allocate at once. */
  long jumpBytes(int rows) {
    return pairs.jumpBytes(rows);
  }

  /**
   * Finds the pairs of rows, and makes those that are new.
   *
   * @param numbers where the int32 number of each row's pair is written
   */
  void locate(long groups, Column[] values, int rows, long numbers) {
    if (!isKeyed) {
      if (dense == null || !dense.locate(values[0], rows, numbers)) {
        pairs.locate(values, rows, numbers);
      }
      return;
    }
    Column[] pair = new Column[values.length + 1];
    pair[0] = groupColumn(groups, rows);
    System.arraycopy(values, 0, pair, 1, values.length);
    try {
      pairs.locate(pair, rows, numbers);
    } finally {
      pair[0].release();
    }
  }

  /** Divides rows without groups, as pairs, without looking them up. */
  void divideRows(long groups, Column[] values, int rows, DistinctSpill target) {
    Buffer scratch = account.allocate(12L * rows);
    try {
      long positions = scratch.address() + 8L * rows;
      pairs.hashRows(values, rows, scratch.address());
      Column[] columns = new Column[values.length + 1];
      columns[0] = groupColumn(groups, rows);
      for (int i = 0; i < values.length; i++) {
        columns[i + 1] = values[i].retain();
      }
      try (Batch batch = Batch.of(account, rows, columns)) {
        target.add(batch, scratch.address(), positions);
      }
    } finally {
      scratch.release();
    }
  }

  private Column groupColumn(long groups, int rows) {
    Buffer copied = account.allocate(4L * rows);
    Memory.copy(groups, copied.address(), 4L * rows);
    return Column.fixed(DataType.INT32, rows, copied, null);
  }

  /** Writes the group of each of some pairs. */
  void groupsOf(long positions, int count, long target) {
    if (isKeyed) {
      pairs.intKeys(positions, count, target);
    } else {
      Memory.fill(target, 4L * count, (byte) 0);
    }
  }

  /** Returns the columns of the values of some pairs. */
  Column[] values(long positions, int count) {
    return pairs.keys(isKeyed ? 1 : 0, positions, count);
  }

  /** Divides the pairs, which then are no longer here, by their hash. */
  void divideInto(DistinctSpill target, int level) {
    if (target.isOnDisk() && pairs.groupCount() > 0) {
      try (GroupNumbers numbers = GroupNumbers.byHash(pairs, level, account)) {
        target.write(numbers, this::batch);
      }
    } else {
      divideInMemory(target);
    }
    close();
    pairs = new GroupTable(layout, account);
    dense = isDense ? new DenseMap(pairs, account) : null;
  }

  private void divideInMemory(DistinctSpill target) {
    Buffer scratch = account.allocate(16L * Batch.MAX_ROWS);
    try {
      long positions = scratch.address();
      long hashes = positions + 8L * Batch.MAX_ROWS;
      for (int from = 0; from < pairs.groupCount(); from += Batch.MAX_ROWS) {
        int rows = Math.min(Batch.MAX_ROWS, pairs.groupCount() - from);
        for (int i = 0; i < rows; i++) {
          Memory.putInt(positions + 4L * i, from + i);
        }
        pairs.hashGroups(positions, rows, hashes);
        try (Batch some = batch(positions, rows)) {
          target.add(some, hashes, positions);
        }
      }
    } finally {
      scratch.release();
    }
  }

  private Batch batch(long positions, int rows) {
    Column[] values = values(positions, rows);
    Column[] columns = new Column[values.length + 1];
    System.arraycopy(values, 0, columns, 1, values.length);
    try {
      Buffer groups = account.allocate(4L * rows);
      groupsOf(positions, rows, groups.address());
      columns[0] = Column.fixed(DataType.INT32, rows, groups, null);
    } catch (Throwable e) {
      Column.releaseAll(values);
      throw e;
    }
    return Batch.of(account, rows, columns);
  }

  @Override
  public void close() {
    Closeables.all(pairs, dense);
  }
}
