package dev.heddle.frame.option;

/** Codecs of Parquet pages. */
public enum ParquetCompression {
  /** None. */
  UNCOMPRESSED,
  /** Fast, moderate ratio. */
  SNAPPY,
  /** Good ratio, widely readable, slow. */
  GZIP,
  /** Good ratio and fast. */
  ZSTD,
  /** Fastest, moderate ratio. */
  LZ4_RAW
}
