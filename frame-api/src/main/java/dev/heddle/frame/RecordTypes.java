package dev.heddle.frame;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The map between the classes of record components and column types. */
final class RecordTypes {
  private static final Map<Class<?>, DataType> COLUMN_TYPES =
      Map.ofEntries(
          Map.entry(boolean.class, DataType.BOOL),
          Map.entry(Boolean.class, DataType.BOOL),
          Map.entry(byte.class, DataType.INT8),
          Map.entry(Byte.class, DataType.INT8),
          Map.entry(short.class, DataType.INT16),
          Map.entry(Short.class, DataType.INT16),
          Map.entry(int.class, DataType.INT32),
          Map.entry(Integer.class, DataType.INT32),
          Map.entry(long.class, DataType.INT64),
          Map.entry(Long.class, DataType.INT64),
          Map.entry(float.class, DataType.FLOAT32),
          Map.entry(Float.class, DataType.FLOAT32),
          Map.entry(double.class, DataType.FLOAT64),
          Map.entry(Double.class, DataType.FLOAT64),
          Map.entry(String.class, DataType.STRING),
          Map.entry(byte[].class, DataType.BINARY),
          Map.entry(LocalDate.class, DataType.DATE),
          Map.entry(LocalTime.class, DataType.TIME),
          Map.entry(LocalDateTime.class, DataType.TIMESTAMP),
          Map.entry(Instant.class, DataType.TIMESTAMP_TZ),
          Map.entry(CalendarInterval.class, DataType.INTERVAL));

  private RecordTypes() {}

  /** Returns the column type of a class other than BigDecimal, null if it has none. */
  static @Nullable DataType columnType(Class<?> javaType) {
    return javaType.isEnum() ? DataType.STRING : COLUMN_TYPES.get(javaType);
  }

  /** Returns whether a component of the class takes every value of the type, but for nulls. */
  static boolean takes(Class<?> javaType, DataType type) {
    if (javaType == Object.class || type instanceof DataType.Null) {
      return true;
    }
    if (javaType == BigDecimal.class) {
      return type instanceof DataType.Decimal || type.isInteger();
    }
    if (javaType == double.class || javaType == Double.class) {
      return type.isNumeric() && !(type instanceof DataType.Int64);
    }
    DataType own = columnType(javaType);
    return switch (own) {
      case null -> false;
      case DataType.Int64 t -> type.isInteger();
      case DataType.Int32 t -> type.isInteger() && !(type instanceof DataType.Int64);
      case DataType.Int16 t -> type instanceof DataType.Int16 || type instanceof DataType.Int8;
      case DataType.Timestamp t ->
          type instanceof DataType.Timestamp other && other.withZone() == t.withZone();
      default -> own.equals(type);
    };
  }

  /**
   * Returns a column's value as the class of the component; only for pairs that {@link #takes}
   * accepts.
   */
  static Object converted(Object value, Class<?> javaType) {
    if (javaType.isEnum()) {
      return enumConstant(javaType, (String) value);
    }
    if (!(value instanceof Number number)) {
      return value;
    }
    if (javaType == long.class || javaType == Long.class) {
      return number.longValue();
    }
    if (javaType == int.class || javaType == Integer.class) {
      return number.intValue();
    }
    if (javaType == short.class || javaType == Short.class) {
      return number.shortValue();
    }
    if (javaType == double.class || javaType == Double.class) {
      return number.doubleValue();
    }
    if (javaType == BigDecimal.class && !(value instanceof BigDecimal)) {
      return BigDecimal.valueOf(number.longValue());
    }
    return value;
  }

  private static Object enumConstant(Class<?> javaType, String name) {
    for (Object constant : javaType.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw new HeddleException(
        ErrorCode.INVALID_CAST,
        "Cannot read \""
            + name
            + "\" as "
            + javaType.getSimpleName()
            + ": it has no such constant");
  }
}
