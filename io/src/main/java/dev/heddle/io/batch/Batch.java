package dev.heddle.io.batch;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * A few thousand rows of columns on their way through a pipeline.
 *
 * <p>A batch has one owner, which closes it or gives it away; it is used by one thread at a time.
 * It may carry a selection: the positions, ascending, of the rows that count. {@link #column} then
 * gathers those rows at the first call and keeps the result, so code that asks for columns never
 * sees the selection; kernels that can work under one use {@link #physicalColumn} and {@link
 * #selection}. Columns may be longer than the batch: only the first {@link #physicalRows} rows
 * count.
 */
public final class Batch implements AutoCloseable {
  /**
   * The most rows of a batch within a pipeline: intermediates of that size stay in a core's L2
   * cache.
   */
  public static final int MAX_ROWS = 4096;

  private final MemoryAccount account;
  private final Column[] columns;
  private final @Nullable Column[] gathered;
  private final int physicalRows;
  private final @Nullable Buffer selection;
  private final int rowCount;
  private boolean closed;

  private Batch(
      MemoryAccount account,
      Column[] columns,
      int physicalRows,
      @Nullable Buffer selection,
      int rowCount) {
    this.account = account;
    this.columns = columns;
    this.gathered = new Column[columns.length];
    this.physicalRows = physicalRows;
    this.selection = selection;
    this.rowCount = rowCount;
  }

  /** Makes a batch without a selection, taking over one ownership of each column. */
  public static Batch of(MemoryAccount account, int rowCount, Column... columns) {
    return new Batch(account, columns, rowCount, null, rowCount);
  }

  /**
   * Makes a batch with a selection, taking over the selection and one ownership of each column.
   *
   * @param selection ascending int32 positions below {@code physicalRows}
   * @param rowCount how many positions there are
   */
  public static Batch selected(
      MemoryAccount account, int physicalRows, Buffer selection, int rowCount, Column... columns) {
    return new Batch(account, columns, physicalRows, selection, rowCount);
  }

  /** Returns the account that pays for what this batch makes on demand. */
  public MemoryAccount account() {
    return account;
  }

  /** Returns how many rows count. */
  public int rowCount() {
    return rowCount;
  }

  /** Returns the number of columns. */
  public int columnCount() {
    return columns.length;
  }

  /** Returns whether some physical rows may not count. */
  public boolean hasSelection() {
    return selection != null;
  }

  /** Returns how many rows {@link #physicalColumn} has that belong to this batch. */
  public int physicalRows() {
    return physicalRows;
  }

  /**
   * Returns where the int32 positions of the rows that count start, or 0 if all do. Lent until the
   * batch is closed or given away.
   */
  public long selection() {
    return selection == null ? 0 : selection.address();
  }

  /**
   * Returns the column as stored, before the selection. Lent until the batch is closed or given
   * away.
   */
  public Column physicalColumn(int index) {
    return columns[index];
  }

  /**
   * Returns the column with exactly the rows that count first, in order. Lent until the batch is
   * closed or given away; retain it to hold it longer.
   */
  public Column column(int index) {
    if (selection == null) {
      return columns[index];
    }
    Column dense = gathered[index];
    if (dense == null) {
      for (int i = 0; i < index; i++) {
        if (columns[i] == columns[index] && gathered[i] != null) {
          gathered[index] = gathered[i].retain();
          return gathered[i];
        }
      }
      dense = Gather.rows(columns[index], selection.address(), rowCount, account);
      gathered[index] = dense;
    }
    return dense;
  }

  /** Returns a batch of the first rows; this one is used up. */
  public Batch moveHead(int rows) {
    if (rows >= rowCount) {
      return moveWith(physicalRows, rowCount);
    }
    return selection == null ? moveWith(rows, rows) : moveWith(physicalRows, rows);
  }

  private Batch moveWith(int newPhysicalRows, int newRowCount) {
    checkOpen();
    Batch moved = new Batch(account, columns, newPhysicalRows, selection, newRowCount);
    System.arraycopy(gathered, 0, moved.gathered, 0, gathered.length);
    closed = true;
    return moved;
  }

  /**
   * Returns a batch of some of the columns, in that order, under the same selection; this one is
   * used up.
   */
  public Batch moveColumns(int... indexes) {
    checkOpen();
    Column[] kept = new Column[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      kept[i] = columns[indexes[i]].retain();
    }
    Batch moved =
        new Batch(
            account, kept, physicalRows, selection == null ? null : selection.retain(), rowCount);
    for (int i = 0; i < indexes.length; i++) {
      Column dense = gathered[indexes[i]];
      if (dense != null) {
        moved.gathered[i] = dense.retain();
      }
    }
    close();
    return moved;
  }

  /**
   * Returns this batch under a narrower selection of its physical rows, which is taken over; this
   * one is used up.
   *
   * @param narrower ascending int32 positions of physical rows
   */
  public Batch moveSelected(Buffer narrower, int rows) {
    checkOpen();
    Column[] kept = new Column[columns.length];
    for (int i = 0; i < columns.length; i++) {
      kept[i] = columns[i].retain();
    }
    Batch moved = new Batch(account, kept, physicalRows, narrower, rows);
    close();
    return moved;
  }

  /**
   * Returns a batch of other columns over the same physical rows, under the same selection. Takes
   * over one ownership of each column; this batch stays.
   */
  public Batch withColumns(Column... others) {
    checkOpen();
    return new Batch(
        account, others, physicalRows, selection == null ? null : selection.retain(), rowCount);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("Cannot use a batch that has been closed or given away");
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (int i = 0; i < columns.length; i++) {
      columns[i].release();
      Column dense = gathered[i];
      if (dense != null) {
        dense.release();
      }
    }
    if (selection != null) {
      selection.release();
    }
  }
}
