package dev.heddle.io.parquet;

import org.apache.parquet.format.CompressionCodec;

/**
 * A column of a row group, as the footer describes it.
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
 * @param aids what else helps to leave out parts of it
 */
record ChunkInfo(
    CompressionCodec codec,
    long start,
    long compressedBytes,
    long uncompressedBytes,
    long dictionaryOffset,
    long textBytes,
    long pageIndexOffset,
    int pageIndexBytes,
    ChunkStatistics statistics,
    ChunkAids aids) {
  /** Returns whether reading can start at a page in the middle. */
  boolean hasPageIndex() {
    return pageIndexOffset >= 0;
  }

  /** Returns the same chunk, cut off behind so many bytes. */
  ChunkInfo withBytes(long bytes) {
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
        aids);
  }
}
