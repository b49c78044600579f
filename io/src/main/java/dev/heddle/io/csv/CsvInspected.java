package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvHeader;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DateOrder;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.UniqueNames;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.io.text.SampledFile;
import dev.heddle.io.text.TextSchemas;
import dev.heddle.io.text.TypeGuess;
import dev.heddle.io.text.ValueParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a sample shows of a CSV file.
 *
 * @param file the file
 * @param schema its columns, with the one for bad rows at the end if there is one
 * @param dialect how fields are separated
 * @param hasHeader whether the first record names the columns
 * @param order in which dates have their parts
 * @param columns for each field of a record its position in the schema, or -1 where the stated
 *     schema does not name it
 * @param untyped columns without a value in the sample
 * @param rowsPerByte about how many rows a byte of the file has
 */
record CsvInspected(
    StoredFile file,
    Schema schema,
    CsvDialect dialect,
    boolean hasHeader,
    DateOrder order,
    List<Integer> columns,
    Set<String> untyped,
    double rowsPerByte)
    implements SampledFile {

  static CsvInspected of(StoredFile file, CsvReadOptions options) {
    CsvSample sample = CsvSample.read(file, options);
    Schema stated = options.schema();
    boolean hasHeader = hasHeader(sample, options);
    if (!hasHeader) {
      sample.addFirst(options);
    }
    DateOrder order = order(sample, options);
    List<String> names = names(file, sample, hasHeader, options);
    List<Integer> columns = new ArrayList<>();
    Set<String> untyped = new HashSet<>();
    Schema schema;
    if (stated == null) {
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        columns.add(i);
        fields.add(Field.of(names.get(i), type(sample, i, order)));
        if (i >= sample.columns().size() || !sample.columns().get(i).isSeen()) {
          untyped.add(names.get(i));
        }
      }
      options.types().forEach(typed -> untyped.remove(typed.name()));
      state(fields, options.types());
      if (fields.isEmpty()) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE,
            "Cannot read " + file.path() + ": it has no line that names columns; state a schema");
      }
      schema = new Schema(fields);
    } else {
      stated.fields().forEach(f -> ValueParser.check(f.type(), "csv", f.name()));
      schema = stated;
      columns.addAll(positions(file, stated, hasHeader ? names : List.of()));
    }
    schema = TextSchemas.withBadRows(schema, options.badRows());
    int rows = Math.max(0, sample.records() - (hasHeader ? 1 : 0));
    double rowsPerByte = (double) rows / sample.bytes();
    return new CsvInspected(
        file, schema, sample.dialect(), hasHeader, order, columns, untyped, rowsPerByte);
  }

  /** Returns how to read the file with the types that a table's columns of these names have. */
  CsvInspected conform(Schema table) {
    Schema conformed = TextSchemas.conform(schema, table);
    return conformed.equals(schema)
        ? this
        : new CsvInspected(
            file, conformed, dialect, hasHeader, order, columns, untyped, rowsPerByte);
  }

  /** Returns the order that is stated, or that the sample shows. */
  private static DateOrder order(CsvSample sample, CsvReadOptions options) {
    DateOrder stated = options.dateOrder();
    return stated == null ? sample.order().orElse(DateOrder.YEAR_FIRST) : stated;
  }

  /** Gives columns the types that are stated for them. */
  private static void state(List<Field> fields, List<Field> types) {
    for (Field stated : types) {
      ValueParser.check(stated.type(), "csv", stated.name());
      fields.replaceAll(field -> field.name().equals(stated.name()) ? stated : field);
    }
  }

  @Override
  public boolean isBlank() {
    return rowsPerByte == 0;
  }

  @Override
  public Map<String, String> unsupported() {
    return Map.of();
  }

  /** Returns whether the first record has names: not where its fields look like those below. */
  private static boolean hasHeader(CsvSample sample, CsvReadOptions options) {
    if (options.header() != CsvHeader.SNIFFED || sample.records() == 0) {
      return options.header() == CsvHeader.PRESENT;
    }
    Schema stated = options.schema();
    if (stated != null) {
      return isHeaderOf(stated, sample.first());
    }
    DateOrder order = order(sample, options);
    Set<String> distinct = new HashSet<>();
    boolean isAllText = true;
    boolean canBeNames = true;
    for (int i = 0; i < sample.first().size(); i++) {
      String name = sample.first().get(i);
      canBeNames &= !name.isBlank() && !isNested(name) && distinct.add(name);
      TypeGuess below = i < sample.columns().size() ? sample.columns().get(i) : new TypeGuess();
      if (below.isSeen() && !(below.type(order) instanceof DataType.Str)) {
        isAllText = false;
        if (!name.isBlank() && below.wouldChangeBy(name, order) && isText(name)) {
          return true;
        }
      }
      isAllText &= isText(name);
    }
    return isAllText && canBeNames;
  }

  /** Returns whether a text is written as a list, struct or map is, and as no name is. */
  private static boolean isNested(String text) {
    return (text.startsWith("[") && text.endsWith("]"))
        || (text.startsWith("{") && text.endsWith("}"));
  }

  private static boolean isHeaderOf(Schema stated, List<String> first) {
    if (stated.names().stream().anyMatch(first::contains)) {
      return true;
    }
    for (int i = 0; i < Math.min(stated.size(), first.size()); i++) {
      String text = first.get(i).strip();
      if (!text.isEmpty() && !isValue(stated.field(i).type(), text)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isValue(DataType type, String text) {
    return switch (type) {
      case DataType.Str _, DataType.Binary _ -> true;
      case DataType.Enumeration labelled -> labelled.labels().contains(text);
      case DataType.Json _ -> JsonSyntax.isValid(text);
      case DataType.Uuid _ -> Uuids.parse(text) != null;
      case DataType.Interval _ -> IntervalText.parse(text) != null;
      default -> !isText(text);
    };
  }

  private static boolean isText(String text) {
    TypeGuess guess = new TypeGuess();
    guess.add(text.toCharArray(), 0, text.length());
    return guess.isText();
  }

  private static List<String> names(
      StoredFile file, CsvSample sample, boolean hasHeader, CsvReadOptions options) {
    List<String> names = new ArrayList<>(options.names());
    int count = hasHeader || sample.records() == 0 ? sample.first().size() : sample.fields();
    count = options.isPadded() ? Math.max(count, sample.fields()) : count;
    if (names.size() > count) {
      throw new HeddleException(
          ErrorCode.SCHEMA_MISMATCH,
          "Cannot read "
              + file.path()
              + ": it has "
              + count
              + " columns where "
              + names.size()
              + " names are stated: "
              + names);
    }
    for (int i = names.size(); i < count; i++) {
      String own = i < sample.first().size() ? sample.first().get(i) : "";
      names.add(hasHeader && !own.isBlank() ? own : "column" + i);
    }
    return UniqueNames.of(names);
  }

  private static DataType type(CsvSample sample, int column, DateOrder order) {
    return column < sample.columns().size()
        ? sample.columns().get(column).type(order)
        : DataType.STRING;
  }

  /** Returns the column of each field: by name if the header has the names, else by position. */
  private static List<Integer> positions(StoredFile file, Schema stated, List<String> names) {
    List<Integer> positions = new ArrayList<>();
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < stated.size(); i++) {
      byName.put(stated.field(i).name(), i);
    }
    int known = 0;
    for (String name : names) {
      int position = byName.getOrDefault(name, -1);
      positions.add(position);
      known += position < 0 ? 0 : 1;
    }
    if (known == stated.size()) {
      return positions;
    }
    if (known > 0) {
      throw new HeddleException(
          ErrorCode.SCHEMA_MISMATCH,
          "Cannot read "
              + file.path()
              + ": its header has "
              + names
              + " where the stated schema has "
              + stated.names()
              + "; state columns that are there, or none of these names to go by position");
    }
    Integer[] all = new Integer[stated.size()];
    Arrays.setAll(all, i -> i);
    return List.of(all);
  }
}
