package dev.heddle.planner.sql.reader;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvHeader;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.JsonRecords;
import dev.heddle.frame.option.TextEncoding;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Takes the options of text formats from a call. */
final class TextOptions {
  private static final Pattern TIME_FORMAT =
      Pattern.compile(
          "(%Y[-/]%m[-/]%d|%d([-/.])%m\\2%Y|%m([-/])%d\\3%Y)"
              + "([ T](%H:%M(:%S(\\.%[fgn])?)?|%I:%M(:%S)? ?%p)( ?%z|Z)?)?");

  private TextOptions() {}

  /** Takes those of {@code read_csv}. */
  static CsvReadOptions csv(ReaderCall call) {
    CsvReadOptions options = CsvReadOptions.DEFAULT;
    Optional<String> delimiter = call.oneOf("delim", "delimiter", "sep");
    if (delimiter.isPresent()) {
      options = options.withDelimiter(delimiter.get().replace("\\t", "\t"));
    }
    Optional<Character> quote = call.characterOrNone("quote", CsvReadOptions.NO_QUOTE);
    Optional<Character> escape = call.characterOrNone("escape", CsvReadOptions.NO_QUOTE);
    if (quote.isPresent()) {
      options = options.withQuote(quote.get());
    }
    if (escape.isPresent() && escape.get() != CsvReadOptions.NO_QUOTE) {
      options = options.withEscape(escape.get());
    } else if (escape.isPresent() && !quote.equals(escape)) {
      throw new IllegalArgumentException(
          "Cannot read csv: escape is '', and a second quote always escapes one; leave escape out,"
              + " or state quote = '' where the file has no quotes");
    }
    Optional<Boolean> header = call.truth("header");
    if (header.isPresent()) {
      options = options.withHeader(header.get() ? CsvHeader.PRESENT : CsvHeader.ABSENT);
    }
    Optional<List<String>> nullTexts = call.texts("nullstr");
    if (nullTexts.isPresent()) {
      options = options.withNullTexts(nullTexts.get().toArray(String[]::new));
    }
    Optional<Character> comment = call.characterOrNone("comment", CsvReadOptions.NO_QUOTE);
    if (comment.isPresent() && comment.get() != CsvReadOptions.NO_QUOTE) {
      options = options.withComment(comment.get());
    }
    Optional<Long> skip = call.number("skip");
    if (skip.isPresent()) {
      options = options.withSkipLines((int) Math.clamp(skip.get(), -1, Integer.MAX_VALUE));
    }
    Optional<String> encoding = call.text("encoding", "a name");
    if (encoding.isPresent()) {
      options = options.withEncoding(encoding(encoding.get()));
    }
    Optional<Integer> sample = sampleRows(call);
    if (sample.isPresent()) {
      options = options.withSampleRows(sample.get());
    }
    if (call.truth("all_varchar").orElse(false)) {
      options = options.withSampleRows(0);
    }
    Optional<Schema> schema = schema(call);
    if (schema.isPresent()) {
      options = options.withSchema(schema.get());
    }
    Optional<List<String>> names = call.texts("names").or(() -> call.texts("column_names"));
    if (names.isPresent()) {
      options = options.withNames(names.get().toArray(String[]::new));
    }
    if (call.truth("null_padding").orElse(false)) {
      options = options.withMissingAsNull();
    }
    for (String name : List.of("types", "dtypes", "column_types")) {
      for (Map.Entry<String, DataType> type : call.types(name).entrySet()) {
        options = options.withType(type.getKey(), type.getValue());
      }
    }
    Optional<DateOrder> order = dateOrder(call);
    if (order.isPresent()) {
      options = options.withDateOrder(order.get());
    }
    return options.withBadRows(badRows(call, BadRows.SKIP));
  }

  private static TextEncoding encoding(String name) {
    return switch (name.toLowerCase(Locale.ROOT).replace('_', '-')) {
      case "utf-8", "utf8", "us-ascii", "ascii" -> TextEncoding.UTF_8;
      case "latin-1", "latin1", "iso-8859-1", "iso8859-1" -> TextEncoding.LATIN_1;
      case "utf-16", "utf16" -> TextEncoding.UTF_16;
      default ->
          throw new IllegalArgumentException(
              "Cannot read csv: encoding '"
                  + name
                  + "' is not supported; it is 'utf-8', 'latin-1' or 'utf-16', so convert the file"
                  + " to UTF-8");
    };
  }

  /** Takes the order of dates from its name, or from how dates or timestamps are written. */
  private static Optional<DateOrder> dateOrder(ReaderCall call) {
    Set<DateOrder> orders = new LinkedHashSet<>();
    for (String option : List.of("date_order", "dateformat", "timestampformat")) {
      call.text(option, "text").ifPresent(text -> orders.add(dateOrder(option, text)));
    }
    if (orders.size() > 1) {
      throw new IllegalArgumentException(
          "Cannot read csv: dates of the orders " + orders + " are asked for; name one order");
    }
    return orders.stream().findFirst();
  }

