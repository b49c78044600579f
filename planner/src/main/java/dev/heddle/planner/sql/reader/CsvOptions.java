package dev.heddle.planner.sql.reader;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvHeader;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.option.TextCompression;
import dev.heddle.frame.option.TextEncoding;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes the options of {@code read_csv} from a call. */
final class CsvOptions {
  private static final int SAMPLE_STEP = 2_048; // rows, by which samples grow

  private CsvOptions() {}

  /** Takes all of them. */
  static CsvReadOptions csv(ReaderCall call) {
    CsvReadOptions options = dialect(call, CsvReadOptions.DEFAULT);
    Optional<List<String>> nullTexts = call.texts("nullstr");
    if (nullTexts.isPresent()) {
      options = options.withNullTexts(nullTexts.get().toArray(String[]::new));
    }
    if (call.truth("allow_quoted_nulls").orElse(true)) {
      options = options.withQuotedNulls();
    }
    Optional<Long> skip = call.number("skip");
    if (skip.isPresent()) {
      options = options.withSkipLines((int) Math.clamp(skip.get(), -1, Integer.MAX_VALUE));
    }
    Optional<String> encoding = call.text("encoding", "a name");
    if (encoding.isPresent()) {
      options = options.withEncoding(encoding(encoding.get()));
    }
    Optional<Integer> sample = TextOptions.sampleRows(call);
    if (sample.isPresent()) {
      options = options.withSampleRows(sampleRows(call, sample.get()));
    }
    if (call.truth("all_varchar").orElse(false)) {
      options = options.withSampleRows(0);
    }
    options = times(call, columns(call, options));
    checkUnneeded(call);
    return options.withBadRows(TextOptions.badRows(call, BadRows.SKIP));
  }

  private static CsvReadOptions dialect(ReaderCall call, CsvReadOptions before) {
    CsvReadOptions options = before;
    Optional<String> delimiter = call.oneOf("delim", "delimiter", "sep", "separator");
    Optional<Character> quote = call.characterOrNone("quote", CsvReadOptions.NO_QUOTE);
    Optional<Character> escape = call.characterOrNone("escape", CsvReadOptions.NO_QUOTE);
    Optional<Character> comment = call.characterOrNone("comment", CsvReadOptions.NO_COMMENT);
    Optional<Boolean> header = call.truth("header");
    if (!call.truth("auto_detect").orElse(true)) {
      delimiter = delimiter.or(() -> Optional.of(","));
      quote = quote.or(() -> Optional.of('"'));
      comment = comment.or(() -> Optional.of(CsvReadOptions.NO_COMMENT));
      header = header.or(() -> Optional.of(false));
    }
    if (delimiter.isPresent()) {
      options = options.withDelimiter(delimiter.get().replace("\\t", "\t"));
    }
    if (quote.isPresent()) {
      options = options.withQuote(quote.get());
    }
    if (escape.isPresent() && escape.get() != CsvReadOptions.NO_QUOTE) {
      options = options.withEscape(escape.get());
    } // else a second quote escapes one
    if (comment.isPresent()) {
      options = options.withComment(comment.get());
    }
    if (header.isPresent()) {
      options = options.withHeader(header.get() ? CsvHeader.PRESENT : CsvHeader.ABSENT);
    }
    return options;
  }

  private static CsvReadOptions columns(ReaderCall call, CsvReadOptions before) {
    CsvReadOptions options = before;
    Optional<Schema> schema = TextOptions.schema(call);
    if (schema.isPresent()) {
      options = options.withSchemaInOrder(schema.get());
    }
    Optional<List<String>> names = call.texts("names").or(() -> call.texts("column_names"));
    if (names.isPresent()) {
      options = options.withNames(names.get().toArray(String[]::new));
    }
    if (call.truth("null_padding").orElse(false)) {
      options = options.withMissingAsNull();
    }
    for (String name : List.of("types", "dtypes", "column_types")) {
      Optional<List<DataType>> first = call.typesInOrder(name);
      if (first.isPresent()) {
        options = options.withFirstTypes(first.get().toArray(DataType[]::new));
      }
      for (Map.Entry<String, DataType> type : call.types(name).entrySet()) {
        options = options.withType(type.getKey(), type.getValue());
      }
    }
    Optional<List<DataType>> candidates = call.typesInOrder("auto_type_candidates");
    return candidates.isPresent()
        ? options.withCandidates(candidates.get().toArray(DataType[]::new))
        : options;
  }

