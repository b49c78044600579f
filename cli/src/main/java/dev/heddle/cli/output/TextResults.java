package dev.heddle.cli.output;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.Row;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.ScriptHandler;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.watch.Traffic;
import dev.heddle.io.csv.CsvOutput;
import dev.heddle.io.json.JsonOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Prints the results of statements in turn, in one of the text formats. RowPrinter of queries go
 * there while the query makes them, except for tables of characters, whose columns are as wide as
 * their widest value.
 */
public final class TextResults implements ScriptHandler {
  private static final Pattern EXPLAIN =
      Pattern.compile(
          "(\\s|--[^\n]*\n|/\\*.*?\\*/)*explain\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final OutputFormat format;
  private final Writer out;
  private final String name;
  private final TablePrinter tables;
  private final ZoneId zone;
  private final Consumer<String> notes;

  /**
   * Makes a printer.
   *
   * @param name of the output, for messages
   * @param tables prints to {@code out} where the format is a table
   * @param notes receives, after a query, the number of skipped bad rows, the unreadable columns
   *     left out and, over remote storage, what was moved and what delayed it
   */
  public TextResults(
      OutputFormat format,
      Writer out,
      String name,
      TablePrinter tables,
      ZoneId zone,
      Consumer<String> notes) {
    this.format = format;
    this.out = out;
    this.name = name;
    this.tables = tables;
    this.zone = zone;
    this.notes = notes;
  }

  private interface Step {
    void run() throws IOException;
  }

  private void guarded(Step step) {
    try {
      step.run();
      out.flush();
    } catch (IOException e) {
      throw failed(e);
    } catch (UncheckedIOException e) {
      throw failed(e.getCause());
    }
  }

  private HeddleException failed(IOException e) {
    return new HeddleException(ErrorCode.IO, "Cannot write to " + name + ": " + e.getMessage(), e);
  }

  @Override
  public void query(String statement, DataFrame rows) {
    if (format == OutputFormat.TABLE) {
      try (QueryResult result = rows.collect()) {
        guarded(() -> tables.print(result));
        note(result.profile());
      }
      return;
    }
    QueryProfile[] profile = new QueryProfile[1];
    guarded(
        () -> {
          RowPrinter output = begin(rows.schema());
          profile[0] = rows.forEachBatch(batch -> guarded(output, batch));
          output.end();
        });
    note(profile[0]);
  }

  private void guarded(RowPrinter output, ResultBatch batch) {
    try {
      output.write(batch);
      out.flush(); // so that a pipe's reader sees rows as they come
    } catch (IOException e) {
      throw failed(e);
    } catch (UncheckedIOException e) {
      throw failed(e.getCause());
    }
  }

  /** Prints a result; what has no rows prints its message in a table format only. */
  @Override
  public void result(StatementResult result) {
    QueryResult rows = result.rows();
    if (rows == null) {
      if (format == OutputFormat.TABLE && !result.message().isEmpty()) {
        guarded(() -> out.write(result.message() + "\n"));
      }
    } else if (format != OutputFormat.TABLE) {
      guarded(
          () -> {
            RowPrinter output = begin(rows.schema());
            for (ResultBatch batch : rows.batches()) {
              output.write(batch);
            }
            output.end();
          });
    } else if (EXPLAIN.matcher(result.statement()).lookingAt()) {
      guarded(() -> printLines(rows));
    } else {
      guarded(() -> tables.print(rows));
    }
  }

  private void note(QueryProfile profile) {
    for (ScanProfile scan : profile.scans()) {
      if (scan.badRows() > 0) {
        notes.accept(
            "skipped "
                + scan.badRows()
                + (scan.badRows() == 1 ? " bad row of " : " bad rows of ")
                + scan.table());
      }
    }
    profile.columnsLeftOut().forEach(column -> notes.accept("left out " + column));
    Traffic traffic = profile.traffic();
    if (traffic != null) {
      notes.accept(traffic.line());
    }
  }

  /** Plans are text of many lines, which a table would show in one. */
  private void printLines(QueryResult rows) throws IOException {
    for (Row row : rows) {
      out.write(row.text(0) + "\n");
    }
  }

  /** One table on its way to the output. */
  private interface RowPrinter {
    void write(ResultBatch batch) throws IOException;

    void end() throws IOException;
  }

  private RowPrinter begin(Schema schema) throws IOException {
    return switch (format) {
      case CSV -> csv(CsvWriteOptions.DEFAULT, schema);
      case TSV -> csv(CsvWriteOptions.DEFAULT.withDelimiter('\t'), schema);
      case JSON -> json(new JsonOutput(out, schema, zone));
      case JSONL -> json(JsonOutput.lines(out, schema, zone));
      case MD -> markup(MarkupOutput.markdown(out, schema, zone));
      case HTML -> markup(MarkupOutput.html(out, schema, zone));
      case TABLE, PARQUET, ARROW -> throw new IllegalStateException(format + " is not streamed");
    };
  }

  private RowPrinter csv(CsvWriteOptions options, Schema schema) {
    CsvOutput csv = new CsvOutput(out, options, zone);
    csv.writeHeader(schema);
    return new RowPrinter() {
      @Override
      public void write(ResultBatch batch) {
        csv.write(batch, schema.size());
      }

      @Override
      public void end() {
        csv.close();
      }
    };
  }

  private static RowPrinter json(JsonOutput json) {
    return new RowPrinter() {
      @Override
      public void write(ResultBatch batch) {
        json.write(batch);
      }

      @Override
      public void end() {
        json.close();
      }
    };
  }

  private static RowPrinter markup(MarkupOutput markup) {
    return new RowPrinter() {
      @Override
      public void write(ResultBatch batch) throws IOException {
        markup.write(batch);
      }

      @Override
      public void end() throws IOException {
        markup.end();
      }
    };
  }
}
