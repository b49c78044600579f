package dev.heddle.shuffle.protocol;

/**
 * The row ledger's entry of a partition.
 *
 * @param rows number of rows
 * @param checksum sum of the rows' hashes, modulo 2^64
 */
public record PartitionTotals(long rows, long checksum) {
  /** No rows. */
  public static final PartitionTotals NONE = new PartitionTotals(0, 0);

  /** Returns the totals of both. */
  public PartitionTotals plus(PartitionTotals other) {
    return new PartitionTotals(rows + other.rows, checksum + other.checksum);
  }
}
