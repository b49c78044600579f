package dev.heddle.frame.plan;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.TextCompression;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Detects the format of files by the ends of their names. */
final class FileEndings {
  private static final List<String> UNKNOWN_COMPRESSIONS =
      List.of(".bz2", ".xz", ".br", ".snappy", ".sz", ".lzo", ".zip", ".7z", ".z");
  private static final List<String> CSV = List.of(".csv", ".tsv");
  private static final List<String> JSON = List.of(".json", ".jsonl", ".ndjson");
  private static final List<String> ARROW = List.of(".arrow", ".arrows", ".feather", ".ipc");
  private static final List<String> PARQUET = List.of(".parquet");

  /** Files that tables are often in and that are not read, by what they are. */
  private static final Map<String, String> FOREIGN =
      Map.ofEntries(
          Map.entry(".xlsx", "Excel files"),
          Map.entry(".xls", "Excel files"),
          Map.entry(".xlsm", "Excel files"),
          Map.entry(".ods", "spreadsheets"),
          Map.entry(".numbers", "spreadsheets"),
          Map.entry(".orc", "ORC files"),
          Map.entry(".avro", "Avro files"),
          Map.entry(".xml", "XML files"),
          Map.entry(".html", "HTML files"),
          Map.entry(".md", "Markdown files"),
          Map.entry(".pdf", "PDF files"),
          Map.entry(".docx", "Word files"),
          Map.entry(".db", "database files"),
          Map.entry(".sqlite", "database files"),
          Map.entry(".duckdb", "database files"),
          Map.entry(".hdf5", "HDF5 files"),
          Map.entry(".h5", "HDF5 files"),
          Map.entry(".pkl", "pickled objects"));

  private FileEndings() {}

  private static void checkNotForeign(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    String ending = name.substring(Math.max(0, name.lastIndexOf('.')));
    String kind = FOREIGN.get(ending);
    if (kind != null) {
      throw new AnalysisException(
          "Cannot read "
              + path
              + ": "
              + kind
              + " ("
              + ending
              + ") are not read; save or export the table as .csv, .parquet, .json or .arrow");
    }
  }

  private static boolean endsWith(String path, List<String> endings) {
    return endings.stream().anyMatch(path::endsWith);
  }

  private static String plain(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    return name.substring(0, name.length() - TextCompression.ofPath(name).suffix().length());
  }

  static boolean hasKnownEnd(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    return endsWith(plain(path), CSV)
        || endsWith(plain(path), JSON)
        || endsWith(name, ARROW)
        || endsWith(name, PARQUET)
        || FOREIGN.keySet().stream().anyMatch(name::endsWith)
        || endsWith(
            name, UNKNOWN_COMPRESSIONS); // whose error is better than that there is no table
  }

  /**
   * Returns the files of a path in the format of its end, or in each format.
   *
   * @throws AnalysisException if they are compressed in a way that nobody here reads
   */
  static List<Source> sources(String path, DatasetOptions dataset) {
    checkNotForeign(path);
    List<String> paths = List.of(path);
    for (String compression : UNKNOWN_COMPRESSIONS) {
      if (path.toLowerCase(Locale.ROOT).endsWith(compression)) {
        throw new AnalysisException(
            "Cannot read "
                + path
                + ": files compressed as "
                + compression
                + " are not supported; compress them as one of "
                + String.join(", ", TextCompression.suffixes()));
      }
    }
    if (endsWith(plain(path), CSV)) {
      return List.of(new Source.Csv(paths, CsvReadOptions.DEFAULT, dataset));
    }
    if (endsWith(plain(path), JSON)) {
      return List.of(new Source.Json(paths, JsonReadOptions.DEFAULT, dataset));
    }
    if (endsWith(path.toLowerCase(Locale.ROOT), ARROW)) {
      return List.of(new Source.Arrow(paths, dataset));
    }
    Source parquet = new Source.Parquet(paths, dataset);
    return endsWith(path.toLowerCase(Locale.ROOT), PARQUET)
        ? List.of(parquet)
        : List.of(
            parquet,
            new Source.Csv(paths, CsvReadOptions.DEFAULT, dataset),
            new Source.Json(paths, JsonReadOptions.DEFAULT, dataset),
            new Source.Arrow(paths, dataset));
  }
}
