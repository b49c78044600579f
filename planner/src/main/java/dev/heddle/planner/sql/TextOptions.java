package dev.heddle.planner.sql;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvHeader;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Takes the options of text formats from a call. */
final class TextOptions {
  private TextOptions() {}

  /** Takes those of {@code read_csv}. */
  static CsvReadOptions csv(ReaderCall call) {
    CsvReadOptions options = CsvReadOptions.DEFAULT;
    Optional<Character> delimiter = call.character("delim").or(() -> call.character("sep"));
    if (delimiter.isPresent()) {
      options = options.withDelimiter(delimiter.get());
    }
    Optional<Character> quote = call.character("quote");
    if (quote.isPresent()) {
      options = options.withQuote(quote.get());
    }
    Optional<Boolean> header = call.truth("header");
    if (header.isPresent()) {
      options = options.withHeader(header.get() ? CsvHeader.PRESENT : CsvHeader.ABSENT);
    }
    Optional<List<String>> nullTexts = call.texts("nullstr");
    if (nullTexts.isPresent()) {
      options = options.withNullTexts(nullTexts.get().toArray(String[]::new));
    }
    Optional<Character> comment = call.character("comment");
    if (comment.isPresent()) {
      options = options.withComment(comment.get());
    }
    Optional<Long> skip = call.number("skip");
    if (skip.isPresent()) {
      options = options.withSkipLines(Math.toIntExact(skip.get()));
    }
    Optional<Integer> sample = sampleRows(call);
    if (sample.isPresent()) {
      options = options.withSampleRows(sample.get());
    }
    Optional<Schema> schema = schema(call);
    if (schema.isPresent()) {
      options = options.withSchema(schema.get());
    }
    return options.withBadRows(badRows(call));
  }

  /** Takes those of {@code read_json}. */
  static JsonReadOptions json(ReaderCall call) {
    JsonReadOptions options = JsonReadOptions.DEFAULT;
    Optional<Integer> sample = sampleRows(call);
    if (sample.isPresent()) {
      options = options.withSampleRows(sample.get());
    }
    Optional<Schema> schema = schema(call);
    if (schema.isPresent()) {
      options = options.withSchema(schema.get());
    }
    return options.withBadRows(badRows(call));
  }

  private static Optional<Integer> sampleRows(ReaderCall call) {
    return call.number("sample_size")
        .map(rows -> rows < 0 ? Integer.MAX_VALUE : (int) Math.min(rows, Integer.MAX_VALUE));
  }

  private static Optional<Schema> schema(ReaderCall call) {
    Map<String, DataType> columns = call.types("columns");
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Schema(
                columns.entrySet().stream()
                    .map(column -> Field.of(column.getKey(), column.getValue()))
                    .toList()));
  }

  private static BadRows badRows(ReaderCall call) {
    boolean skips = call.truth("ignore_errors").orElse(false);
    Optional<String> column = call.column("bad_rows");
    if (column.isPresent()) {
      return BadRows.collectInto(column.get());
    }
    return skips ? BadRows.SKIP : BadRows.FAIL;
  }
}
