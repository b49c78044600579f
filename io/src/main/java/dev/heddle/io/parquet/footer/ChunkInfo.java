package dev.heddle.io.parquet.footer;

import java.util.List;
import org.apache.parquet.format.CompressionCodec;

/**
 * A column of a row group, as the footer describes it. A nested one represents the chunks of all
 * its leaves: where they start and how much they take together.
 *
 * @param codec how its pages are compressed
 * @param start where its first page starts, the dictionary included
 * @param compressedBytes how many bytes its pages take in the file
 * @param uncompressedBytes how many they take decompressed
 * @param dictionaryOffset where the dictionary page starts, or -1 if there is none
 * @param textBytes the sum of all text lengths, or -1 if unknown
 * @param pageIndexOffset where the list of its pages is, or -1 if there is none
 * @param pageIndexBytes how many bytes that list has
 * @param statistics what is known of the values
 * @param indexes what else helps to leave out parts of it
 * @param entries how many values it has, nulls and empty lists included: one a row if it is flat
 * @param leaves the leaves of a nested column, empty otherwise
 */
public record ChunkInfo(
    CompressionCodec codec,
    long start,
    long compressedBytes,
    long uncompressedBytes,
    long dictionaryOffset,
    long textBytes,
    long pageIndexOffset,
    int pageIndexBytes,
    ChunkStatistics statistics,
    ChunkIndexes indexes,
    long entries,
    List<ChunkInfo> leaves) {
  private static final long NOWHERE = -1;
  private static final long USUAL_PAGE_BYTES = 1 << 20;
  private static final long MIN_WINDOW_BYTES = 128 << 10;

  public ChunkInfo {
    leaves = List.copyOf(leaves);
  }

  /** Puts together the leaves of a nested column. */
  static ChunkInfo of(List<ChunkInfo> leaves) {
    ChunkInfo first = leaves.getFirst();
    long start = Long.MAX_VALUE;
    long compressed = 0;
    long uncompressed = 0;
    long entries = 0;
    boolean indexed = true;
    for (ChunkInfo leaf : leaves) {
      start = Math.min(start, leaf.start);
      compressed += leaf.compressedBytes;
      uncompressed += leaf.uncompressedBytes;
      entries = Math.max(entries, leaf.entries);
      indexed &= leaf.hasPageIndex();
    }
    return new ChunkInfo(
        first.codec,
        start,
        compressed,
        uncompressed,
        -1,
        -1,
        indexed ? first.pageIndexOffset : -1,
        indexed ? first.pageIndexBytes : 0,
        ChunkStatistics.UNKNOWN,
        ChunkIndexes.NONE,
        entries,
        leaves);
  }

  /** Makes one for values which need not be read. */
  static ChunkInfo notStored(ChunkStatistics statistics, long rows) {
    return new ChunkInfo(
        CompressionCodec.UNCOMPRESSED,
        NOWHERE,
        0,
        0,
        -1,
        -1,
        0, // any row can be gone to
        0,
        statistics,
        ChunkIndexes.NONE,
        rows,
        List.of());
  }

  /**
   * Returns the chunks that are stored: the leaves of a nested column, this of a flat one, none of
   * what is not stored.
   */
  public List<ChunkInfo> leavesOrSelf() {
    if (start == NOWHERE) {
      return List.of();
    }
    return leaves.isEmpty() ? List.of(this) : leaves;
  }

  /** Returns whether reading can start at a page in the middle. */
  public boolean hasPageIndex() {
    return pageIndexOffset >= 0;
  }

  /**
   * Returns about how many bytes reading it takes at a time: a page, as it is stored and
   * decompressed. Where the number of pages is unknown, there may be one.
   */
  public long readingBytes() {
    if (!leaves.isEmpty()) {
      return leaves.stream().mapToLong(ChunkInfo::readingBytes).sum();
    }
    long part = 1;
    if (indexes.pages() > 1) {
      part = Math.max(1, indexes.pages() / 2); // some are larger than others
    } else if (indexes.pages() < 0 && hasPageIndex()) {
      part = Math.max(1, uncompressedBytes / USUAL_PAGE_BYTES);
    }
    long stored = compressedBytes / part;
    long window = Math.min(compressedBytes, MIN_WINDOW_BYTES);
    return window + (stored > MIN_WINDOW_BYTES ? stored : 0) + uncompressedBytes / part;
  }

  /** Returns the same chunk, cut off behind some bytes. */
  public ChunkInfo withBytes(long bytes) {
    return new ChunkInfo(
        codec,
        start,
        bytes,
        uncompressedBytes,
        dictionaryOffset,
        textBytes,
        pageIndexOffset,
        pageIndexBytes,
        statistics,
        indexes,
        entries,
        leaves);
  }
}
