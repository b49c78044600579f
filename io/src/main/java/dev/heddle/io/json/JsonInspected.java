package dev.heddle.io.json;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.JsonRecords;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.UniqueNames;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.SampledFile;
import dev.heddle.io.text.TextSchemas;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a sample shows of a JSON file.
 *
 * @param file the file
 * @param schema its columns, with the one for bad rows at the end if there is one; none if no
 *     object has a key
 * @param layout how its values follow each other, never {@code AUTO}
 * @param isRecords whether rows are objects; else they are the values of the first column
 * @param untyped columns of which only nulls are seen
 * @param keys of objects, by the names of the columns; none if these are stated
 * @param rowsPerByte about how many rows a byte of the file has
 * @param guess what its rows can be
 */
record JsonInspected(
    StoredFile file,
    Schema schema,
    JsonLayout layout,
    boolean isRecords,
    Set<String> untyped,
    Map<String, String> keys,
    double rowsPerByte,
    JsonGuess guess)
    implements SampledFile {
  private static final String VALUE_COLUMN = "json"; // of values that are no objects

  static JsonInspected of(StoredFile file, JsonReadOptions options) {
    try {
      JsonSample sample = sample(file, options);
      JsonLayout layout = sample.layout();
      if (layout != JsonLayout.NEWLINE_DELIMITED && options.badRows() instanceof BadRows.Collect) {
        throw new HeddleException(
            ErrorCode.UNSUPPORTED,
            "Cannot collect bad rows of "
                + file.path()
                + ": it is "
                + (layout == JsonLayout.ARRAY ? "one array" : "no file of one object a line")
                + "; skip them, or write one object a line");
      }
      Schema stated = options.schema();
      JsonGuess guess = sample.guess();
      Schema sampled = columns(guess, sample.isRecords());
      Map<String, String> keys = stated == null ? keys(sampled) : Map.of();
      Schema schema = stated == null ? named(sampled, keys) : stated;
      if (schema.size() == 0 && sample.firstMistake() != null) {
        throw broken(file, ", " + sample.firstMistake());
      }
      return new JsonInspected(
          file,
          schema.size() == 0 ? schema : TextSchemas.withBadRows(schema, options.badRows()),
          layout,
          isRecords(sample, options),
          stated == null && sample.isRecords() ? untyped(guess, keys) : Set.of(),
          keys,
          sample.rowsPerByte(),
          guess);
    } catch (IOException e) {
      throw WholeFile.corrupt(file, e);
    }
  }

  private static Schema columns(JsonGuess guess, boolean isRecords) {
    return isRecords ? guess.schema() : Schema.of(Field.of(VALUE_COLUMN, guess.type()));
  }

  /**
   * Returns this file with the columns that it and others show together, of which those of another
   * kind of rows do not count.
   *
   * @param options without a stated schema
   */
  JsonInspected united(List<JsonInspected> others, JsonReadOptions options) {
    JsonGuess all = new JsonGuess(options.maxDepth());
    all.add(guess);
    for (JsonInspected other : others) {
      if (other.isRecords == isRecords) {
        all.add(other.guess);
      }
    }
    Schema sampled = columns(all, isRecords);
    Map<String, String> keys = keys(sampled);
    return new JsonInspected(
        file,
        TextSchemas.withBadRows(named(sampled, keys), options.badRows()),
        layout,
        isRecords,
        isRecords ? untyped(all, keys) : Set.of(),
        keys,
        rowsPerByte,
        all);
  }

  /** Returns the keys of objects by the names of columns, which differ in more than case. */
  private static Map<String, String> keys(Schema sampled) {
    List<String> names = UniqueNames.ofFile(sampled.names());
    Map<String, String> keys = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      keys.put(names.get(i), sampled.field(i).name());
    }
    return keys;
  }

  private static Schema named(Schema sampled, Map<String, String> keys) {
    List<Field> fields = new ArrayList<>();
    for (String name : keys.keySet()) {
      fields.add(sampled.field(fields.size()).withName(name));
    }
    return new Schema(fields);
  }

  private static Set<String> untyped(JsonGuess guess, Map<String, String> keys) {
    Set<String> nulls = guess.untyped();
    Set<String> untyped = new HashSet<>(keys.keySet());
    untyped.removeIf(column -> !nulls.contains(keys.get(column)));
    return untyped;
  }

  /** Returns the key of a column in the file's objects. */
  String keyOf(String column) {
    return keys.getOrDefault(column, column);
  }

  /** A stated column alone takes values that are no objects, unless objects are asked for. */
  private static boolean isRecords(JsonSample sample, JsonReadOptions options) {
    Schema stated = options.schema();
    if (options.records() != JsonRecords.AUTO || stated == null) {
      return sample.isRecords();
    }
    return stated.size() != 1 || sample.isRecords();
  }

  /** Returns the error about a table none of whose files shows a column. */
  HeddleException noColumns() {
    return broken(file, ": it has no object with a key; state a schema");
  }

  private static HeddleException broken(StoredFile file, String reason) {
    return new HeddleException(ErrorCode.CORRUPT_FILE, "Cannot read " + file.path() + reason);
  }

  private static JsonSample sample(StoredFile file, JsonReadOptions options) throws IOException {
    int first = firstCharacter(file);
    if (options.layout() != JsonLayout.AUTO) {
      return JsonSample.of(file, options.layout(), options);
    }
    JsonSample array = null;
    if (first == '[') {
      array = JsonSample.of(file, JsonLayout.ARRAY, options);
      if (!array.hasMoreBehind()) {
        return array;
      }
    }
    JsonSample lines = JsonSample.of(file, JsonLayout.NEWLINE_DELIMITED, options);
    if (lines.isClean()) {
      return lines;
    }
    JsonSample text = JsonSample.of(file, JsonLayout.UNSTRUCTURED, options);
    if (array != null) {
      return text.isClean() ? text : array;
    }
    boolean isText = text.isClean() || text.rowsBeforeMistake() > lines.rowsBeforeMistake();
    return isText || (lines.objects() == 0 && lines.lines() > 1) ? text : lines;
  }

  /** Returns the first character that is no blank, or -1 at the end. */
  private static int firstCharacter(StoredFile file) throws IOException {
    try (InputStream in = WholeFile.open(file, 0)) {
      int c = in.read();
      if (c == 0xFF || c == 0xFE) {
        throw new IOException("it is UTF-16, or no text; convert it to UTF-8");
      }
      while (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == 0xEF || c == 0xBB
          || c == 0xBF) {
        c = in.read();
      }
      return c;
    }
  }

  /** Returns whether each line is a value. */
  boolean isByLine() {
    return layout == JsonLayout.NEWLINE_DELIMITED;
  }

  /** Returns what to do about values that break the layout. */
  String layoutAdvice() {
    return switch (layout) {
      case NEWLINE_DELIMITED -> "write one object a line, or state the format unstructured";
      case ARRAY -> "write one array, or state the format unstructured if values follow each other";
      case AUTO, UNSTRUCTURED -> "write the file anew";
    };
  }

  /**
   * Returns how to read the file with the types that a table's columns of these names have. Keys
   * that the sample does not show may still be there, so all of the table's columns are looked for.
   */
  JsonInspected conform(Schema table) {
    List<Field> fields = new ArrayList<>(TextSchemas.conform(schema, table).fields());
    for (Field field : table.fields()) {
      if (schema.indexOf(field.name()).isEmpty()) {
        fields.add(Field.of(field.name(), field.type()));
      }
    }
    return new JsonInspected(
        file, new Schema(fields), layout, isRecords, untyped, keys, rowsPerByte, guess);
  }

  @Override
  public boolean isBlank() {
    return schema.size() == 0;
  }

  @Override
  public Map<String, String> unsupported() {
    return Map.of();
  }
}
