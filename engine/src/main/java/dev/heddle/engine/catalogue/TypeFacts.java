package dev.heddle.engine.catalogue;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code information_schema.columns} says of types. Stateless. */
final class TypeFacts {
  private static final long MICROS_DIGITS = 6;
  private static final long NANOS_DIGITS = 9;

  private TypeFacts() {}

  /** Returns the columns that describe a type, but for those that are null. */
  static Map<String, Object> of(DataType type) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("data_type", name(type));
    switch (type) {
      case DataType.Int8 _ -> addBinary(facts, Byte.SIZE);
      case DataType.Int16 _ -> addBinary(facts, Short.SIZE);
      case DataType.Int32 _ -> addBinary(facts, Integer.SIZE);
      case DataType.Int64 _ -> addBinary(facts, Long.SIZE);
      case DataType.Int128 _ -> addBinary(facts, 2 * Long.SIZE);
      case DataType.Unsigned(int bits) -> addBinary(facts, bits);
      case DataType.Float32 _ -> addBinary(facts, 24);
      case DataType.Float64 _ -> addBinary(facts, 53);
      case DataType.Decimal decimal -> {
        addNumber(facts, decimal.precision(), 10);
        facts.put("numeric_scale", (long) decimal.scale());
      }
      case DataType.Date _ -> facts.put("datetime_precision", 0L);
      case DataType.Time _, DataType.Interval _ -> facts.put("datetime_precision", MICROS_DIGITS);
      case DataType.Timestamp timestamp ->
          facts.put(
              "datetime_precision",
              timestamp.unit() == TimestampUnit.NANOS ? NANOS_DIGITS : MICROS_DIGITS);
      case DataType.Bool _,
          DataType.Str _,
          DataType.Binary _,
          DataType.Uuid _,
          DataType.Json _,
          DataType.Enumeration _,
          DataType.Null _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _ -> {
        // Nothing to say but the name.
      }
    }
    return facts;
  }

  private static void addBinary(Map<String, Object> facts, long bits) {
    addNumber(facts, bits, 2);
    facts.put("numeric_scale", 0L);
  }

  private static void addNumber(Map<String, Object> facts, long digits, long radix) {
    facts.put("numeric_precision", digits);
    facts.put("numeric_precision_radix", radix);
  }

  /**
   * Returns a name that CAST takes: names of fields are in quotes where they must be, and a column
   * of nothing but nulls has the type that such a column has elsewhere.
   */
  static String name(DataType type) {
    return switch (type) {
      case DataType.ListOf list -> name(list.element()) + "[]";
      case DataType.MapOf map -> "MAP(" + name(map.key()) + ", " + name(map.value()) + ")";
      case DataType.Struct struct -> {
        List<String> fields = struct.fields().stream().map(TypeFacts::field).toList();
        yield "STRUCT(" + String.join(", ", fields) + ")";
      }
      case DataType.Null _ -> DataType.INT32.sqlName();
      case DataType.Bool _,
          DataType.Int8 _,
          DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Int128 _,
          DataType.Float32 _,
          DataType.Float64 _,
          DataType.Decimal _,
          DataType.Str _,
          DataType.Binary _,
          DataType.Uuid _,
          DataType.Json _,
          DataType.Enumeration _,
          DataType.Unsigned _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Interval _ ->
          type.sqlName();
    };
  }

  private static String field(Field field) {
    return SqlParser.name(field.name()) + " " + name(field.type());
  }
}
