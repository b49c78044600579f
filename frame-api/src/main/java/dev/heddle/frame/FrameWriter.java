package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.option.ArrowWriteOptions;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.JsonWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.option.WritePlace;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.spi.WriteSummary;
import dev.heddle.frame.spi.WriteTarget;
import java.nio.file.Path;

/**
 * Writes a frame's rows to a file or to a folder of files, all of which appear together or not at
 * all. Immutable: each verb returns another writer.
 *
 * <p>A path that ends in a suffix of the format, such as {@code .parquet}, means one file, unless
 * partitions or several files are asked for; any other path a folder, see {@link WriteShape}. What
 * exists already is an error unless {@link #overwrite}, {@link #append} or {@link #ignoreIfExists}
 * is asked for.
 */
public final class FrameWriter {
  private final DataFrame frame;
  private final WriteMode mode;
  private final WriteLayout layout;

  FrameWriter(DataFrame frame, WriteMode mode, WriteLayout layout) {
    this.frame = frame;
    this.mode = mode;
    this.layout = layout;
  }

  /** Returns a writer that replaces what exists once the new content is complete. */
  public FrameWriter overwrite() {
    return mode(WriteMode.OVERWRITE);
  }

  /** Returns a writer that adds files to a folder. */
  public FrameWriter append() {
    return mode(WriteMode.APPEND);
  }

  /** Returns a writer that does nothing if the target exists. */
  public FrameWriter ignoreIfExists() {
    return mode(WriteMode.IGNORE);
  }

  /** Returns a writer with a mode. */
  public FrameWriter mode(WriteMode newMode) {
    return new FrameWriter(frame, requireNonNull(newMode, "newMode is null"), layout);
  }

  /**
   * Returns a writer that puts rows into folders named by values of columns, {@code
   * year=2024/month=1}; the files do not repeat these columns.
   */
  public FrameWriter partitionBy(String... columns) {
    return layout(layout.withPartitionBy(Arguments.all(columns, "columns")));
  }

  /** As {@link #partitionBy(String...)}, of columns by name or as {@code col(name)}. */
  @SafeVarargs
  public final FrameWriter partitionBy(Comparable<String>... columns) {
    return layout(layout.withPartitionBy(ColumnArguments.names("Cannot partition files", columns)));
  }

  /** Returns a writer that ends files at a size in bytes, and makes a folder. */
  public FrameWriter maxFileBytes(long bytes) {
    return layout(layout.withShape(WriteShape.FOLDER).withMaxFileBytes(bytes));
  }

  /** Returns a writer that ends files at a number of rows, and makes a folder. */
  public FrameWriter maxFileRows(long rows) {
    return layout(layout.withShape(WriteShape.FOLDER).withMaxFileRows(rows));
  }

  /**
   * Returns a writer whose files are written by this process, to which all rows are sent. Otherwise
   * the workers of a cluster write them, each what it has, and have to see the target: an {@code
   * s3a://} path or a folder that they share.
   */
  public FrameWriter onClient() {
    return layout(layout.withPlace(WritePlace.CLIENT));
  }

  /** Returns a writer with a layout. */
  public FrameWriter layout(WriteLayout newLayout) {
    return new FrameWriter(frame, mode, requireNonNull(newLayout, "newLayout is null"));
  }

  /**
   * Returns a writer that sorts the rows by columns, ascending with nulls last, in each file and
   * over files in the order of their names. As with every sorted frame, Parquet files record the
   * order.
   */
  public FrameWriter sortedBy(String... columns) {
    return new FrameWriter(frame.sort(columns), mode, layout);
  }

  /** As {@link #sortedBy(String...)}, by names, expressions or sort keys. */
  @SafeVarargs
  public final FrameWriter sortedBy(Comparable<String>... columns) {
    return new FrameWriter(frame.sort(columns), mode, layout);
  }

  /** Runs the query and writes Parquet with zstd. */
  public WriteSummary parquet(String path) {
    return parquet(path, ParquetWriteOptions.DEFAULT);
  }

  /** Runs the query and writes Parquet, as {@link #parquet(String)} does. */
  public WriteSummary parquet(Path path) {
    return parquet(Arguments.localPath(path));
  }

  /** Runs the query and writes Parquet. */
  public WriteSummary parquet(String path, ParquetWriteOptions options) {
    return write(path, options);
  }

  /** Runs the query and writes Parquet. */
  public WriteSummary parquet(Path path, ParquetWriteOptions options) {
    return parquet(Arguments.localPath(path), options);
  }

  /**
   * Runs the query and writes CSV with a header in each file. A single file is compressed as the
   * end of its name specifies ({@code .gz}, {@code .zst}, {@code .lz4}); JSON too.
   */
  public WriteSummary csv(String path) {
    return csv(path, CsvWriteOptions.DEFAULT);
  }

  /** Runs the query and writes CSV, as {@link #csv(String)} does. */
  public WriteSummary csv(Path path) {
    return csv(Arguments.localPath(path));
  }

  /** Runs the query and writes CSV. */
  public WriteSummary csv(String path, CsvWriteOptions options) {
    return write(path, options);
  }

  /** Runs the query and writes CSV. */
  public WriteSummary csv(Path path, CsvWriteOptions options) {
    return csv(Arguments.localPath(path), options);
  }

  /** Runs the query and writes JSON, an object a line. */
  public WriteSummary json(String path) {
    return json(path, JsonWriteOptions.DEFAULT);
  }

  /** Runs the query and writes JSON, as {@link #json(String)} does. */
  public WriteSummary json(Path path) {
    return json(Arguments.localPath(path));
  }

  /** Runs the query and writes JSON. */
  public WriteSummary json(String path, JsonWriteOptions options) {
    return write(path, options);
  }

  /** Runs the query and writes JSON. */
  public WriteSummary json(Path path, JsonWriteOptions options) {
    return json(Arguments.localPath(path), options);
  }

  /** Runs the query and writes Arrow IPC in the file format. */
  public WriteSummary arrow(String path) {
    return arrow(path, ArrowWriteOptions.DEFAULT);
  }

  /** Runs the query and writes Arrow IPC, as {@link #arrow(String)} does. */
  public WriteSummary arrow(Path path) {
    return arrow(Arguments.localPath(path));
  }

  /** Runs the query and writes Arrow IPC. */
  public WriteSummary arrow(String path, ArrowWriteOptions options) {
    return write(path, options);
  }

  /** Runs the query and writes Arrow IPC. */
  public WriteSummary arrow(Path path, ArrowWriteOptions options) {
    return arrow(Arguments.localPath(path), options);
  }

  private WriteSummary write(String path, WriteFormat format) {
    WriteTarget target =
        new WriteTarget(
            requireNonNull(path, "path is null"),
            requireNonNull(format, "options is null"),
            layout,
            mode);
    target.check(frame.schema());
    return frame.write(target);
  }
}
