package dev.heddle.io.csv;

import de.siegmar.fastcsv.reader.CsvCallbackHandler;
import de.siegmar.fastcsv.reader.RecordType;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first records of a file, from which names and types of the columns follow.
 *
 * @param schema the columns
 * @param records how many records were looked at
 * @param bytes how many bytes of the file were fetched for them
 */
record CsvSample(Schema schema, int records, long bytes) {
  private static final int MOST_RECORDS = 10_000;

  /** Reads a sample; what the options state is not inferred. */
  static CsvSample read(StoredFile file, CsvReadOptions options) {
    Records records = new Records(options.nullText());
    long bytes;
    try (CsvFile<Records> csv = CsvFile.open(file, options, true, records)) {
      while (records.count <= MOST_RECORDS && csv.advance()) {
        // the handler has seen it
      }
      bytes = csv.fetchedBytes();
    }
    int data = Math.max(0, records.count - (options.hasHeader() ? 1 : 0));
    Schema stated = options.schema();
    return new CsvSample(stated != null ? stated : records.schema(options), data, bytes);
  }

  /** Returns the names in the first line of a file. */
  static List<String> header(StoredFile file, CsvReadOptions options) {
    Records records = new Records(options.nullText());
    try (CsvFile<Records> csv = CsvFile.open(file, options, true, records)) {
      csv.advance();
    }
    return records.names(options);
  }

  /** What a column's fields can be; each field rules some out. */
  private static final class Candidates {
    private boolean isKnown;
    private boolean mayBeBoolean = true;
    private boolean mayBeInteger = true;
    private boolean mayBeDouble = true;
    private boolean mayBeDate = true;
    private boolean mayBeTimestamp = true;
    private boolean mayBeZoned = true;

    void add(String text, boolean quoted) {
      isKnown = true;
      char[] buffer = text.toCharArray();
      mayBeBoolean &= text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
      mayBeInteger &= !quoted && isInteger(text);
      mayBeDouble &= !quoted && isDouble(text);
      mayBeDate &= FieldParser.date(buffer, 0, buffer.length) != null;
      mayBeTimestamp &= FieldParser.timestamp(buffer, 0, buffer.length, DataType.TIMESTAMP) != null;
      mayBeZoned &= FieldParser.timestamp(buffer, 0, buffer.length, DataType.TIMESTAMP_TZ) != null;
    }

    private static boolean isInteger(String text) {
      try {
        Long.parseLong(text.strip());
        return true;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    private static boolean isDouble(String text) {
      String stripped = text.strip();
      if (stripped.isEmpty()
          || !Character.isLetterOrDigit(stripped.charAt(stripped.length() - 1))) {
        return stripped.endsWith(".") && isInteger(stripped.substring(0, stripped.length() - 1));
      }
      char last = stripped.charAt(stripped.length() - 1);
      if (!Character.isDigit(last) && !stripped.endsWith("NaN") && !stripped.endsWith("Infinity")) {
        return false;
      }
      try {
        Double.parseDouble(stripped);
        return stripped.indexOf('x') < 0;
      } catch (NumberFormatException e) {
        return false;
      }
    }

    DataType type() {
      if (!isKnown) {
        return DataType.STRING;
      }
      if (mayBeBoolean) {
        return DataType.BOOL;
      }
      if (mayBeInteger) {
        return DataType.INT64;
      }
      if (mayBeDouble) {
        return DataType.FLOAT64;
      }
      if (mayBeDate) {
        return DataType.DATE;
      }
      if (mayBeTimestamp) {
        return DataType.TIMESTAMP;
      }
      return mayBeZoned ? DataType.TIMESTAMP_TZ : DataType.STRING;
    }
  }

  /** Collects the first record as names and looks at the fields of the others. */
  private static final class Records extends CsvCallbackHandler<Records> {
    private final String nullText;
    private final List<String> first = new ArrayList<>();
    private final List<Boolean> firstQuoted = new ArrayList<>();
    private final List<Candidates> columns = new ArrayList<>();
    private int count;
    private int field;

    Records(String nullText) {
      this.nullText = nullText;
    }

    @Override
    protected RecordType getRecordType() {
      return RecordType.DATA;
    }

    @Override
    protected int getFieldCount() {
      return field;
    }

    @Override
    protected void beginRecord(long line) {
      field = 0;
    }

    @Override
    protected void addField(char[] buffer, int offset, int length, boolean quoted) {
      String text = new String(buffer, offset, length);
      if (count == 0) {
        first.add(text);
        firstQuoted.add(quoted);
      } else {
        look(field, text, quoted);
      }
      field++;
    }

    private void look(int column, String text, boolean quoted) {
      while (columns.size() <= column) {
        columns.add(new Candidates());
      }
      if (quoted || !text.equals(nullText)) {
        columns.get(column).add(text, quoted);
      }
    }

    @Override
    protected void setComment(char[] buffer, int offset, int length) {
      throw new IllegalStateException("Comments are off");
    }

    @Override
    protected void setEmpty() {
      field = 0;
    }

    @Override
    protected @Nullable Records buildRecord() {
      count++;
      return this;
    }

    List<String> names(CsvReadOptions options) {
      List<String> names = new ArrayList<>();
      Set<String> taken = new HashSet<>();
      for (int i = 0; i < first.size(); i++) {
        String name = options.hasHeader() && !first.get(i).isBlank() ? first.get(i) : "column" + i;
        String unique = name;
        for (int n = 1; !taken.add(unique); n++) {
          unique = name + "_" + n;
        }
        names.add(unique);
      }
      return names;
    }

    Schema schema(CsvReadOptions options) {
      if (!options.hasHeader()) {
        for (int i = 0; i < first.size(); i++) {
          look(i, first.get(i), firstQuoted.get(i));
        }
      }
      List<Field> fields = new ArrayList<>();
      List<String> names = names(options);
      for (int i = 0; i < names.size(); i++) {
        DataType type = i < columns.size() ? columns.get(i).type() : DataType.STRING;
        fields.add(Field.of(names.get(i), type));
      }
      return new Schema(fields);
    }
  }
}
