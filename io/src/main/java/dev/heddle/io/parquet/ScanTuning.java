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
 */
record ScanTuning(long partRows, long gapRows, int leastGain) {
  static final ScanTuning DEFAULT = new ScanTuning(64L * Batch.MAX_ROWS, 1024, 4);

  /** Larger gaps are left out even if they have few rows. */
  static final long GAP_BYTES = 64L << 10;

  /** Returns whether reading some bytes may pay if it saves others. */
  boolean mayPay(long bytesToRead, double bytesToSave) {
    return (double) bytesToRead * leastGain <= bytesToSave;
  }
}
