package dev.heddle.shuffle.store;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.PartitionTotals;

/** Computes and compares the totals of {@link dev.heddle.shuffle.protocol}. */
final class RowLedger {
  private RowLedger() {}

  /** Returns the totals of a batch's rows. */
  static PartitionTotals totals(Batch batch, MemoryAccount account) {
    int rows = batch.rowCount();
    Buffer hashes = account.allocate(8L * rows);
    try {
      long sum = 0;
      if (batch.columnCount() > 0) {
        for (int i = 0; i < batch.columnCount(); i++) {
          RowHash.mixColumn(batch.column(i), rows, hashes.address(), i == 0);
        }
        for (int row = 0; row < rows; row++) {
          sum += Memory.getLong(hashes.address() + 8L * row);
        }
      }
      return new PartitionTotals(rows, sum);
    } finally {
      hashes.release();
    }
  }

  /** Demands that what was read is what was committed. */
  static void check(PartitionTotals committed, PartitionTotals read, String place) {
    if (!committed.equals(read)) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Rows were lost, doubled or changed in "
              + place
              + ": committed "
              + committed.rows()
              + " rows with checksum "
              + Long.toHexString(committed.checksum())
              + ", read "
              + read.rows()
              + " rows with checksum "
              + Long.toHexString(read.checksum()));
    }
  }
}