  private static int sampleRows(ReaderCall call, int rows) {
    if (rows < 1) {
      throw call.wrong("option sample_size must be at least 1, or -1 for all rows, not " + rows);
    }
    return (int) Math.min((rows - 1L) / SAMPLE_STEP * SAMPLE_STEP + SAMPLE_STEP, Integer.MAX_VALUE);
  }

  /** Checks options about how DuckDB reads, which do not matter here. */
  private static void checkUnneeded(ReaderCall call) {
    Optional<Long> buffer = call.number("buffer_size");
    if (buffer.isPresent() && buffer.get() < 1) {
      throw call.wrong("option buffer_size must be at least 1");
    }
    for (String name : List.of("max_line_size", "maximum_line_size")) {
      Optional<Long> line = call.number(name);
      if (line.isPresent() && (line.get() < 0 || line.get() > buffer.orElse(Long.MAX_VALUE))) {
        throw call.wrong("option " + name + " must be from 0 to buffer_size");
      }
    }
    Optional<Boolean> _ = call.truth("parallel");
    Optional<Long> files = call.number("files_to_sniff");
    if (files.isPresent() && files.get() < 1 && files.get() != -1) {
      throw call.wrong("option files_to_sniff must be at least 1, or -1 for all files");
    }
    Optional<String> lineEnd = call.text("new_line", "a line end");
    if (lineEnd.isPresent() && !List.of("\\n", "\\r", "\\r\\n").contains(lineEnd.get())) {
      throw call.wrong("option new_line must be '\\n', '\\r' or '\\r\\n'");
    }
    if (!call.truth("strict_mode").orElse(true)) {
      throw call.wrong("option strict_mode = false is not supported");
    }
    Optional<String> separator = call.text("decimal_separator", "a character");
    if (separator.isPresent() && !separator.get().equals(".")) {
      throw call.wrong("option decimal_separator must be '.'");
    }
    Optional<String> compression = call.text("compression", "a name");
    compression.ifPresent(name -> checkCompression(call, name.toLowerCase(Locale.ROOT)));
  }

  /** Checks that a compression is the one that the paths' ends name. */
  private static void checkCompression(ReaderCall call, String name) {
    TextCompression stated =
        switch (name) {
          case "auto", "auto_detect", "infer" -> TextCompression.AUTOMATIC;
          case "gzip" -> TextCompression.GZIP;
          case "zstd" -> TextCompression.ZSTD;
          case "none", "uncompressed" -> TextCompression.NONE;
          default -> throw call.wrong("option compression '" + name + "' is not known");
        };
    for (String path : call.paths()) {
      if (stated != TextCompression.AUTOMATIC && stated != TextCompression.ofPath(path)) {
        throw call.wrong(
            "option compression is '"
                + name
                + "', and files are decompressed by the end of "
                + "their names, unlike that of "
                + path);
      }
    }
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

  /** Takes how dates and timestamps are written. */
  private static CsvReadOptions times(ReaderCall call, CsvReadOptions before) {
    CsvReadOptions options = before;
    Optional<String> order = call.text("date_order", "text");
    if (order.isPresent()) {
      options = options.withDateOrder(dateOrder(order.get()));
    }
    Optional<String> date = format(call, "dateformat", "date_format");
    if (date.isPresent()) {
      options = options.withDateFormat(date.get());
    }
    Optional<String> timestamp = format(call, "timestampformat", "timestamp_format");
    return timestamp.isPresent() ? options.withTimestampFormat(timestamp.get()) : options;
  }

  private static Optional<String> format(ReaderCall call, String... names) {
    return call.oneOf(names).filter(text -> !text.equalsIgnoreCase("auto"));
  }

  private static DateOrder dateOrder(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "ymd" -> DateOrder.YEAR_FIRST;
      case "dmy" -> DateOrder.DAY_FIRST;
      case "mdy" -> DateOrder.MONTH_FIRST;
      default ->
          throw new IllegalArgumentException(
              "Cannot read csv: date_order '"
                  + text
                  + "' is not known; it is 'ymd', 'dmy' or 'mdy'");
    };
  }
}
