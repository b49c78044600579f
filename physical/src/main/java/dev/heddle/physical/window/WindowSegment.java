package dev.heddle.physical.window;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some partitions in order, whole ones or parts, as window functions see them: rows are numbered
 * from 0. Used by one thread.
 */
final class WindowSegment implements AutoCloseable {
  private static final int ARRAYS = 5;

  private final RowStore store; // lent
  private final long ids;
  private final int rows;
  private final TaskContext context;
  private final MemoryAccount account;
  private final Buffer arrays;
  private @Nullable Column[] columns; // of the store, then added ones
  private final AutoCloseable owned;
  private final List<Column> values = new ArrayList<>(); // of the calls
  private @Nullable WindowCarry carry;
  private int from;
  private int to;
  private long rowsBefore; // without a carry

  /**
   * Finds the partitions and peers.
   *
   * @param ids the rows' int32 ids
   * @param marks one byte a row: what begins with it
   * @param owned what is closed with the segment, unless this throws
   */
  WindowSegment(
      RowStore store, long ids, long marks, int rows, TaskContext context, AutoCloseable owned) {
    this.owned = owned;
    this.store = store;
    this.ids = ids;
    this.rows = rows;
    this.to = rows;
    this.context = context;
    this.account = context.account();
    this.columns = new Column[store.columnCount()];
    this.arrays = account.allocate(4L * ARRAYS * Math.max(1, rows));
    int group = -1;
    for (int i = 0; i < rows; i++) {
      byte mark = Memory.getByte(marks + i);
      boolean isPeer = mark == 0;
      boolean isSamePartition = mark < WindowMarks.PARTITION_START;
      group += isPeer ? 0 : 1;
      put(partitionStarts(), i, isSamePartition && i > 0 ? at(partitionStarts(), i - 1) : i);
      put(peerStarts(), i, isPeer && i > 0 ? at(peerStarts(), i - 1) : i);
      put(groups(), i, group);
    }
    for (int i = rows - 1; i >= 0; i--) {
      boolean isLast = i == rows - 1;
      put(
          partitionEnds(),
          i,
          isLast || at(partitionStarts(), i + 1) == i + 1 ? i + 1 : at(partitionEnds(), i + 1));
      put(
          peerEnds(),
          i,
          isLast || at(peerStarts(), i + 1) == i + 1 ? i + 1 : at(peerEnds(), i + 1));
    }
  }

  static int at(long array, int row) {
    return Memory.getInt(array + 4L * row);
  }

  static void put(long array, int row, int value) {
    Memory.putInt(array + 4L * row, value);
  }

  int rows() {
    return rows;
  }

  /** Makes this a part of one large partition, of which only some rows are delivered. */
  void setPart(WindowCarry newCarry, int newFrom, int newTo) {
    carry = newCarry;
    from = newFrom;
    to = newTo;
  }

  /**
   * Makes this a part of partitions in memory, of which only some rows are delivered.
   *
   * @param newRowsBefore how many rows of the first row's partition precede this
   */
  void setPart(int newFrom, int newTo, long newRowsBefore) {
    from = newFrom;
    to = newTo;
    rowsBefore = newRowsBefore;
  }

  /** Computes the calls, unless it has been done; the values are this segment's. */
  List<Column> values(PhysicalPlan.Window plan) {
    while (values.size() < plan.calls().size()) {
      context.checkCancelled();
      values.add(WindowFunctions.compute(values.size(), plan, this));
    }
    return values;
  }

  /** Returns what is known of the rest of the partition, or null if there is none. */
  @Nullable WindowCarry carry() {
    return carry;
  }

  /** Returns the first row to deliver. */
  int from() {
    return from;
  }

  /** Returns the row behind the last one to deliver. */
  int to() {
    return to;
  }

  /** Returns how many rows of the first row's partition precede this segment. */
  long rowsBefore() {
    return carry == null ? rowsBefore : carry.rowsBefore();
  }

  /** Returns how many rows the partition of a row has. */
  long partitionRows(int row) {
    return carry == null ? at(partitionEnds(), row) - at(partitionStarts(), row) : carry.rows();
  }

  TaskContext context() {
    return context;
  }

  MemoryAccount account() {
    return account;
  }

  RowStore store() {
    return store;
  }

  /** Returns where the rows' int32 ids in the store start. */
  long ids() {
    return ids;
  }

  private long array(int number) {
    return arrays.address() + 4L * number * rows;
  }

  /** First row of each row's partition, as all of these one int32 a row. */
  long partitionStarts() {
    return array(0);
  }

  /** The row behind the partition. */
  long partitionEnds() {
    return array(1);
  }

  /** First peer of each row. */
  long peerStarts() {
    return array(2);
  }

  /** The row behind the last peer. */
  long peerEnds() {
    return array(3);
  }

  /** Number of each row's group of peers, ascending through the segment from 0. */
  long groups() {
    return array(4);
  }

  /** Returns a column of the store for the rows, in order; lent until this is closed. */
  Column column(int index) {
    Column column = columns[index];
    if (column == null) {
      column = store.gather(index, ids, rows, account);
      columns[index] = column;
    }
    return column;
  }

  /** Adds a column behind the others, which is this segment's from here on. */
  void addColumn(Column column) {
    columns = Arrays.copyOf(columns, columns.length + 1);
    columns[columns.length - 1] = column;
  }

  /** Returns a column of the values of other rows, null where a row is negative. */
  Column pick(int index, long pickedRows) {
    // Rows of a column that is in order are near each other, and other calls read it, too.
    return Gather.rowsOrNull(column(index), pickedRows, rows, account);
  }

  /**
   * Returns a column of the store for some rows that follow each other; the caller's.
   *
   * @param positions the int32 numbers of these rows
   */
  Column range(int index, int first, int count, long positions) {
    Column known = columns[index];
    return known == null
        ? store.gather(index, ids + 4L * first, count, account)
        : Gather.rows(known, positions, count, account);
  }

  @Override
  public void close() {
    arrays.release();
    Column.releaseAll(columns);
    values.forEach(Column::release);
    values.clear();
    Closeables.all(owned);
  }
}
