package dev.heddle.io.batch;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * The checksum of rows that does not depend on their order: the sum, modulo 2^64, of each row's
 * {@link RowHash} over all columns in order.
 */
public final class RowChecksum {
  private RowChecksum() {}

  /** Returns the checksum of a batch's rows; the account pays for working memory. */
  public static long of(Batch batch, MemoryAccount account) {
    int rows = batch.rowCount();
    if (batch.columnCount() == 0) {
      return 0;
    }
    Buffer hashes = account.allocate(8L * rows);
    try {
      RowHash.hashColumns(batch::column, batch.columnCount(), rows, hashes.address());
      long sum = 0;
      for (int row = 0; row < rows; row++) {
        sum += Memory.getLong(hashes.address() + 8L * row);
      }
      return sum;
    } finally {
      hashes.release();
    }
  }
}
