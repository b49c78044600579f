package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/**
 * How Parquet files are written; always with dictionaries where they pay, statistics and a page
 * index.
 *
 * @param compression codec of the pages
 * @param rowGroupRows most rows of a row group
 */
public record ParquetWriteOptions(ParquetCompression compression, int rowGroupRows) {
  /** zstd; row groups of a million rows (2^20). */
  public static final ParquetWriteOptions DEFAULT =
      new ParquetWriteOptions(ParquetCompression.ZSTD, 1 << 20);

  /** Checks the range. */
  public ParquetWriteOptions {
    requireNonNull(compression, "compression is null");
    if (rowGroupRows < 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write parquet: rowGroupRows is " + rowGroupRows + ", it must be at least 1");
    }
  }
}
