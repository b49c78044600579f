package dev.heddle.planner.sql.reader;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Paths in the place of table names: {@code from 'data/*.parquet'}, {@code from
 * read_csv('data.txt', delim = ';')}. Stateless.
 */
public final class FileReferences {
  private static final List<String> READERS =
      List.of(
          "glob",
          "parquet_file_metadata",
          "parquet_full_metadata",
          "parquet_kv_metadata",
          "parquet_metadata",
          "parquet_scan",
          "parquet_schema",
          "read_arrow",
          "read_blob",
          "read_csv",
          "read_csv_auto",
          "read_json",
          "read_json_auto",
          "read_json_objects",
          "read_json_objects_auto",
          "read_ndjson",
          "read_ndjson_auto",
          "read_ndjson_objects",
          "read_parquet",
          "read_text");

  private FileReferences() {}

  /** Returns the names of the readers, in lower case. */
  public static List<String> readers() {
    return READERS;
  }

  /** Returns whether a word is the name of a reader. */
  public static boolean isReader(String word) {
    return READERS.contains(word.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns what a table name may refer to, in the order to try, or null if it does not look like a
   * path.
   */
  public static @Nullable List<Source> sourcesOfName(String name) {
    return sourcesOfName(name, FileSystems.getDefault().getSeparator());
  }

  /** Returns what a name may refer to on a system whose local paths have this separator. */
  static @Nullable List<Source> sourcesOfName(String name, String separator) {
    boolean isPath =
        PathText.slashed(name, separator).indexOf('/') >= 0
            || name.indexOf('*') >= 0
            || Source.hasKnownEnd(name);
    return isPath ? sourcesOfPath(name) : null;
  }

  /** Returns what a path may refer to, in the order to try. */
  public static List<Source> sourcesOfPath(String path) {
    return Source.ofPath(path, DatasetOptions.DEFAULT).stream()
        .map(FileReferences::withDefaults)
        .toList();
  }

  /** Returns a source with what options mean by default in SQL, as in {@code read_csv}. */
  private static Source withDefaults(Source source) {
    return source instanceof Source.Csv csv
        ? new Source.Csv(csv.paths(), csv.options().withQuotedNulls(), csv.dataset())
        : source;
  }

  /**
   * What a call of a reader reads.
   *
   * @param source the files
   * @param binaryAsText whether columns of bytes become texts; empty as the session has it
   */
  public record Reading(Source source, Optional<Boolean> binaryAsText) {
    /** Makes one that says nothing about bytes. */
    Reading(Source source) {
      this(source, Optional.empty());
    }
  }

  /**
   * Returns what a call of a reader reads.
   *
   * @param script the text that the call's spans are parts of
   * @param optionTypes reads the types that options give columns
   * @throws IllegalArgumentException for the user, if the call is wrong
   */
  public static Reading reading(Expression.Call syntax, String script, OptionTypes optionTypes) {
    ReaderCall call = new ReaderCall(syntax, script, optionTypes);
    Optional<Source.FileColumns> columns = columnsOfFiles(call.reader());
    if (columns.isPresent()) {
      call.finish();
      return new Reading(
          new Source.Files(call.paths(), columns.get(), optionsOfFiles(columns.get())));
    }
    Optional<Source.FooterPart> part = partOfFooters(call.reader());
    if (part.isPresent()) {
      call.finish();
      DatasetOptions files = DatasetOptions.DEFAULT.withHivePartitions(HivePartitions.OFF);
      return new Reading(new Source.ParquetFooters(call.paths(), part.get(), files));
    }
    DatasetOptions dataset = dataset(call);
    Source source =
        switch (call.reader()) {
          case "read_json", "read_json_auto" ->
              new Source.Json(call.paths(), TextOptions.json(call, JsonLayout.AUTO), dataset);
          case "read_ndjson", "read_ndjson_auto" ->
              new Source.Json(
                  call.paths(), TextOptions.json(call, JsonLayout.NEWLINE_DELIMITED), dataset);
          case "read_json_objects", "read_json_objects_auto" ->
              new Source.Json(call.paths(), TextOptions.jsonValues(call, JsonLayout.AUTO), dataset);
          case "read_ndjson_objects" ->
              new Source.Json(
                  call.paths(),
                  TextOptions.jsonValues(call, JsonLayout.NEWLINE_DELIMITED),
                  dataset);
          case "read_arrow" -> new Source.Arrow(call.paths(), dataset);
          case "read_csv", "read_csv_auto" ->
              new Source.Csv(call.paths(), CsvOptions.csv(call), dataset);
          default -> new Source.Parquet(call.paths(), dataset);
        };
    Optional<Boolean> binaryAsText =
        source instanceof Source.Parquet ? call.truth("binary_as_string") : Optional.empty();
    call.finish();
    return new Reading(source, binaryAsText);
  }

  private static Optional<Source.FileColumns> columnsOfFiles(String reader) {
    return switch (reader) {
      case "glob" -> Optional.of(Source.FileColumns.PATH);
      case "read_blob" -> Optional.of(Source.FileColumns.BYTES);
      case "read_text" -> Optional.of(Source.FileColumns.TEXT);
      default -> Optional.empty();
    };
  }

  private static Optional<Source.FooterPart> partOfFooters(String reader) {
    return switch (reader) {
      case "parquet_file_metadata" -> Optional.of(Source.FooterPart.FILE);
      case "parquet_metadata" -> Optional.of(Source.FooterPart.CHUNKS);
      case "parquet_schema" -> Optional.of(Source.FooterPart.ELEMENTS);
      case "parquet_kv_metadata" -> Optional.of(Source.FooterPart.KEY_VALUES);
      case "parquet_full_metadata" -> Optional.of(Source.FooterPart.ALL);
      default -> Optional.empty();
    };
  }

  private static DatasetOptions optionsOfFiles(Source.FileColumns columns) {
    DatasetOptions options = DatasetOptions.DEFAULT.withRawTableFolders();
    return columns == Source.FileColumns.PATH
        ? options.withHivePartitions(HivePartitions.OFF)
        : options;
  }

  /** Takes the options that all formats share. */
  private static DatasetOptions dataset(ReaderCall call) {
    DatasetOptions options = DatasetOptions.DEFAULT;
    Optional<Boolean> hive = call.truth("hive_partitioning");
    if (hive.isPresent()) {
      options = options.withHivePartitions(hive.get() ? HivePartitions.ON : HivePartitions.OFF);
    }
    for (Map.Entry<String, DataType> type : call.types("hive_types").entrySet()) {
      options = options.withHiveType(type.getKey(), type.getValue());
    }
    if (call.truth("union_by_name").orElse(false)) {
      options = options.withUnionByName();
    }
    if (call.truth("skip_unreadable").orElse(false)) {
      options = options.withUnreadableSkipped();
    }
    if (call.truth("raw_table_folders").orElse(false)) {
      options = options.withRawTableFolders();
    }
    Optional<String> path = call.column("filename");
    if (path.isPresent()) {
      options = options.withFilePath(path.get());
    }
    Optional<String> number = call.column("file_row_number");
    return number.isPresent() ? options.withRowNumber(number.get()) : options;
  }
}
