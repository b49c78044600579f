package dev.heddle.planner.sql;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.plan.Source;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Paths in the place of table names: {@code from 'data/*.parquet'}, {@code from
 * read_csv('data.txt')}.
 *
 * <p>After {@link TokenRewriter} both are quoted identifiers, the call with its text as name.
 */
public final class FileReferences {
  static final String READ_PARQUET = "read_parquet";
  static final String READ_CSV = "read_csv";

  private FileReferences() {}

  /** Returns the identifier that stands for a call of a reader. */
  static String callName(String reader, String path) {
    return reader + "('" + path + "')";
  }

  /** Returns the files that a table name stands for, or null if it does not look like a path. */
  public static @Nullable Source source(String name) {
    if (name.startsWith(READ_PARQUET + "('") && name.endsWith("')")) {
      return parquet(name.substring(READ_PARQUET.length() + 2, name.length() - 2));
    }
    if (name.startsWith(READ_CSV + "('") && name.endsWith("')")) {
      return csv(name.substring(READ_CSV.length() + 2, name.length() - 2));
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".csv") || lower.endsWith(".csv.gz") || lower.endsWith(".tsv")) {
      return csv(name);
    }
    boolean isPath = name.indexOf('/') >= 0 || name.indexOf('*') >= 0 || lower.endsWith(".parquet");
    return isPath ? parquet(name) : null;
  }

  private static Source parquet(String path) {
    return new Source.Parquet(List.of(path), DatasetOptions.DEFAULT);
  }

  private static Source csv(String path) {
    CsvReadOptions options = CsvReadOptions.DEFAULT;
    boolean isTabbed = path.toLowerCase(Locale.ROOT).endsWith(".tsv");
    return new Source.Csv(
        List.of(path), isTabbed ? options.withDelimiter('\t') : options, DatasetOptions.DEFAULT);
  }
}
