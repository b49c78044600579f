package dev.heddle.io.testing;

import java.nio.file.Path;

/** Writes Parquet files through DuckDB, for tests that only need some file. */
public final class ParquetFiles {
  private ParquetFiles() {}

  /**
   * Writes the rows of a DuckDB query to a file.
   *
   * @param options as in DuckDB's {@code COPY}, such as {@code "CODEC zstd, ROW_GROUP_SIZE 2048"};
   *     may be empty
   */
  public static Path write(DuckDbOracle duck, String query, Path file, String options) {
    String more = options.isEmpty() ? "" : ", " + options;
    duck.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet" + more + ")");
    return file;
  }

  /** Writes the rows of a query, run in a database of its own, to a file. */
  public static Path write(String query, Path file) {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      return write(duck, query, file, "");
    }
  }
}
