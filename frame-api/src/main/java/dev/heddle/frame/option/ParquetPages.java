package dev.heddle.frame.option;

/** Versions of Parquet's data pages and of the encodings that go with them. */
public enum ParquetPages {
  /** What every reader knows: plain and dictionary encoding. */
  V1,
  /** Smaller and faster to read: delta encodings, levels outside of the compressed part. */
  V2
}
