package dev.heddle.cli;

/** How results are written. */
enum OutputFormat {
  /** A table of characters for people. */
  TABLE,
  /** RFC 4180 with a header. */
  CSV,
  /** An array of objects, one a line. */
  JSON,
  /** A Parquet file. */
  PARQUET,
  /** Arrow IPC: a file with {@code -o}, else a stream. */
  ARROW
}
