package dev.heddle.io.parquet.footer;

import org.jspecify.annotations.Nullable;

/**
 * The statistics of a column chunk, as stored; {@link StoredBounds} knows what they are worth.
 *
 * @param minimum the smallest value's bytes, if the writer gave them in a trusted order
 * @param maximum the largest value's bytes, likewise
 * @param nullCount number of nulls, or -1 if unknown
 * @param distinctCount number of distinct values, or -1 if unknown
 * @param nanCount number of NaNs, or -1 if unknown
 */
public record ChunkStatistics(
    byte @Nullable [] minimum,
    byte @Nullable [] maximum,
    long nullCount,
    long distinctCount,
    long nanCount) {
  public static final ChunkStatistics UNKNOWN = new ChunkStatistics(null, null, -1, -1, -1);
}
