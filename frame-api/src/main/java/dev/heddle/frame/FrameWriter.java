package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;

/**
 * Writes a frame's rows to a file, which appears complete or not at all. An existing file is an
 * error unless {@link #overwrite()} is asked for.
 */
public final class FrameWriter {
  private final DataFrame frame;
  private final WriteMode mode;

  FrameWriter(DataFrame frame, WriteMode mode) {
    this.frame = frame;
    this.mode = mode;
  }

  /** Returns a writer that replaces an existing file once the new one is complete. */
  public FrameWriter overwrite() {
    return new FrameWriter(frame, WriteMode.OVERWRITE);
  }

  /** Runs the query and writes a Parquet file with zstd. */
  public WriteSummary parquet(String path) {
    return parquet(path, ParquetWriteOptions.DEFAULT);
  }

  /** Runs the query and writes a Parquet file. */
  public WriteSummary parquet(String path, ParquetWriteOptions options) {
    requireNonNull(path, "path is null");
    return frame.write(new WriteTarget.Parquet(path, options, mode));
  }

  /** Runs the query and writes a CSV file with a header. */
  public WriteSummary csv(String path) {
    return csv(path, CsvWriteOptions.DEFAULT);
  }

  /** Runs the query and writes a CSV file. */
  public WriteSummary csv(String path, CsvWriteOptions options) {
    requireNonNull(path, "path is null");
    return frame.write(new WriteTarget.Csv(path, options, mode));
  }
}