  private static DateOrder dateOrder(String option, String text) {
    boolean isFormat = !option.equals("date_order");
    String parts = text;
    if (isFormat && TIME_FORMAT.matcher(text).matches()) {
      parts = text.substring(1, 2) + text.substring(4, 5) + text.substring(7, 8);
    }
    return switch (parts.toLowerCase(Locale.ROOT)) {
      case "ymd" -> DateOrder.YEAR_FIRST;
      case "dmy" -> DateOrder.DAY_FIRST;
      case "mdy" -> DateOrder.MONTH_FIRST;
      default ->
          throw new IllegalArgumentException(
              "Cannot read csv: "
                  + option
                  + " '"
                  + text
                  + "' is not known; "
                  + (isFormat
                      ? "write for example '%d/%m/%Y %H:%M:%S', with all of day, month and year"
                      : "it is 'ymd', 'dmy' or 'mdy'"));
    };
  }

  /**
   * Takes those of {@code read_json}.
   *
   * @param layout how values follow each other where the call does not specify it
   */
  static JsonReadOptions json(ReaderCall call, JsonLayout layout) {
    JsonReadOptions options =
        JsonReadOptions.DEFAULT.withLayout(
            call.text("format", "a name").map(TextOptions::layout).orElse(layout));
    Optional<Integer> sample = sampleRows(call);
    if (sample.isPresent()) {
      options = options.withSampleRows(sample.get());
    }
    Optional<String> array = call.text("array", "a boolean");
    if (array.isPresent() && options.layout() == layout) {
      options = options.withLayout(arrayLayout(array.get(), layout));
    }
    Optional<String> records = call.text("records", "a boolean");
    if (records.isPresent()) {
      options = options.withRecords(records(records.get()));
    }
    Optional<Long> depth = call.number("maximum_depth");
    if (depth.isPresent()) {
      boolean isAny = depth.get() < 0 || depth.get() > Integer.MAX_VALUE;
      options = options.withMaxDepth(isAny ? Integer.MAX_VALUE : depth.get().intValue());
    }
    Optional<Schema> schema = schema(call);
    if (schema.isPresent()) {
      options = options.withSchema(schema.get());
    }
    if (!call.truth("auto_detect").orElse(true) && schema.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot read json: without auto_detect the columns are not known; state them with"
              + " columns = {...}");
    }
    Optional<Long> _ = call.number("maximum_object_size"); // objects may have any size
    return options.withBadRows(badRows(call, BadRows.NULLS));
  }

  /** Takes those of readers of JSON values as they are, each the value of a column {@code json}. */
  static JsonReadOptions jsonValues(ReaderCall call, JsonLayout layout) {
    Optional<Long> _ = call.number("maximum_object_size"); // objects may have any size
    return JsonReadOptions.DEFAULT
        .withLayout(call.text("format", "a name").map(TextOptions::layout).orElse(layout))
        .withRecords(JsonRecords.NONE)
        .withSchema(Schema.of(Field.of("json", DataType.JSON)))
        .withBadRows(badRows(call, BadRows.NULLS));
  }

  private static JsonLayout arrayLayout(String text, JsonLayout otherwise) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> JsonLayout.ARRAY;
      case "false" -> JsonLayout.NEWLINE_DELIMITED;
      case "auto" -> otherwise;
      default -> throw noSuch("array", text);
    };
  }

  private static JsonRecords records(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> JsonRecords.ALL;
      case "false" -> JsonRecords.NONE;
      case "auto" -> JsonRecords.AUTO;
      default -> throw noSuch("records", text);
    };
  }

  private static IllegalArgumentException noSuch(String option, String text) {
    return new IllegalArgumentException(
        "Cannot read json: "
            + option
            + " '"
            + text
            + "' is not known; it is true, false or 'auto'");
  }

  private static JsonLayout layout(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "auto" -> JsonLayout.AUTO;
      case "newline_delimited", "nd" -> JsonLayout.NEWLINE_DELIMITED;
      case "array" -> JsonLayout.ARRAY;
      case "unstructured" -> JsonLayout.UNSTRUCTURED;
      default ->
          throw new IllegalArgumentException(
              "Cannot read json: format '"
                  + name
                  + "' is not known; it is 'auto', 'newline_delimited', 'array' or"
                  + " 'unstructured'");
    };
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

  private static BadRows badRows(ReaderCall call, BadRows ignored) {
    boolean skips = call.truth("ignore_errors").orElse(false);
    Optional<String> column = call.column("bad_rows");
    if (column.isPresent()) {
      return BadRows.collectInto(column.get());
    }
    return skips ? ignored : BadRows.FAIL;
  }
}
