package dev.heddle.io.parquet.fetch;

import dev.heddle.io.batch.Batch;

/**
 * Sizes that decide how a scan goes about its work, not what it gives; tests use odd ones.
 *
 * @param partRows how many rows a part has into which larger row groups are cut: those of twice the
 *     rows, if their pages can be found without reading those before; a multiple of a batch
 * @param gapRows gaps of fewer rows between wanted ranges are read along with them, unless they are
 *     {@link #GAP_BYTES} large
 * @param minGain by what factor the bytes that may be saved must exceed those that are read to find
 *     out; 0 for no such limit
 * @param enoughParts about how many parts there are in all at most: each part reads the
 *     dictionaries of its row group, and the pages at its ends, again
 */
public record ScanTuning(long partRows, long gapRows, int minGain, long enoughParts) {
  public static final ScanTuning DEFAULT =
      new ScanTuning(
          64L * Batch.MAX_ROWS, 1024, 4, 8L * Runtime.getRuntime().availableProcessors());

  /** Makes one whose parts have {@code partRows} rows. */
  public ScanTuning(long partRows, long gapRows, int minGain) {
    this(partRows, gapRows, minGain, Long.MAX_VALUE);
  }

  /** Returns the rows of a part, a multiple of a batch, if {@code rows} rows are read in all. */
  public long partRows(long rows) {
    long share = rows / enoughParts;
    return Math.max(partRows, (share + Batch.MAX_ROWS - 1) / Batch.MAX_ROWS * Batch.MAX_ROWS);
  }

  /** Larger gaps are left out even if they have few rows. */
  public static final long GAP_BYTES = 64L << 10;

  /** Returns whether reading some bytes may pay if it saves others. */
  public boolean mayPay(long bytesToRead, double bytesToSave) {
    return (double) bytesToRead * minGain <= bytesToSave;
  }
}
