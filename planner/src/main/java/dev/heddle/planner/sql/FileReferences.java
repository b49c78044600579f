package dev.heddle.planner.sql;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Paths in the place of table names: {@code from 'data/*.parquet'}, {@code from
 * read_csv('data.txt', delim = ';')}.
 *
 * <p>After {@link TokenRewriter} both are quoted identifiers, the call with its text as name.
 */
public final class FileReferences {
  private static final List<String> READERS =
      List.of(
          "read_parquet",
          "read_csv",
          "read_csv_auto",
          "read_json",
          "read_json_auto",
          "read_ndjson",
          "read_arrow");

  private FileReferences() {}

  /** Returns whether a word is the name of a reader. */
  static boolean isReader(String word) {
    return READERS.contains(word.toLowerCase(Locale.ROOT));
  }

  /**
   * Returns the Parquet files that the first statement of a script seems to read, in its order. A
   * guess from its tokens: the names of views are not known here, and what is wrong is left out.
   */
  public static List<String> parquetPaths(String script) {
    List<String> paths = new ArrayList<>();
    for (String name : TokenRewriter.files(firstStatement(script))) {
      try {
        if (requireNonNull(sources(name, true)).getFirst() instanceof Source.Parquet parquet) {
          paths.addAll(parquet.paths());
        }
      } catch (IllegalArgumentException | HeddleException e) {
        // Whoever runs the statement says what is wrong.
      }
    }
    return paths;
  }

  private static String firstStatement(String script) {
    for (SqlTokens.Token token : SqlTokens.of(script)) {
      if (token.isSign(';')) {
        return script.substring(0, token.start());
      }
    }
    return script;
  }

  /**
   * Returns what a table name may stand for, in the order to try, or null if it does not look like
   * a path.
   *
   * @param isText whether the name is written as a text is, and so is a path whatever it looks like
   * @throws IllegalArgumentException for the user, if a reader is called in a wrong way
   */
  public static @Nullable List<Source> sources(String name, boolean isText) {
    int open = name.indexOf('(');
    if (open > 0 && isReader(name.substring(0, open)) && name.endsWith(")")) {
      return List.of(source(ReaderCall.of(name)));
    }
    boolean isPath =
        isText || name.indexOf('/') >= 0 || name.indexOf('*') >= 0 || Source.hasKnownEnd(name);
    return isPath ? Source.ofPath(name, DatasetOptions.DEFAULT) : null;
  }

  private static Source source(ReaderCall call) {
    DatasetOptions dataset = dataset(call);
    Source source =
        switch (call.reader()) {
          case "read_json", "read_json_auto" ->
              new Source.Json(call.paths(), TextOptions.json(call, JsonLayout.AUTO), dataset);
          case "read_ndjson" ->
              new Source.Json(
                  call.paths(), TextOptions.json(call, JsonLayout.NEWLINE_DELIMITED), dataset);
          case "read_arrow" -> new Source.Arrow(call.paths(), dataset);
          case "read_csv", "read_csv_auto" ->
              new Source.Csv(call.paths(), TextOptions.csv(call), dataset);
          default -> new Source.Parquet(call.paths(), dataset);
        };
    call.finish();
    return source;
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
