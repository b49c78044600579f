package dev.heddle.shuffle.protocol;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.RowChecksum;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.MemoryAccount;
import java.util.function.IntFunction;

/** Computes and compares the totals of {@link dev.heddle.shuffle.protocol}. */
public final class RowLedger {
  private static final long DIGEST_KEY = 0x2545F4914F6CDD1DL;

  private RowLedger() {}

  /** Returns the totals of a batch's rows; the account pays for working memory. */
  public static PartitionTotals totals(Batch batch, MemoryAccount account) {
    return new PartitionTotals(batch.rowCount(), RowChecksum.of(batch, account));
  }

  /** Demands that what was read is what was committed. */
  public static void check(PartitionTotals committed, PartitionTotals read, String place) {
    if (!committed.equals(read)) {
      throw new HeddleException(
          ErrorCode.INTERNAL,
          "Rows were lost, doubled or changed in " + place + ": " + difference(committed, read));
    }
  }

  /** Words how what was read differs from what was committed. */
  public static String difference(PartitionTotals committed, PartitionTotals read) {
    return "committed "
        + committed.rows()
        + " rows with checksum "
        + Long.toHexString(committed.checksum())
        + ", read "
        + read.rows()
        + " rows with checksum "
        + Long.toHexString(read.checksum());
  }

  /**
   * Returns what a partition's totals add to a digest, which is the sum over all partitions, modulo
   * 2^64. It is linear, so that it may be summed up part by part, and 0 for no rows.
   */
  public static long digest(int partition, PartitionTotals totals) {
    return digest(partition, totals.rows(), totals.checksum());
  }

  /** Returns the same of rows and their checksum. */
  public static long digest(int partition, long rows, long checksum) {
    long weight = RowHash.mix(partition, DIGEST_KEY) | 1; // odd: a bijection of the checksum
    return checksum * weight + rows * RowHash.mix(weight, DIGEST_KEY);
  }

  /**
   * Returns the record of a sealed attempt.
   *
   * @param totals gives each partition's totals
   * @param bytes how many bytes each partition has
   */
  public static SealedMap seal(
      MapAttempt attempt,
      ShuffleAddress address,
      IntFunction<PartitionTotals> totals,
      long[] bytes) {
    long digest = 0;
    long rows = 0;
    long allBytes = 0;
    for (int partition = 0; partition < bytes.length; partition++) {
      digest += digest(partition, totals.apply(partition));
      rows += totals.apply(partition).rows();
      allBytes += bytes[partition];
    }
    return new SealedMap(attempt, address, digest, rows, allBytes, PartitionSizes.of(bytes));
  }
}
