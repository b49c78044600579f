package dev.heddle.cli.output;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How results are written. */
public enum OutputFormat {
  /** A table of characters for people. */
  TABLE(List.of("table", "txt")),
  /** RFC 4180 with a header. */
  CSV(List.of("csv")),
  /** As CSV, with tabs between fields. */
  TSV(List.of("tsv")),
  /** An array of objects, one a line. */
  JSON(List.of("json")),
  /** An object a line. */
  JSONL(List.of("jsonl", "ndjson")),
  /** A Parquet file. */
  PARQUET(List.of("parquet")),
  /** Arrow IPC: a file with {@code -o}, else a stream. */
  ARROW(List.of("arrow", "arrows", "feather", "ipc")),
  /** A table of Markdown. */
  MD(List.of("md", "markdown")),
  /** A table of HTML. */
  HTML(List.of("html", "htm"));

  /** The formats by the names that help and messages give them. */
  public static final String NAMES = "table, csv, tsv, json, jsonl, parquet, arrow, md, html";

  private final List<String> names;

  OutputFormat(List<String> names) {
    this.names = names;
  }

  /** Returns the format of a name, such as {@code csv} or {@code Markdown}. */
  static Optional<OutputFormat> find(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.names.contains(lower)).findFirst();
  }

  /**
   * Returns the format of a name.
   *
   * @throws HeddleException that names the formats there are
   */
  public static OutputFormat of(String name) {
    return find(name)
        .orElseThrow(
            () ->
                new HeddleException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Cannot use --format "
                        + name
                        + ": "
                        + NearestNames.missing("format", name, List.of(NAMES.split(", ")))));
  }

  /** Returns whether a file or stream of it can have the results of several queries. */
  boolean holdsSeveral() {
    return switch (this) {
      case TABLE, CSV, TSV -> true;
      case JSON, JSONL, PARQUET, ARROW, MD, HTML -> false;
    };
  }

  /** Returns whether it is no text. */
  boolean isBinary() {
    return this == PARQUET || this == ARROW;
  }

  @Override
  public String toString() {
    return names.getFirst();
  }
}
