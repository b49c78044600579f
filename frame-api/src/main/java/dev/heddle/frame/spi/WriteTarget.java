package dev.heddle.frame.spi;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteMode;

/** Where rows are written to, in which format. */
public sealed interface WriteTarget {
  /** Returns the file; missing parent folders are made. */
  String path();

  /** Returns what happens if it exists. */
  WriteMode mode();

  /**
   * One Parquet file.
   *
   * @param path file
   * @param options how it is written
   * @param mode what happens if it exists
   */
  record Parquet(String path, ParquetWriteOptions options, WriteMode mode) implements WriteTarget {
    /** Checks that nothing is missing. */
    public Parquet {
      requireNonNull(path, "path is null");
      requireNonNull(options, "options is null");
      requireNonNull(mode, "mode is null");
    }
  }

  /**
   * One CSV file.
   *
   * @param path file
   * @param options how it is written
   * @param mode what happens if it exists
   */
  record Csv(String path, CsvWriteOptions options, WriteMode mode) implements WriteTarget {
    /** Checks that nothing is missing. */
    public Csv {
      requireNonNull(path, "path is null");
      requireNonNull(options, "options is null");
      requireNonNull(mode, "mode is null");
    }
  }
}
