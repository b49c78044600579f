package dev.heddle.io.csv;

import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.text.ValueText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.List;

/**
 * Writes rows as CSV; lines end with LF. Null is the options' text without quotes; a value that is
 * this text, or has none, is quoted.
 */
public final class CsvOutput implements AutoCloseable {
  private final Writer target;
  private final CsvWriteOptions options;
  private final ValueText text;
  private final StringBuilder line = new StringBuilder();
  private boolean[] isQuoted = {}; // by column

  /**
   * Makes an output.
   *
   * @param target is flushed but not closed
   * @param zone shows timestamps with zone
   */
  public CsvOutput(Writer target, CsvWriteOptions options, ZoneId zone) {
    this.target = target;
    this.options = options;
    this.text = new ValueText(zone);
  }

  /** Starts on columns: writes their names, if the options want them. */
  public void writeHeader(Schema schema) {
    isQuoted = new boolean[schema.size()];
    List<String> quoted = options.quoted();
    for (int i = 0; i < isQuoted.length; i++) {
      isQuoted[i] = quoted.contains(CsvWriteOptions.ALL) || quoted.contains(schema.field(i).name());
    }
    if (options.hasHeader()) {
      for (int i = 0; i < schema.size(); i++) {
        if (i > 0) {
          line.append(options.delimiter());
        }
        add(schema.field(i).name(), false);
      }
      endLine();
    }
  }

  /** Writes the rows of a batch with {@code columns} columns. */
  public void write(ResultBatch batch, int columns) {
    for (int row = 0; row < batch.rowCount(); row++) {
      for (int i = 0; i < columns; i++) {
        ResultColumn column = batch.column(i);
        if (i > 0) {
          line.append(options.delimiter());
        }
        if (column.isNull(row)) {
          line.append(options.nullText());
        } else {
          add(text.of(column, row), isQuoted[i]);
        }
      }
      endLine();
    }
  }

  private void add(String field, boolean isForced) {
    if (!isForced && !needsQuotes(field)) {
      line.append(field);
      return;
    }
    char quote = options.quote();
    line.append(quote);
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == quote || c == options.escape()) {
        line.append(options.escape());
      }
      line.append(c);
    }
    line.append(quote);
  }

  private boolean needsQuotes(String field) {
    if (field.isEmpty() || field.equals(options.nullText())) {
      return true;
    }
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == options.delimiter() || c == options.quote() || c == '\n' || c == '\r') {
        return true;
      }
    }
    return false;
  }

  private void endLine() {
    line.append('\n');
    try {
      target.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    line.setLength(0);
  }

  @Override
  public void close() {
    try {
      target.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
