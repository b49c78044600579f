package dev.heddle.physical.kernel.cast;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** How {@code typeof} spells types: as DuckDB does, {@code DECIMAL(15,2)} and {@code FLOAT}. */
public final class TypeSpelling {
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private TypeSpelling() {}

  /** Returns the spelling of a type. */
  public static String of(DataType type) {
    return of(type, TypeSpelling::name);
  }

  /** Returns the spelling of a type whose fields' names are written by {@code names}. */
  public static String of(DataType type, UnaryOperator<String> names) {
    return switch (type) {
      case DataType.Decimal(int precision, int scale) -> "DECIMAL(" + precision + "," + scale + ")";
      case DataType.Float32 _ -> "FLOAT";
      case DataType.Binary _ -> "BLOB";
      case DataType.Null _ -> "\"NULL\"";
      case DataType.Timestamp(TimestampUnit unit, boolean withZone)
          when unit == TimestampUnit.NANOS && !withZone ->
          "TIMESTAMP_NS";
      case DataType.ListOf(DataType element) -> of(element, names) + "[]";
      case DataType.MapOf(DataType key, DataType value) ->
          "MAP(" + of(key, names) + ", " + of(value, names) + ")";
      case DataType.Struct row when TypeCoercion.isRow(row) ->
          row.fields().stream()
              .map(field -> of(field.type(), names))
              .collect(Collectors.joining(", ", "TUPLE(", ")"));
      case DataType.Struct(List<Field> fields) ->
          fields.stream()
              .map(field -> names.apply(field.name()) + " " + of(field.type(), names))
              .collect(Collectors.joining(", ", "STRUCT(", ")"));
      case DataType other -> other.sqlName();
    };
  }

  private static String name(String name) {
    return PLAIN_NAME.matcher(name).matches() ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
