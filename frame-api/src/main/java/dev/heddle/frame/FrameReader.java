package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes frames of files. A path is a file, a folder (all files of the format below it) or a glob.
 *
 * <p>Folders named {@code key=value} give columns, see {@link HivePartitions}. Immutable: the
 * {@code with} methods return another reader.
 */
public final class FrameReader {
  private final Session session;
  private final DatasetOptions options;

  FrameReader(Session session) {
    this(session, DatasetOptions.DEFAULT);
  }

  private FrameReader(Session session, DatasetOptions options) {
    this.session = session;
    this.options = options;
  }

  /** Returns a reader with these rules of how several files become one table. */
  public FrameReader withOptions(DatasetOptions newOptions) {
    return new FrameReader(session, requireNonNull(newOptions, "newOptions is null"));
  }

  /** Returns a reader that asks for, or ignores, folders named {@code key=value}. */
  public FrameReader withHivePartitions(HivePartitions rule) {
    return withOptions(options.withHivePartitions(requireNonNull(rule, "rule is null")));
  }

  /** Returns a reader that takes the values of a key in folders' names for values of a type. */
  public FrameReader withHiveType(String key, DataType type) {
    return withOptions(
        options.withHiveType(
            requireNonNull(key, "key is null"), requireNonNull(type, "type is null")));
  }

  /**
   * Returns a reader whose frames have the columns of all files, each of the narrowest type that
   * holds the types of all of them, and null where a file lacks one. All files are looked at when
   * the frame is made.
   */
  public FrameReader withUnionByName() {
    return withOptions(options.withUnionByName());
  }

  /** Returns a reader whose frames have a column of the path of each row's file. */
  public FrameReader withFilePath(String column) {
    return withOptions(options.withFilePath(requireNonNull(column, "column is null")));
  }

  /** Returns a reader whose frames have a column of the position of each row in its file. */
  public FrameReader withRowNumber(String column) {
    return withOptions(options.withRowNumber(requireNonNull(column, "column is null")));
  }

  /**
   * Returns a reader that leaves out columns that cannot be read, which the profile of a result
   * lists. Otherwise asking for one is an error.
   */
  public FrameReader withUnreadableSkipped() {
    return withOptions(options.withUnreadableSkipped());
  }

  /**
   * Returns a reader that takes the folder of a table of Delta Lake, Iceberg or Hudi for a folder
   * of files, deleted and replaced rows included. Otherwise naming one is an error.
   */
  public FrameReader withRawTableFolders() {
    return withOptions(options.withRawTableFolders());
  }

  /**
   * Returns a frame of Parquet files. Their listing and one footer are read now, nothing else
   * before an action.
   *
   * @throws dev.heddle.frame.error.HeddleException if there is no such file or it cannot be read
   */
  public DataFrame parquet(String... paths) {
    return session.frame(session.engine().scan(new Source.Parquet(checked(paths), options)));
  }

  /** Returns a frame of Parquet files, as {@link #parquet(String...)} does. */
  public DataFrame parquet(Path... paths) {
    return parquet(Arguments.localPaths(paths));
  }

  /** Returns a frame of CSV files; dialect, names and types follow from a sample read now. */
  public DataFrame csv(String... paths) {
    return csv(CsvReadOptions.DEFAULT, paths);
  }

  /** Returns a frame of CSV files, as {@link #csv(String...)} does. */
  public DataFrame csv(Path... paths) {
    return csv(Arguments.localPaths(paths));
  }

  /** Returns a frame of CSV files; a sample is read now. */
  public DataFrame csv(CsvReadOptions text, String... paths) {
    return session.frame(
        session
            .engine()
            .scan(new Source.Csv(checked(paths), requireNonNull(text, "text is null"), options)));
  }

  /** Returns a frame of CSV files; a sample is read now. */
  public DataFrame csv(CsvReadOptions text, Path... paths) {
    return csv(text, Arguments.localPaths(paths));
  }

  /** Returns a frame of JSON files; columns and types follow from a sample read now. */
  public DataFrame json(String... paths) {
    return json(JsonReadOptions.DEFAULT, paths);
  }

  /** Returns a frame of JSON files, as {@link #json(String...)} does. */
  public DataFrame json(Path... paths) {
    return json(Arguments.localPaths(paths));
  }

  /** Returns a frame of JSON files: an object a line, or one array of objects. */
  public DataFrame json(JsonReadOptions text, String... paths) {
    return session.frame(
        session
            .engine()
            .scan(new Source.Json(checked(paths), requireNonNull(text, "text is null"), options)));
  }

  /** Returns a frame of JSON files: an object a line, or one array of objects. */
  public DataFrame json(JsonReadOptions text, Path... paths) {
    return json(text, Arguments.localPaths(paths));
  }

  /** Returns a frame of Arrow IPC files, of the file format or the stream format. */
  public DataFrame arrow(String... paths) {
    return session.frame(session.engine().scan(new Source.Arrow(checked(paths), options)));
  }

  /** Returns a frame of Arrow IPC files, as {@link #arrow(String...)} does. */
  public DataFrame arrow(Path... paths) {
    return arrow(Arguments.localPaths(paths));
  }

  /**
   * Returns a frame of the files of a path, in the format of the end of its name (with or without
   * that of a compression). Where that is unknown, it is Parquet, or a folder of files of one
   * format: the first of Parquet, CSV, JSON lines and Arrow of which there are any.
   */
  public DataFrame path(String path) {
    requireNonNull(path, "path is null");
    return session.frame(Source.firstFound(Source.ofPath(path, options), session.engine()::scan));
  }

  /** Returns a frame of the files of a path, as {@link #path(String)} does. */
  public DataFrame path(Path path) {
    return path(Arguments.localPath(path));
  }

  private static List<String> checked(String... paths) {
    if (requireNonNull(paths, "paths is null").length == 0) {
      throw new AnalysisException("Cannot read: no path is given");
    }
    return Arguments.all(paths, "paths");
  }
}
