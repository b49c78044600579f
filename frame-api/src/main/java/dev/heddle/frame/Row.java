package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimesOfDay;
import dev.heddle.frame.schema.TimestampUnit;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of a {@link QueryResult}: a view of its memory, valid until the result is closed.
 *
 * <p>Columns are read by position from 0 or by exact name. {@link #value} serves every type; the
 * other accessors save the boxing or the cast, and fail for a null (check {@link #isNull} first)
 * and for a column of another type.
 */
public final class Row {
  private static final long NANOS_PER_MICRO = 1_000;

  private final Schema schema;
  private final ResultBatch batch;
  private final int row;

  Row(Schema schema, ResultBatch batch, int row) {
    this.schema = schema;
    this.batch = batch;
    this.row = row;
  }

  /** Returns the columns. */
  public Schema schema() {
    return schema;
  }

  /** Returns whether the value is null. */
  public boolean isNull(int column) {
    return column(column).isNull(row);
  }

  /** Returns whether the value is null. */
  public boolean isNull(String column) {
    return isNull(index(column));
  }

  /** Returns the value as tables of characters show it, {@code NULL} for null. */
  public String shown(int column, ZoneId zone) {
    return TextTable.cell(value(column), zone);
  }

  /**
   * Returns the value, null for null. The class goes by the column's type: {@code Boolean, Byte,
   * Short, Integer, Long, Float, Double, BigDecimal, String, byte[], LocalDate, LocalTime,
   * LocalDateTime} (with zone: {@code Instant}), {@link dev.heddle.frame.schema.CalendarInterval};
   * for a list a {@code List} of such values, for a struct a {@code Map} from the fields' names in
   * their order, for a map a {@code Map} in the order of the entries (of equal keys the last
   * counts). Collections cannot be changed.
   */
  public @Nullable Object value(int column) {
    return valueOf(column(column), row);
  }

  /** Returns the value as {@link #value(int)}. */
  public @Nullable Object value(String column) {
    return value(index(column));
  }

  /** Returns a BOOLEAN. */
  public boolean booleanValue(int column) {
    ResultColumn values = notNull(column);
    if (!(values.type() instanceof DataType.Bool)) {
      throw wrongType(column, "a BOOLEAN");
    }
    return values.booleanValue(row);
  }

  /** Returns a BOOLEAN. */
  public boolean booleanValue(String column) {
    return booleanValue(index(column));
  }

  /** Returns an integer; fails if the column is no INTEGER, SMALLINT or TINYINT. */
  public int intValue(int column) {
    ResultColumn values = notNull(column);
    DataType type = values.type();
    if (!type.isInteger() || type instanceof DataType.Int64) {
      throw wrongType(column, "an INTEGER");
    }
    return (int) values.longValue(row);
  }

  /** Returns an integer as {@link #intValue(int)}. */
  public int intValue(String column) {
    return intValue(index(column));
  }

  /** Returns an integer of any width. */
  public long longValue(int column) {
    ResultColumn values = notNull(column);
    if (!values.type().isInteger()) {
      throw wrongType(column, "an integer");
    }
    return values.longValue(row);
  }

  /** Returns an integer of any width. */
  public long longValue(String column) {
    return longValue(index(column));
  }

  /** Returns any number as a double. */
  public double doubleValue(int column) {
    ResultColumn values = notNull(column);
    DataType type = values.type();
    if (!type.isNumeric()) {
      throw wrongType(column, "a number");
    }
    if (type.isInteger()) {
      return values.longValue(row);
    }
    return type instanceof DataType.Decimal
        ? values.decimalValue(row).doubleValue()
        : values.doubleValue(row);
  }

  /** Returns any number as a double. */
  public double doubleValue(String column) {
    return doubleValue(index(column));
  }

  /** Returns a DECIMAL, or an integer as a decimal. */
  public BigDecimal decimalValue(int column) {
    ResultColumn values = notNull(column);
    if (!values.type().isInteger() && !(values.type() instanceof DataType.Decimal)) {
      throw wrongType(column, "a DECIMAL");
    }
    return values.type().isInteger()
        ? BigDecimal.valueOf(values.longValue(row))
        : values.decimalValue(row);
  }

  /** Returns a DECIMAL, or an integer as a decimal. */
  public BigDecimal decimalValue(String column) {
    return decimalValue(index(column));
  }

  /** Returns a VARCHAR. */
  public String text(int column) {
    ResultColumn values = notNull(column);
    if (!(values.type() instanceof DataType.Str)) {
      throw wrongType(column, "a VARCHAR");
    }
    return values.textValue(row);
  }

  /** Returns a VARCHAR. */
  public String text(String column) {
    return text(index(column));
  }

  /** Returns a DATE. */
  public LocalDate date(int column) {
    ResultColumn values = notNull(column);
    if (!(values.type() instanceof DataType.Date)) {
      throw wrongType(column, "a DATE");
    }
    return LocalDate.ofEpochDay(values.longValue(row));
  }

  /** Returns a DATE. */
  public LocalDate date(String column) {
    return date(index(column));
  }

  private ResultColumn column(int index) {
    if (index < 0 || index >= schema.size()) {
      throw new AnalysisException(
          "Cannot read column " + index + ": the row has " + schema.size() + " columns");
    }
    return batch.column(index);
  }

  private ResultColumn notNull(int index) {
    ResultColumn values = column(index);
    if (values.isNull(row)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read column \""
              + schema.field(index).name()
              + "\": it is null here; check isNull first or use value");
    }
    return values;
  }

  private AnalysisException wrongType(int index, String wanted) {
    return new AnalysisException(
        "Cannot read column \""
            + schema.field(index).name()
            + "\" as "
            + wanted
            + ": it is "
            + schema.field(index).type().sqlName());
  }

  private int index(String name) {
    return schema
        .indexOf(name)
        .orElseThrow(
            () ->
                new AnalysisException(
                    "Cannot read row: " + NearestNames.missing("column", name, schema.names())));
  }

  /** Returns the value at a row of a column as an object. */
  static @Nullable Object valueOf(ResultColumn values, int row) {
    if (values.isNull(row)) {
      return null;
    }
    return switch (values.type()) {
      case DataType.Bool t -> values.booleanValue(row);
      case DataType.Int8 t -> (byte) values.longValue(row);
      case DataType.Int16 t -> (short) values.longValue(row);
      case DataType.Int32 t -> (int) values.longValue(row);
      case DataType.Int64 t -> values.longValue(row);
      case DataType.Float32 t -> (float) values.doubleValue(row);
      case DataType.Float64 t -> values.doubleValue(row);
      case DataType.Decimal t -> values.decimalValue(row);
      case DataType.Str t -> values.textValue(row);
      case DataType.Binary t -> values.binaryValue(row);
      case DataType.Date t -> LocalDate.ofEpochDay(values.longValue(row));
      case DataType.Time t -> TimesOfDay.of(values.longValue(row));
      case DataType.Timestamp t -> timestamp(values.longValue(row), t);
      case DataType.Interval t -> values.intervalValue(row);
      case DataType.ListOf t -> list(values, row);
      case DataType.Struct t -> struct(values, row, t);
      case DataType.MapOf t -> map(values, row);
      case DataType.Null t -> null;
    };
  }

  private static List<@Nullable Object> list(ResultColumn values, int row) {
    ResultColumn elements = values.child(0);
    int start = values.listStart(row);
    int length = values.listLength(row);
    List<@Nullable Object> list = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      list.add(valueOf(elements, start + i));
    }
    return Collections.unmodifiableList(list);
  }

  private static Map<String, @Nullable Object> struct(
      ResultColumn values, int row, DataType.Struct type) {
    Map<String, @Nullable Object> struct = new LinkedHashMap<>();
    for (int i = 0; i < type.fields().size(); i++) {
      struct.put(type.fields().get(i).name(), valueOf(values.child(i), row));
    }
    return Collections.unmodifiableMap(struct);
  }

  private static Map<@Nullable Object, @Nullable Object> map(ResultColumn values, int row) {
    ResultColumn keys = values.child(0).child(0);
    ResultColumn mapped = values.child(0).child(1);
    int start = values.listStart(row);
    Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = start; i < start + values.listLength(row); i++) {
      map.put(valueOf(keys, i), valueOf(mapped, i));
    }
    return Collections.unmodifiableMap(map);
  }

  private static Object timestamp(long steps, DataType.Timestamp type) {
    long perSecond = type.unit().perSecond();
    long seconds = Math.floorDiv(steps, perSecond);
    long fraction = Math.floorMod(steps, perSecond);
    int nanos = (int) (type.unit() == TimestampUnit.MICROS ? fraction * NANOS_PER_MICRO : fraction);
    return type.withZone()
        ? Instant.ofEpochSecond(seconds, nanos)
        : LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
  }

  /** Returns the values in order, such as {@code [1, null, abc]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = 0; i < schema.size(); i++) {
      text.append(i == 0 ? "" : ", ").append(value(i));
    }
    return text.append(']').toString();
  }
}
