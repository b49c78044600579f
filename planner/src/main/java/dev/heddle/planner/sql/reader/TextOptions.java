package dev.heddle.planner.sql.reader;

import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.JsonRecords;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Takes the options of JSON from a call, and those that it shares with CSV. */
final class TextOptions {
  private TextOptions() {}

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

  static Optional<Integer> sampleRows(ReaderCall call) {
    return call.number("sample_size")
        .map(rows -> rows < 0 ? Integer.MAX_VALUE : (int) Math.min(rows, Integer.MAX_VALUE));
  }

  static Optional<Schema> schema(ReaderCall call) {
    Map<String, DataType> columns = call.types("columns");
    return columns.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Schema(
                columns.entrySet().stream()
                    .map(column -> Field.of(column.getKey(), column.getValue()))
                    .toList()));
  }

  static BadRows badRows(ReaderCall call, BadRows ignored) {
    boolean skips = call.truth("ignore_errors").orElse(false);
    Optional<String> column = call.column("bad_rows");
    if (column.isPresent()) {
      return BadRows.collectInto(column.get());
    }
    return skips ? ignored : BadRows.FAIL;
  }
}
