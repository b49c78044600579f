package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvHeader;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.UniqueNames;
import dev.heddle.io.dataset.TypeWidening;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.SampledFile;
import dev.heddle.io.text.TextSchemas;
import dev.heddle.io.text.ValueParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a sample shows of a CSV file.
 *
 * @param file the file
 * @param schema its columns, with the one for bad rows at the end if there is one
 * @param dialect how fields are separated
 * @param skippedLines how many lines are in front of the table, beside those that options skip
 * @param hasHeader whether the first record names the columns
 * @param times how dates and timestamps are written
 * @param columns for each field of a record its position in the schema, or -1 where the stated
 *     schema does not name it
 * @param untyped columns without a value in the sample
 * @param rowsPerByte about how many rows a byte of the file has
 */
record CsvInspected(
    StoredFile file,
    Schema schema,
    CsvDialect dialect,
    int skippedLines,
    boolean hasHeader,
    CsvTimes times,
    List<Integer> columns,
    Set<String> untyped,
    double rowsPerByte)
    implements SampledFile {

  /**
   * Looks at a file.
   *
   * @param preferred formats of dates to try first
   */
  static CsvInspected of(StoredFile file, CsvReadOptions options, CsvTimes preferred) {
    CsvSample sample = CsvSample.read(file, options, preferred);
    Schema stated = options.schema();
    boolean hasHeader = hasHeader(sample, options);
    List<String> names = names(file, sample, hasHeader, options);
    List<Integer> columns = new ArrayList<>();
    Set<String> untyped = new HashSet<>();
    int rows = Math.max(0, sample.records() - (hasHeader ? 1 : 0));
    Schema schema;
    if (stated == null) {
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < names.size(); i++) {
        columns.add(i);
        boolean isKnown = rows > 0 && options.sampleRows() > 0;
        fields.add(Field.of(names.get(i), isKnown ? sample.types().type(i) : DataType.STRING));
        boolean isSeen = isKnown && sample.types().isSeen(i);
        if (!isSeen && !isStated(options, i, names.get(i))) {
          untyped.add(names.get(i));
        }
      }
      state(file, fields, options);
      if (fields.isEmpty()) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE,
            "Cannot read " + file.path() + ": it has no line that names columns; state a schema");
      }
      schema = new Schema(fields);
    } else {
      stated.fields().forEach(f -> ValueParser.check(f.type(), "csv", f.name()));
      schema = stated;
      columns.addAll(
          positions(file, stated, hasHeader && !options.isSchemaInOrder() ? names : List.of()));
    }
    schema = TextSchemas.withBadRows(schema, options.badRows());
    double rowsPerByte = (double) rows / sample.bytes();
    return new CsvInspected(
        file,
        schema,
        sample.dialect(),
        sample.skippedLines(),
        hasHeader,
        sample.types().times(options),
        columns,
        untyped,
        rowsPerByte);
  }

  /** Returns how to read the file with the types that a table's columns of these names have. */
  CsvInspected conform(Schema table) {
    Schema conformed = TextSchemas.conform(schema, table);
    return conformed.equals(schema) ? this : with(conformed, untyped);
  }

  private CsvInspected with(Schema other, Set<String> withoutValues) {
    return new CsvInspected(
        file, other, dialect, skippedLines, hasHeader, times, columns, withoutValues, rowsPerByte);
  }

  /**
   * Returns this file with types that hold what its columns have in others too, which is text where
   * the types have nothing else in common.
   *
   * @param others with rows
   * @param options without a stated schema
   */
  CsvInspected united(List<CsvInspected> others, CsvReadOptions options) {
    Set<String> withoutValues = new HashSet<>(untyped);
    List<Field> fields = new ArrayList<>(schema.fields());
    for (int i = 0; i < fields.size(); i++) {
      String name = fields.get(i).name();
      for (CsvInspected other : others) {
        int at = other.schema.names().indexOf(name);
        if (at < 0 || isStated(options, i, name) || other.untyped.contains(name)) {
          continue;
        }
        DataType its = other.schema.field(at).type();
        DataType known = fields.get(i).type();
        DataType all =
            withoutValues.remove(name)
                ? its
                : TypeWidening.common(known, its).orElse(DataType.STRING);
        fields.set(i, fields.get(i).withType(all));
      }
    }
    return with(new Schema(fields), withoutValues);
  }

  /** Returns whether options say which type the column of a field has. */
  static boolean isStated(CsvReadOptions options, int field, String name) {
    return options.schema() != null
        || field < options.firstTypes().size()
        || options.types().stream().anyMatch(stated -> stated.name().equals(name));
  }

  /** Gives columns the types that are stated for them. */
  private static void state(StoredFile file, List<Field> fields, CsvReadOptions options) {
    List<DataType> first = options.firstTypes();
    if (first.size() > fields.size()) {
      throw new HeddleException(
          ErrorCode.SCHEMA_MISMATCH,
          "Cannot read "
              + file.path()
              + ": it has "
              + fields.size()
              + " columns where "
              + first.size()
              + " types are stated");
    }
    for (int i = 0; i < first.size(); i++) {
      fields.set(i, Field.of(fields.get(i).name(), first.get(i)));
    }
    for (Field stated : options.types()) {
      fields.replaceAll(field -> field.name().equals(stated.name()) ? stated : field);
    }
    fields.forEach(field -> ValueParser.check(field.type(), "csv", field.name()));
  }

  @Override
  public boolean isBlank() {
    return rowsPerByte == 0;
  }

  @Override
  public Map<String, String> unsupported() {
    return Map.of();
  }

  /** Returns whether the first record has names: not where its fields are of the columns' types. */
  private static boolean hasHeader(CsvSample sample, CsvReadOptions options) {
    if (options.header() != CsvHeader.SNIFFED || sample.records() == 0) {
      return options.header() == CsvHeader.PRESENT;
    }
    Schema stated = options.schema();
    if (stated != null) {
      return options.isSchemaInOrder()
          ? isHeaderInOrder(stated, sample)
          : isHeaderOf(stated, sample);
    }
    boolean isAllText = true;
    boolean isAllNull = true;
    boolean isValues = true;
    for (int i = 0; i < Math.min(sample.first().size(), sample.fields()); i++) {
      String text = sample.first().get(i);
      isAllNull &= text == null;
      isAllText &= sample.types().isSeen(i) && sample.types().type(i) instanceof DataType.Str;
      isAllText &= text == null || !isNested(text);
      boolean isSeen = sample.types().isSeen(i);
      isValues &= isSeen ? sample.types().isOf(sample.types().type(i), text) : text == null;
    }
    return isAllText || isAllNull || !isValues;
  }

  /** Returns whether a text is written as a list, struct or map is, and as no name is. */
  private static boolean isNested(String text) {
    return (text.startsWith("[") && text.endsWith("]"))
        || (text.startsWith("{") && text.endsWith("}"));
  }

  private static boolean isHeaderOf(Schema stated, CsvSample sample) {
    List<@Nullable String> first = sample.first();
    if (stated.names().stream().anyMatch(first::contains)) {
      return true;
    }
    boolean isAllText = first.size() == stated.size() && !first.contains(null);
    for (int i = 0; i < Math.min(stated.size(), first.size()); i++) {
      DataType type = stated.field(i).type();
      isAllText &= type instanceof DataType.Str;
      if (!sample.types().isOf(type, first.get(i))) {
        return true;
      }
    }
    return isAllText;
  }

  /**
   * Returns whether the first record has names where columns go by position, by the rule of DuckDB:
   * if they are the stated ones, or no values of the columns' types, or all columns are text.
   * Lists, structs and maps, which are read as text, are no names.
   */
  private static boolean isHeaderInOrder(Schema stated, CsvSample sample) {
    boolean isAllText = true;
    boolean isValues = true;
    boolean isNamed = true;
    for (int i = 0; i < stated.size(); i++) {
      String text = i < sample.first().size() ? sample.first().get(i) : null;
      if (isNamed && text == null) {
        return false;
      }
      isNamed &= stated.field(i).name().equalsIgnoreCase(text);
      DataType type = stated.field(i).type();
      isAllText &= type instanceof DataType.Str && (text == null || !isNested(text));
      isValues &= sample.types().isOf(type, text);
    }
    return isNamed || isAllText || !isValues;
  }

  private static List<String> names(
      StoredFile file, CsvSample sample, boolean hasHeader, CsvReadOptions options) {
    List<String> names = new ArrayList<>(options.names());
    int count = sample.records() == 0 ? 0 : sample.fields();
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
      String own = i < sample.first().size() ? sample.first().get(i) : null;
      boolean isNamed = hasHeader && own != null && !own.isBlank();
      names.add(isNamed ? own.strip() : numbered(i, count));
    }
    return UniqueNames.ofFile(names);
  }

  /**
   * Returns the name of a column without one: with the number of digits that the last one needs.
   */
  private static String numbered(int column, int count) {
    String number = Integer.toString(column);
    return "column" + "0".repeat(Integer.toString(count - 1).length() - number.length()) + number;
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
