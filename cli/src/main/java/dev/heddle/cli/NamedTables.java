package dev.heddle.cli;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.FrameReader;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables that {@code -t NAME=PATH} names. Immutable. */
final class NamedTables {
  /** What a table on stdin may be. */
  static final String STDIN_FORMATS = "csv, tsv, json, jsonl, parquet, arrow";

  private static final String STDIN_PATH = "/dev/stdin";

  private final Map<String, String> paths;
  private final @Nullable String stdinFormat;

  private NamedTables(Map<String, String> paths, @Nullable String stdinFormat) {
    this.paths = paths;
    this.stdinFormat = stdinFormat;
  }

  /**
   * Reads the values of the flag.
   *
   * @throws HeddleException if one is no pair, or two have one name
   */
  static NamedTables of(List<String> pairs, @Nullable String stdinFormat) {
    Map<String, String> paths = new LinkedHashMap<>();
    Set<String> names = new HashSet<>();
    for (String pair : pairs) {
      int at = pair.indexOf('=');
      String name = pair.substring(0, Math.max(0, at)).strip();
      if (name.isEmpty()) {
        throw invalid(
            "Cannot name a table by -t " + pair + ": write NAME=PATH, such as -t t=file.parquet");
      }
      String path = pair.substring(at + 1);
      if (path.isBlank()) {
        throw invalid(
            "Cannot name a table by -t "
                + pair
                + ": the path behind = is missing; write -t "
                + name
                + "=PATH");
      }
      if (!names.add(name.toLowerCase(Locale.ROOT))) {
        throw invalid(
            "Cannot name two tables "
                + name
                + " (-t "
                + pair
                + " comes second): give one of them another name");
      }
      paths.put(name, path);
    }
    NamedTables tables = new NamedTables(paths, stdinFormat);
    tables.checkStdin();
    return tables;
  }

  private void checkStdin() {
    List<String> ofStdin =
        paths.entrySet().stream()
            .filter(each -> each.getValue().equals(ScriptText.STDIN))
            .map(Map.Entry::getKey)
            .toList();
    if (ofStdin.size() > 1) {
      throw invalid(
          "Cannot read both tables "
              + String.join(" and ", ofStdin)
              + " from stdin: it can be read once; name a file for one of them");
    }
    if (stdinFormat == null && !ofStdin.isEmpty()) {
      throw invalid(
          "Cannot read table "
              + ofStdin.getFirst()
              + " from stdin: its format is unknown; add --stdin-format, one of "
              + STDIN_FORMATS);
    }
    if (stdinFormat != null && !List.of(STDIN_FORMATS.split(", ")).contains(lower(stdinFormat))) {
      throw invalid("Cannot use --stdin-format " + stdinFormat + ": write one of " + STDIN_FORMATS);
    }
    if (stdinFormat != null && paths.values().stream().noneMatch(NamedTables::isStdin)) {
      throw invalid(
          "Cannot use --stdin-format " + stdinFormat + ": no table is read from stdin; add -t t=-");
    }
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  private static boolean isStdin(String path) {
    return path.equals(ScriptText.STDIN) || path.equals(STDIN_PATH);
  }

  /** Returns whether one of them is read from stdin. */
  boolean readsStdin() {
    return paths.values().stream().anyMatch(NamedTables::isStdin);
  }

  /** Makes a view of each. */
  void create(Session session) {
    paths.forEach((name, path) -> session.createView(name, frame(session.read(), path)));
  }

  private DataFrame frame(FrameReader reader, String path) {
    if (!isStdin(path) || stdinFormat == null) {
      return reader.path(path);
    }
    return switch (lower(stdinFormat)) {
      case "csv" -> reader.csv(STDIN_PATH);
      case "tsv" -> reader.csv(CsvReadOptions.DEFAULT.withDelimiter('\t'), STDIN_PATH);
      case "json", "jsonl" -> reader.json(STDIN_PATH);
      case "parquet" -> reader.parquet(STDIN_PATH);
      case "arrow" -> reader.arrow(STDIN_PATH);
      default -> throw new IllegalStateException("No format " + stdinFormat);
    };
  }
}
