package dev.heddle.shuffle.protocol;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Sums up the rows that have been read of a map's or part's, to compare them with what was
 * committed. Where not all columns are read there is no checksum of rows: those of blocks, and
 * their order, remain. Not thread-safe.
 */
public final class ReadTotals {
  private final boolean hasAllColumns;
  private final MemoryAccount account;
  private PartitionTotals found = PartitionTotals.NONE;

  /** Makes one without rows; the account pays for working memory. */
  public ReadTotals(ExchangePart part, ExchangeShape shape, MemoryAccount account) {
    this.hasAllColumns = part.hasAllColumns(shape);
    this.account = account;
  }

  /** Begins anew. */
  public void clear() {
    found = PartitionTotals.NONE;
  }

  /** Adds the rows of a batch and returns it; it is closed if this throws. */
  public Batch add(Batch batch) {
    try {
      found =
          found.plus(
              hasAllColumns
                  ? RowLedger.totals(batch, account)
                  : new PartitionTotals(batch.rowCount(), 0));
      return batch;
    } catch (Throwable e) {
      batch.close();
      throw e;
    }
  }

  /** Returns whether these are the rows that were committed. */
  public boolean areProved(PartitionTotals committed) {
    return hasAllColumns ? committed.equals(found) : committed.rows() == found.rows();
  }

  /** Words how the rows differ from what was committed. */
  public String difference(PartitionTotals committed) {
    return RowLedger.difference(committed, found);
  }
}
