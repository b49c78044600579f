package dev.heddle.cli;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.Row;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.Traffic;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.io.csv.CsvOutput;
import dev.heddle.io.json.JsonOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Prints the results of statements in turn, in one of the text formats. */
final class TextResults {
  private static final int TABLE_ROWS = 10_000;
  private static final Pattern EXPLAIN =
      Pattern.compile(
          "(\\s|--[^\n]*\n|/\\*.*?\\*/)*explain\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final OutputFormat format;
  private final Writer out;
  private final ZoneId zone;
  private final Consumer<String> notes;

  /**
   * Makes a printer.
   *
   * @param notes is told, after a query, how many bad rows it skipped, and, over remote storage,
   *     what was moved and what held it up
   */
  TextResults(OutputFormat format, Writer out, ZoneId zone, Consumer<String> notes) {
    this.notes = notes;
    this.format = format;
    this.out = out;
    this.zone = zone;
  }

  /** Prints a result; what is no query prints its message as a table format only. */
  void print(StatementResult result) {
    try {
      QueryResult rows = result.rows();
      if (rows != null && format == OutputFormat.TABLE && isPlan(result.statement())) {
        printLines(rows);
      } else if (rows != null) {
        print(rows);
        note(rows.profile());
      } else if (format == OutputFormat.TABLE && !result.message().isEmpty()) {
        out.write(result.message() + "\n");
      }
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the result: " + e.getMessage(), e);
    }
  }

  private void note(QueryProfile profile) throws IOException {
    out.flush();
    for (ScanProfile scan : profile.scans()) {
      if (scan.badRows() > 0) {
        notes.accept(
            "skipped "
                + scan.badRows()
                + (scan.badRows() == 1 ? " bad row of " : " bad rows of ")
                + scan.table());
      }
    }
    Traffic traffic = profile.traffic();
    if (traffic != null) {
      notes.accept(traffic.line());
    }
  }

  private static boolean isPlan(String statement) {
    return EXPLAIN.matcher(statement).lookingAt();
  }

  /** Plans are text of many lines, which a table would cut off. */
  private void printLines(QueryResult rows) throws IOException {
    for (Row row : rows) {
      out.write(row.text(0) + "\n");
    }
  }

  private void print(QueryResult rows) throws IOException {
    switch (format) {
      case TABLE -> out.write(rows.toText(TABLE_ROWS));
      case CSV -> {
        try (CsvOutput csv = new CsvOutput(out, CsvWriteOptions.DEFAULT, zone)) {
          csv.writeHeader(rows.schema());
          for (ResultBatch batch : rows.batches()) {
            csv.write(batch, rows.schema().size());
          }
        }
      }
      case JSON -> {
        try (JsonOutput json = new JsonOutput(out, rows.schema(), zone)) {
          rows.batches().forEach(json::write);
        }
      }
      case PARQUET, ARROW -> throw new IllegalStateException(format + " is no text");
    }
  }
}
