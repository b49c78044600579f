package dev.heddle.io.parquet;

import dev.heddle.io.batch.Batch;

/**
 * Sizes that decide how a scan goes about its work, not what it gives; tests use odd ones.
 *
 * @param partRows row groups of twice so many rows are cut into parts of so many, a whole number of
 *     batches, if their pages can be found without reading those before
 * @param gapRows gaps of fewer rows between wanted ranges are read along with them, unless they are
 *     {@link #GAP_BYTES} large
 * @param leastGain what is read to find out what to read has at most one part in so many of the
 *     bytes that it may save; 0 for no such limit
 * @param enoughParts row groups are cut no finer than for about so many parts in all: each part
 *     reads the dictionaries of its row group, and the pages at its ends, again
 */
record ScanTuning(long partRows, long gapRows, int leastGain, long enoughParts) {
  static final ScanTuning DEFAULT =
      new ScanTuning(
          64L * Batch.MAX_ROWS, 1024, 4, 8L * Runtime.getRuntime().availableProcessors());

  /** Makes one that cuts as finely as it says. */
  ScanTuning(long partRows, long gapRows, int leastGain) {
    this(partRows, gapRows, leastGain, Long.MAX_VALUE);
  }

  /** Returns the rows of a part, a whole number of batches, where so many rows are read in all. */
  long partRows(long rows) {
    long share = rows / enoughParts;
    return Math.max(partRows, (share + Batch.MAX_ROWS - 1) / Batch.MAX_ROWS * Batch.MAX_ROWS);
  }

  /** Larger gaps are left out even if they have few rows. */
  static final long GAP_BYTES = 64L << 10;

  /** Returns whether reading some bytes may pay if it saves others. */
  boolean mayPay(long bytesToRead, double bytesToSave) {
    return (double) bytesToRead * leastGain <= bytesToSave;
  }
}
