package dev.heddle.io.csv;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.heddle.frame.ResultBatch;
import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.text.ValueText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows as CSV (RFC 4180, lines end with LF): null is the options' text without quotes, empty
 * text is quoted.
 */
public final class CsvOutput implements AutoCloseable {
  private final CsvWriter writer;
  private final CsvWriteOptions options;
  private final ValueText text;

  /**
   * Makes an output.
   *
   * @param target is flushed but not closed
   * @param zone shows timestamps with zone
   */
  public CsvOutput(Writer target, CsvWriteOptions options, ZoneId zone) {
    this.writer =
        CsvWriter.builder()
            .fieldSeparator(options.delimiter())
            .lineDelimiter(LineDelimiter.LF)
            .quoteStrategy(QuoteStrategies.EMPTY)
            .autoFlush(false)
            .build(target);
    this.options = options;
    this.text = new ValueText(zone);
  }

  /** Writes the names of the columns, if the options want them. */
  public void writeHeader(Schema schema) {
    if (options.hasHeader()) {
      writer.writeRecord(schema.names());
    }
  }

  /** Writes the rows of a batch with so many columns. */
  public void write(ResultBatch batch, int columns) {
    List<@Nullable String> fields = new ArrayList<>(columns);
    for (int row = 0; row < batch.rowCount(); row++) {
      fields.clear();
      for (int i = 0; i < columns; i++) {
        fields.add(field(batch.column(i), row));
      }
      writer.writeRecord(fields);
    }
  }

  private @Nullable String field(ResultColumn column, int row) {
    if (column.isNull(row)) {
      return options.nullText().isEmpty() ? null : options.nullText();
    }
    return text.of(column, row);
  }

  @Override
  public void close() {
    try {
      writer.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
