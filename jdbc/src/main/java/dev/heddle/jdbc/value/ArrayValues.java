package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.DataType;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes arrays that are given for parameters. */
public final class ArrayValues {
  private ArrayValues() {}

  /** Returns an array of elements of a type's name. */
  public static Array of(String typeName, @Nullable Object @Nullable [] elements, ZoneId zone)
      throws SQLException {
    DataType type = type(String.valueOf(typeName).toUpperCase(Locale.ROOT).strip());
    List<@Nullable Object> values = new ArrayList<>();
    for (Object element : elements == null ? new Object[0] : elements) {
      values.add(element == null ? null : plain(type, ParameterValues.of(element), zone));
    }
    return new HeddleArray(type, values, zone);
  }

  private static Object plain(DataType type, Object value, ZoneId zone) throws SQLException {
    Class<?> wanted = VectorValues.isInteger(type) ? Long.class : plainClass(type);
    Object number = value instanceof Number n && !(n instanceof BigDecimal) ? decimal(n) : value;
    return JdbcValues.as(wanted, type, number, zone);
  }

  private static Object decimal(Number number) {
    return number instanceof Float || number instanceof Double
        ? number
        : new BigDecimal(number.toString());
  }

  private static Class<?> plainClass(DataType type) {
    return switch (type) {
      case DataType.Date _ -> java.time.LocalDate.class;
      case DataType.Time _ -> java.time.LocalTime.class;
      case DataType.Timestamp t when !t.withZone() -> java.time.LocalDateTime.class;
      default -> JdbcType.of(type).javaClass();
    };
  }

  private static DataType type(String name) throws SQLException {
    return switch (name) {
      case "BOOLEAN", "BOOL" -> DataType.BOOL;
      case "TINYINT" -> DataType.INT8;
      case "SMALLINT" -> DataType.INT16;
      case "INTEGER", "INT" -> DataType.INT32;
      case "BIGINT" -> DataType.INT64;
      case "REAL", "FLOAT" -> DataType.FLOAT32;
      case "DOUBLE" -> DataType.FLOAT64;
      case "VARCHAR", "TEXT", "CHAR" -> DataType.STRING;
      case "VARBINARY" -> DataType.BINARY;
      case "DATE" -> DataType.DATE;
      case "TIME" -> DataType.TIME;
      case "TIMESTAMP" -> DataType.TIMESTAMP;
      case "TIMESTAMP WITH TIME ZONE" -> DataType.TIMESTAMP_TZ;
      case "DECIMAL", "NUMERIC" -> new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 9);
      default ->
          throw SqlErrors.of(
              SqlState.INVALID_ARGUMENT,
              "Cannot make an array of "
                  + name
                  + ": name a type without parameters such as INTEGER or VARCHAR, or give setObject"
                  + " a List");
    };
  }
}
