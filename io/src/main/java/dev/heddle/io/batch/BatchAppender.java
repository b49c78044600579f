package dev.heddle.io.batch;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;

/**
 * Collects rows of many batches into compact ones that hold nothing of their sources.
 *
 * <p>Used by one thread. {@link #build} starts anew; {@link #close} frees what has not been built.
 */
public final class BatchAppender implements AutoCloseable {
  /** The number of rows that have room in what an appender allocates at first. */
  public static final int FIRST_ROWS = ColumnAppender.FIRST_ROWS;

  private final MemoryAccount account;
  private final ColumnAppender[] columns;
  private int rows;

  /** Makes an empty appender for columns of the types. */
  public BatchAppender(List<DataType> types, MemoryAccount account) {
    this.account = account;
    this.columns = new ColumnAppender[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnAppender(types.get(i), account);
    }
  }

  /**
   * Returns about what {@link #FIRST_ROWS} rows take where lists have an element and texts are
   * short.
   */
  public static long firstBytes(List<DataType> types) {
    return types.stream().mapToLong(ColumnAppender::firstBytes).sum();
  }

  /** Returns how many rows have been appended since the last build. */
  public int rows() {
    return rows;
  }

  /** Returns the bytes that the appended rows take. */
  public long bytes() {
    long bytes = 0;
    for (ColumnAppender column : columns) {
      bytes += column.bytes();
    }
    return bytes;
  }

  /** Returns the bytes that the appended values of lists, maps and structs take. */
  public long nestedBytes() {
    long bytes = 0;
    for (ColumnAppender column : columns) {
      bytes += column.isNested() ? column.bytes() : 0;
    }
    return bytes;
  }

  /** Returns about what appending rows may allocate, if they are like those here. */
  public long jumpBytes(int count) {
    long bytes = 0;
    for (ColumnAppender column : columns) {
      bytes += column.jumpBytes(count);
    }
    return bytes;
  }

  /** Appends all rows that count of a batch, which stays the caller's. */
  public void append(Batch batch) {
    append(batch, batch.selection(), batch.rowCount());
  }

  /**
   * Appends rows of a batch, which stays the caller's.
   *
   * @param positions where {@code count} int32 positions of physical rows start, or 0 for the first
   *     {@code count}
   */
  public void append(Batch batch, long positions, int count) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(batch.physicalColumn(i), positions, count);
    }
    rows += count;
  }

  /**
   * Returns a batch of all rows appended so far, and starts anew. It may have more than {@link
   * Batch#MAX_ROWS} rows.
   */
  public Batch build() {
    Column[] built = Column.makeAll(columns.length, i -> columns[i].build());
    Batch batch = Batch.of(account, rows, built);
    rows = 0;
    return batch;
  }

  @Override
  public void close() {
    for (ColumnAppender column : columns) {
      column.close();
    }
    rows = 0;
  }
}
