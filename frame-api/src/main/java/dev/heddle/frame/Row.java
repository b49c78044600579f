package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a {@link QueryResult}: a view of its memory, valid until the result is closed.
 *
 * <p>Columns are read by position from 0 or by exact name. {@link #value} serves every type; the
 * other accessors save the boxing or the cast, and fail for a null (check {@link #isNull} first),
 * for a column of another type and for a value that does not fit, with the column's name.
 */
public final class Row {
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
    ResultColumn values = column(column);
    try {
      return RowValues.of(values, row);
    } catch (UnfitValueException e) {
      throw unfit(column, e);
    }
  }

  /** Returns the values of all columns, as {@link #value(int)} gives them. */
  public @Nullable Object[] toArray() {
    @Nullable Object[] values = new @Nullable Object[schema().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(i);
    }
    return values;
  }

  /** Returns the value as {@link #value(int)}. */
  public @Nullable Object value(String column) {
    return value(index(column));
  }

  /**
   * Returns the value as an object of a class, null for null: any that a component of a record may
   * have for the column's type, see {@link DataFrame#rows}; a record for a struct.
   *
   * @throws AnalysisException if the class does not take values of the column's type
   * @throws HeddleException with code {@code INVALID_CAST} if this value does not fit
   */
  public <T> @Nullable T value(int column, Class<T> type) {
    DataType columnType = column(column).type();
    if (!RecordValues.takes(requireNonNull(type, "type is null"), columnType)) {
      throw wrongType(column, "a " + type.getSimpleName());
    }
    Object value = value(column);
    try {
      return value == null
          ? null
          : RecordTypes.boxed(type).cast(RecordValues.converted(value, type, columnType));
    } catch (UnfitValueException e) {
      throw unfit(column, e);
    }
  }

  /** Returns the value as {@link #value(int, Class)}. */
  public <T> @Nullable T value(String column, Class<T> type) {
    return value(index(column), type);
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

  /** Returns an integer of any width, or a DECIMAL without fraction, that fits a {@code byte}. */
  public byte byteValue(int column) {
    return (byte) whole(column, Byte.MIN_VALUE, Byte.MAX_VALUE, "a TINYINT", "TINYINT");
  }

  /** Returns an integer of any width, or a DECIMAL without fraction, that fits a {@code byte}. */
  public byte byteValue(String column) {
    return byteValue(index(column));
  }

  /** Returns an integer of any width, or a DECIMAL without fraction, that fits a {@code short}. */
  public short shortValue(int column) {
    return (short) whole(column, Short.MIN_VALUE, Short.MAX_VALUE, "a SMALLINT", "SMALLINT");
  }

  /** Returns an integer of any width, or a DECIMAL without fraction, that fits a {@code short}. */
  public short shortValue(String column) {
    return shortValue(index(column));
  }

  /** Returns an integer of any width, or a DECIMAL without fraction, that fits an {@code int}. */
  public int intValue(int column) {
    return (int) whole(column, Integer.MIN_VALUE, Integer.MAX_VALUE, "an INTEGER", "INTEGER");
  }

  /** Returns an integer of any width, or a DECIMAL without fraction, that fits an {@code int}. */
  public int intValue(String column) {
    return intValue(index(column));
  }

  /**
   * Returns an integer of any width, or a DECIMAL without fraction, such as the sum of integers.
   */
  public long longValue(int column) {
    return whole(column, Long.MIN_VALUE, Long.MAX_VALUE, "an integer", "BIGINT");
  }

  /**
   * Returns an integer of any width, or a DECIMAL without fraction, such as the sum of integers.
   */
  public long longValue(String column) {
    return longValue(index(column));
  }

  /** Returns any number as the nearest float. */
  public float floatValue(int column) {
    return (float) doubleValue(column);
  }

  /** Returns any number as the nearest float. */
  public float floatValue(String column) {
    return floatValue(index(column));
  }

  /** Returns any number as the nearest double. */
  public double doubleValue(int column) {
    ResultColumn values = notNull(column);
    DataType type = values.type();
    if (!TypeCoercion.signed(type).isNumeric()) {
      throw wrongType(column, "a number");
    }
    if (TypeCoercion.signed(type).isInteger()) {
      return values.longValue(row);
    }
    return type.isFloat() ? values.doubleValue(row) : values.decimalValue(row).doubleValue();
  }

  /** Returns any number as the nearest double. */
  public double doubleValue(String column) {
    return doubleValue(index(column));
  }

  /** Returns a DECIMAL, or an integer as a decimal. */
  public BigDecimal decimalValue(int column) {
    ResultColumn values = notNull(column);
    DataType type = TypeCoercion.signed(values.type());
    if (!type.isWhole() && !(type instanceof DataType.Decimal)) {
      throw wrongType(column, "a DECIMAL");
    }
    return type.isInteger() ? BigDecimal.valueOf(values.longValue(row)) : values.decimalValue(row);
  }

  /** Returns a DECIMAL, or an integer as a decimal. */
  public BigDecimal decimalValue(String column) {
    return decimalValue(index(column));
  }

  /** Returns an integer of any width, or a DECIMAL without fraction. */
  public BigInteger bigIntegerValue(int column) {
    return present(column, BigInteger.class, "an integer");
  }

  /** Returns an integer of any width, or a DECIMAL without fraction. */
  public BigInteger bigIntegerValue(String column) {
    return bigIntegerValue(index(column));
  }

  /** Returns a VARCHAR, the text of JSON, or the label of an ENUM. */
  public String text(int column) {
    ResultColumn values = notNull(column);
    return switch (values.type()) {
      case DataType.Str _, DataType.Json _, DataType.Enumeration _ -> values.textValue(row);
      default -> throw wrongType(column, "a VARCHAR");
    };
  }

  /** Returns a VARCHAR, the text of JSON, or the label of an ENUM. */
  public String text(String column) {
    return text(index(column));
  }

  /** Returns a copy of a VARBINARY. */
  public byte[] bytes(int column) {
    ResultColumn values = notNull(column);
    if (!(values.type() instanceof DataType.Binary)) {
      throw wrongType(column, "a VARBINARY");
    }
    return values.binaryValue(row);
  }

  /** Returns a copy of a VARBINARY. */
  public byte[] bytes(String column) {
    return bytes(index(column));
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

  /** Returns a TIME. */
  public LocalTime time(int column) {
    return present(column, LocalTime.class, "a TIME");
  }

  /** Returns a TIME. */
  public LocalTime time(String column) {
    return time(index(column));
  }

  /** Returns a TIMESTAMP. */
  public LocalDateTime timestamp(int column) {
    return present(column, LocalDateTime.class, "a TIMESTAMP");
  }

  /** Returns a TIMESTAMP. */
  public LocalDateTime timestamp(String column) {
    return timestamp(index(column));
  }

  /** Returns a TIMESTAMP WITH TIME ZONE. */
  public Instant instant(int column) {
    return present(column, Instant.class, "a TIMESTAMP WITH TIME ZONE");
  }

  /** Returns a TIMESTAMP WITH TIME ZONE. */
  public Instant instant(String column) {
    return instant(index(column));
  }

  /** Returns an INTERVAL. */
  public CalendarInterval interval(int column) {
    ResultColumn values = notNull(column);
    if (!(values.type() instanceof DataType.Interval)) {
      throw wrongType(column, "an INTERVAL");
    }
    return values.intervalValue(row);
  }

  /** Returns an INTERVAL. */
  public CalendarInterval interval(String column) {
    return interval(index(column));
  }

  /** Returns an INTERVAL without months as an exact time; its days have 24 hours. */
  public Duration duration(int column) {
    return present(column, Duration.class, "an INTERVAL");
  }

  /** Returns an INTERVAL without months as an exact time; its days have 24 hours. */
  public Duration duration(String column) {
    return duration(index(column));
  }

  /** Returns a UUID, also one that a VARCHAR spells or 16 bytes are. */
  public UUID uuid(int column) {
    return present(column, UUID.class, "a UUID");
  }

  /** Returns a UUID, also one that a VARCHAR spells or 16 bytes are. */
  public UUID uuid(String column) {
    return uuid(index(column));
  }

  /** Returns the constant whose name a VARCHAR is. */
  public <E extends Enum<E>> E enumValue(int column, Class<E> type) {
    return present(column, requireNonNull(type, "type is null"), "a VARCHAR");
  }

  /** Returns the constant whose name a VARCHAR is. */
  public <E extends Enum<E>> E enumValue(String column, Class<E> type) {
    return enumValue(index(column), type);
  }

  /** Returns the elements of a list, each as {@link #value} gives it. */
  @SuppressWarnings("unchecked") // by the column's type
  public List<@Nullable Object> list(int column) {
    if (!(notNull(column).type() instanceof DataType.ListOf)) {
      throw wrongType(column, "a list");
    }
    return (List<@Nullable Object>) requireNonNull(value(column));
  }

  /** Returns the elements of a list, each as {@link #value} gives it. */
  public List<@Nullable Object> list(String column) {
    return list(index(column));
  }

  /** Returns the fields of a struct by their names, each as {@link #value} gives it. */
  @SuppressWarnings("unchecked") // by the column's type
  public Map<String, @Nullable Object> struct(int column) {
    if (!(notNull(column).type() instanceof DataType.Struct)) {
      throw wrongType(column, "a struct");
    }
    return (Map<String, @Nullable Object>) requireNonNull(value(column));
  }

  /** Returns the fields of a struct by their names, each as {@link #value} gives it. */
  public Map<String, @Nullable Object> struct(String column) {
    return struct(index(column));
  }

  /** Returns the entries of a map, each key and value as {@link #value} gives it. */
  @SuppressWarnings("unchecked") // by the column's type
  public Map<Object, @Nullable Object> map(int column) {
    if (!(notNull(column).type() instanceof DataType.MapOf)) {
      throw wrongType(column, "a map");
    }
    return (Map<Object, @Nullable Object>) requireNonNull(value(column));
  }

  /** Returns the entries of a map, each key and value as {@link #value} gives it. */
  public Map<Object, @Nullable Object> map(String column) {
    return map(index(column));
  }

  private <T> T present(int column, Class<T> type, String wanted) {
    if (!RecordValues.takes(type, notNull(column).type())) {
      throw wrongType(column, wanted);
    }
    return requireNonNull(value(column, type));
  }

  private long whole(int column, long min, long max, String wanted, String name) {
    ResultColumn values = notNull(column);
    DataType type = TypeCoercion.signed(values.type());
    boolean isWhole =
        type instanceof DataType.Int128
            || (type instanceof DataType.Decimal decimal && decimal.scale() == 0);
    if (!type.isInteger() && !isWhole) {
      throw wrongType(column, wanted);
    }
    try {
      long value =
          isWhole ? RecordTypes.whole(values.decimalValue(row), name) : values.longValue(row);
      if (value < min || value > max) {
        throw new UnfitValueException(value, name);
      }
      return value;
    } catch (UnfitValueException e) {
      throw unfit(column, e);
    }
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

  private HeddleException unfit(int index, UnfitValueException problem) {
    return new HeddleException(
        ErrorCode.INVALID_CAST,
        "Cannot read column \"" + schema.field(index).name() + "\": " + problem.getMessage());
  }

  private int index(String name) {
    return schema
        .indexOf(requireNonNull(name, "column is null"))
        .orElseThrow(
            () ->
                new AnalysisException(
                    "Cannot read row: " + NearestNames.missing("column", name, schema.names())));
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
