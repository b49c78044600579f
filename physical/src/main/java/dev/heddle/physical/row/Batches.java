package dev.heddle.physical.row;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;

/** Puts batches and constant columns together. */
public final class Batches {
  private Batches() {}

  /**
   * Returns a batch of an input's columns and further ones, under the input's selection. The
   * further columns, of the input's physical rows, are taken over; the input stays the caller's.
   */
  public static Batch append(Batch input, Column... further) {
    int kept = input.columnCount();
    Column[] columns = new Column[kept + further.length];
    for (int i = 0; i < kept; i++) {
      columns[i] = input.physicalColumn(i).retain();
    }
    System.arraycopy(further, 0, columns, kept, further.length);
    return input.withColumns(columns);
  }

  /** Returns the rows of a batch that count, without a selection; the batch stays the caller's. */
  public static Batch withoutSelection(Batch batch) {
    Column[] columns = Column.makeAll(batch.columnCount(), i -> batch.column(i).retain());
    return Batch.of(batch.account(), batch.rowCount(), columns);
  }

  /** Returns a buffer of zeros to go with another one, which is released if this fails. */
  public static Buffer zeroedBeside(Buffer first, long bytes, MemoryAccount account) {
    try {
      return account.allocateZeroed(bytes);
    } catch (Throwable e) {
      first.release();
      throw e;
    }
  }
}
