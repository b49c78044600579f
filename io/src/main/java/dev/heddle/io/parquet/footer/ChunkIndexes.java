package dev.heddle.io.parquet.footer;

/**
 * What a column chunk has, beside its own bounds, that helps to leave out parts of it. Offsets are
 * -1 where there is nothing, or nothing that can be trusted.
 *
 * @param columnIndexOffset where the bounds of its pages are
 * @param columnIndexBytes how many bytes they take
 * @param bloomOffset where its Bloom filter starts
 * @param bloomBytes how long it is with its header, if that is stated; -1 if not
 * @param firstDataPage where its first page of data starts, behind the dictionary
 * @param allCodes whether all its pages of data have codes into its dictionary
 * @param distrusted whether it has bounds that are left out because their order is unknown
 * @param pages how many pages of data it has, if the writer has counted them
 */
public record ChunkIndexes(
    long columnIndexOffset,
    int columnIndexBytes,
    long bloomOffset,
    long bloomBytes,
    long firstDataPage,
    boolean allCodes,
    boolean distrusted,
    long pages) {
  public static final ChunkIndexes NONE = new ChunkIndexes(-1, 0, -1, -1, -1, false, false, -1);

  /** Returns whether the bounds of its pages are known. */
  public boolean hasColumnIndex() {
    return columnIndexOffset >= 0;
  }

  /** Returns whether it has a Bloom filter. */
  public boolean hasBloomFilter() {
    return bloomOffset >= 0;
  }
}
