package dev.heddle.flight;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.jspecify.annotations.Nullable;

/** The types of SQL by the codes that ODBC and JDBC have in common. Stateless. */
final class TypeFacts {
  private static final int NULLABLE = 1;
  private static final int SEARCHABLE = 3;
  private static final int DATETIME = 9; // what ODBC calls all dates and times
  private static final int MAX_DIGITS = DataType.Decimal.MAX_PRECISION;

  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          new DataType.Decimal(MAX_DIGITS, 0),
          DataType.INT128,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64,
          DataType.STRING,
          DataType.BINARY,
          DataType.UUID,
          DataType.JSON,
          DataType.DATE,
          DataType.TIME,
          new DataType.Timestamp(TimestampUnit.NANOS, false),
          new DataType.Timestamp(TimestampUnit.NANOS, true));

  private TypeFacts() {}

  /** Returns the most digits, or characters of a date or time; 0 for types without a bound. */
  static int precision(DataType type) {
    return switch (type) {
      case DataType.Bool _ -> 1;
      case DataType.Int8 _ -> 3;
      case DataType.Int16 _ -> 5;
      case DataType.Int32 _, DataType.Date _ -> 10;
      case DataType.Int64 _ -> 19;
      case DataType.Int128 _ -> DataType.Int128.MAX_DIGITS;
      case DataType.Unsigned(int bits) -> bits == Long.SIZE ? 20 : bits * 3 / 10 + 1;
      case DataType.Float32 _ -> 7;
      case DataType.Float64 _, DataType.Time _ -> 15;
      case DataType.Decimal t -> t.precision();
      case DataType.Timestamp t -> t.withZone() ? 35 : 29;
      case DataType.Uuid _ -> 36;
      case DataType.Str _,
          DataType.Json _,
          DataType.Enumeration _,
          DataType.Binary _,
          DataType.Interval _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _,
          DataType.Null _ ->
          0;
    };
  }

  /** Returns the digits behind the point. */
  static int scale(DataType type) {
    return switch (type) {
      case DataType.Decimal t -> t.scale();
      case DataType.Time _ -> 6;
      case DataType.Timestamp t -> t.unit() == TimestampUnit.MICROS ? 6 : 9;
      default -> 0;
    };
  }

  /** Returns the code that Flight SQL has for a type; that of OTHER for nested ones. */
  private static int code(DataType type) {
    return switch (type) {
      case DataType.Bool _ -> Types.BIT;
      case DataType.Int8 _ -> Types.TINYINT;
      case DataType.Int16 _ -> Types.SMALLINT;
      case DataType.Int32 _ -> Types.INTEGER;
      case DataType.Int64 _ -> Types.BIGINT;
      case DataType.Int128 _ -> Types.NUMERIC;
      case DataType.Float32 _ -> Types.REAL;
      case DataType.Float64 _ -> Types.DOUBLE;
      case DataType.Decimal _ -> Types.DECIMAL;
      case DataType.Str _ -> Types.VARCHAR;
      case DataType.Binary _ -> Types.VARBINARY;
      case DataType.Date _ -> Types.DATE;
      case DataType.Time _ -> Types.TIME;
      case DataType.Timestamp _ -> Types.TIMESTAMP;
      case DataType.Unsigned unsigned ->
          unsigned.bits() == Long.SIZE ? Types.DECIMAL : code(unsigned.signed());
      case DataType.Uuid _,
          DataType.Json _,
          DataType.Enumeration _,
          DataType.Interval _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _,
          DataType.Null _ ->
          Types.OTHER;
    };
  }

  /**
   * Returns the types that columns can have, by their codes.
   *
   * @param wanted null for all
   */
  static RowTable rows(@Nullable Integer wanted) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    TYPES.stream()
        .filter(type -> wanted == null || wanted == code(type))
        .sorted(Comparator.comparingInt(TypeFacts::code))
        .forEach(type -> rows.add(row(type)));
    return new RowTable(Schemas.GET_TYPE_INFO_SCHEMA, rows);
  }

  private static @Nullable Object[] row(DataType type) {
    boolean isDecimal = type instanceof DataType.Decimal;
    boolean isUnsigned = type instanceof DataType.Unsigned;
    boolean isText = type instanceof DataType.Str;
    boolean isUnbounded =
        isText || type instanceof DataType.Json || type instanceof DataType.Binary;
    boolean isNumber =
        isDecimal
            || isUnsigned
            || type.isWhole()
            || type instanceof DataType.Float32
            || type instanceof DataType.Float64;
    int subcode = subcode(type);
    String prefix = prefix(type);
    String name = isDecimal ? "DECIMAL" : name(type);
    return new @Nullable Object[] {
      name,
      code(type),
      isUnbounded ? Integer.MAX_VALUE : precision(type),
      prefix,
      prefix == null ? null : "'",
      isDecimal ? List.of("precision", "scale") : null,
      NULLABLE,
      isText,
      SEARCHABLE,
      isNumber ? isUnsigned : null,
      isDecimal,
      isNumber ? false : null,
      name,
      isNumber || subcode > 0 ? 0 : null,
      isDecimal ? (Integer) MAX_DIGITS : isNumber || subcode > 0 ? (Integer) scale(type) : null,
      subcode > 0 ? DATETIME : code(type),
      subcode > 0 ? subcode : null,
      isNumber ? 10 : null,
      null
    };
  }

  private static String name(DataType type) {
    return switch (type) {
      case DataType.Timestamp t -> t.withZone() ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP";
      default -> type.sqlName();
    };
  }

  /** Returns what kind of date or time it is; 0 for others. */
  private static int subcode(DataType type) {
    return switch (type) {
      case DataType.Date _ -> 1;
      case DataType.Time _ -> 2;
      case DataType.Timestamp _ -> 3;
      default -> 0;
    };
  }

  private static @Nullable String prefix(DataType type) {
    return switch (type) {
      case DataType.Str _ -> "'";
      case DataType.Binary _ -> "X'";
      case DataType.Uuid _ -> "UUID '";
      case DataType.Json _ -> "JSON '";
      case DataType.Date _ -> "DATE '";
      case DataType.Time _ -> "TIME '";
      case DataType.Timestamp t -> t.withZone() ? "TIMESTAMP WITH TIME ZONE '" : "TIMESTAMP '";
      default -> null;
    };
  }
}
