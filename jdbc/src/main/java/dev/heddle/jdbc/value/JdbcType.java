package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * What JDBC says of a type of Heddle.
 *
 * @param code of {@link Types}
 * @param name as SQL spells it
 * @param javaClass what {@code getObject} gives
 * @param precision digits of numbers, the most characters or bytes of others; 0 where there is no
 *     bound
 * @param scale digits behind the point
 * @param displaySize the most characters of the text
 */
public record JdbcType(
    int code, String name, Class<?> javaClass, int precision, int scale, int displaySize) {
  private static final Set<String> UNSIGNED =
      Set.of("UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT");
  private static final int TIMESTAMP_CHARACTERS = 29;
  private static final int ZONED_CHARACTERS = 35;

  /** Returns what JDBC says of a type. */
  public static JdbcType of(DataType type) {
    String name = type.sqlName();
    return switch (type) {
      case DataType.Bool _ -> new JdbcType(Types.BOOLEAN, name, Boolean.class, 1, 0, 5);
      case DataType.Int8 _ -> new JdbcType(Types.TINYINT, name, Integer.class, 3, 0, 4);
      case DataType.Int16 _ -> new JdbcType(Types.SMALLINT, name, Integer.class, 5, 0, 6);
      case DataType.Int32 _ -> new JdbcType(Types.INTEGER, name, Integer.class, 10, 0, 11);
      case DataType.Int64 _ -> new JdbcType(Types.BIGINT, name, Long.class, 19, 0, 20);
      case DataType.Int128 _ ->
          new JdbcType(
              Types.NUMERIC,
              name,
              BigInteger.class,
              DataType.Int128.MAX_DIGITS,
              0,
              DataType.Int128.MAX_DIGITS + 1);
      case DataType.Unsigned t -> unsigned(t);
      case DataType.Float32 _ -> new JdbcType(Types.REAL, name, Float.class, 7, 0, 15);
      case DataType.Float64 _ -> new JdbcType(Types.DOUBLE, name, Double.class, 15, 0, 25);
      case DataType.Decimal t ->
          new JdbcType(
              Types.DECIMAL,
              "DECIMAL",
              BigDecimal.class,
              t.precision(),
              t.scale(),
              t.precision() + 2);
      case DataType.Str _ -> unbounded(Types.VARCHAR, name, String.class);
      case DataType.Binary _ -> unbounded(Types.VARBINARY, name, byte[].class);
      case DataType.Enumeration _ -> unbounded(Types.VARCHAR, name, String.class);
      case DataType.Json _ -> unbounded(Types.OTHER, name, String.class);
      case DataType.Uuid _ -> new JdbcType(Types.OTHER, name, UUID.class, 36, 0, 36);
      case DataType.Date _ -> new JdbcType(Types.DATE, name, Date.class, 10, 0, 13);
      case DataType.Time _ -> new JdbcType(Types.TIME, name, Time.class, 15, 6, 15);
      case DataType.Timestamp t -> timestamp(t);
      case DataType.Interval _ -> unbounded(Types.OTHER, name, CalendarInterval.class);
      case DataType.ListOf _ -> unbounded(Types.ARRAY, name, Array.class);
      case DataType.Struct _ -> unbounded(Types.STRUCT, name, Struct.class);
      case DataType.MapOf _ -> unbounded(Types.OTHER, name, Map.class);
      case DataType.Null _ -> new JdbcType(Types.NULL, name, Object.class, 0, 0, 4);
    };
  }

  private static JdbcType unsigned(DataType.Unsigned type) {
    String name = type.sqlName();
    return switch (type.bits()) {
      case 8 -> new JdbcType(Types.SMALLINT, name, Integer.class, 3, 0, 3);
      case 16 -> new JdbcType(Types.INTEGER, name, Integer.class, 5, 0, 5);
      case 32 -> new JdbcType(Types.BIGINT, name, Long.class, 10, 0, 10);
      default -> new JdbcType(Types.DECIMAL, name, BigDecimal.class, 20, 0, 20);
    };
  }

  private static JdbcType unbounded(int code, String name, Class<?> javaClass) {
    return new JdbcType(code, name, javaClass, 0, 0, Integer.MAX_VALUE);
  }

  private static JdbcType timestamp(DataType.Timestamp type) {
    int scale = type.unit() == TimestampUnit.MICROS ? 6 : 9;
    String base = type.withZone() ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP";
    return type.withZone()
        ? new JdbcType(
            Types.TIMESTAMP_WITH_TIMEZONE,
            base,
            OffsetDateTime.class,
            ZONED_CHARACTERS,
            scale,
            ZONED_CHARACTERS + 3)
        : new JdbcType(
            Types.TIMESTAMP,
            base,
            Timestamp.class,
            TIMESTAMP_CHARACTERS,
            scale,
            TIMESTAMP_CHARACTERS + 3);
  }

  /** Returns whether values have a sign. */
  public boolean isSigned() {
    return isNumber() && !UNSIGNED.contains(name);
  }

  private boolean isNumber() {
    return switch (code) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC ->
          true;
      default -> false;
    };
  }

  /** Returns 10 for numbers in digits, 2 for floating-point numbers in bits, 0 for others. */
  public int radix() {
    return isNumber() ? 10 : 0;
  }
}
