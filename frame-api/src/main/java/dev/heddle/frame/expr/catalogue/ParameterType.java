package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import org.jspecify.annotations.Nullable;

/** What a parameter of a function accepts. */
enum ParameterType {
  /** Text, that of JSON among it; nothing else converts to it by itself. */
  TEXT,
  /** JSON, text that is read as JSON, or lists, structs and maps that are written as JSON. */
  JSON,
  /** Text, or binary as it is. */
  BYTES,
  /** Binary. */
  BINARY,
  /** An integer, taken as BIGINT. */
  WHOLE,
  /** Any number, taken as DOUBLE. */
  REAL,
  /** A boolean. */
  TRUTH,
  /** A date or timestamp. */
  DAY_TIME,
  /** A date, time, timestamp. */
  TEMPORAL,
  /** A date, timestamp or interval. */
  DAY_OR_INTERVAL,
  /** A date, time, timestamp or interval. */
  TIME_OR_INTERVAL,
  /** A date or timestamp, taken as a timestamp without time zone. */
  MOMENT,
  /** An interval. */
  INTERVAL,
  /** A date, or a timestamp without time zone. */
  CALENDAR,
  /** A boolean, an integer, another number as DOUBLE, or text conversion is applied. */
  FORMATTED,
  /** A REAL as DOUBLE, or text conversion is applied. */
  PRINTED,
  /** Anything; text conversion is applied. */
  AS_TEXT,
  /** Anything, as it is. */
  ANY;

  /** Returns the type the argument is converted to, or null if it is not accepted. */
  @Nullable DataType accept(DataType type) {
    boolean isNull = type instanceof DataType.Null;
    return switch (this) {
      case TEXT ->
          isNull || type instanceof DataType.Str || type instanceof DataType.Json
              ? DataType.STRING
              : null;
      case JSON ->
          isNull
                  || type instanceof DataType.Str
                  || type instanceof DataType.Json
                  || (type.isNested() && TypeCoercion.canBeJson(type))
              ? DataType.JSON
              : null;
      case BYTES -> type instanceof DataType.Binary ? type : TEXT.accept(type);
      case BINARY -> isNull || type instanceof DataType.Binary ? DataType.BINARY : null;
      case WHOLE -> isNull || type.isInteger() ? DataType.INT64 : null;
      case REAL -> isNull || type.isNumeric() ? DataType.FLOAT64 : null;
      case TRUTH -> isNull || type instanceof DataType.Bool ? DataType.BOOL : null;
      case DAY_TIME -> isNull ? DataType.TIMESTAMP : TypeRules.isDayTime(type) ? type : null;
      case TEMPORAL ->
          isNull
              ? DataType.TIMESTAMP
              : TypeRules.isDayTime(type) || type instanceof DataType.Time ? type : null;
      case DAY_OR_INTERVAL -> type instanceof DataType.Interval ? type : DAY_TIME.accept(type);
      case TIME_OR_INTERVAL -> type instanceof DataType.Interval ? type : TEMPORAL.accept(type);
      case MOMENT ->
          type instanceof DataType.Timestamp t
              ? new DataType.Timestamp(t.unit(), false)
              : isNull || type instanceof DataType.Date ? DataType.TIMESTAMP : null;
      case INTERVAL -> isNull || type instanceof DataType.Interval ? DataType.INTERVAL : null;
      case CALENDAR ->
          isNull
              ? DataType.TIMESTAMP
              : type instanceof DataType.Timestamp t && t.withZone()
                  ? null
                  : TypeRules.isDayTime(type) ? type : null;
      case FORMATTED -> {
        if (type instanceof DataType.Bool) {
          yield type;
        }
        if (type instanceof DataType.Int128
            || (type instanceof DataType.Decimal decimal && decimal.scale() == 0)) {
          yield TypeRules.INTEGER_38;
        }
        DataType whole = isNull ? null : WHOLE.accept(type);
        DataType number = isNull || whole != null ? whole : REAL.accept(type);
        yield number == null ? AS_TEXT.accept(type) : number;
      }
      case PRINTED -> type instanceof DataType.Float32 ? DataType.FLOAT64 : AS_TEXT.accept(type);
      case AS_TEXT -> TypeCoercion.canCast(type, DataType.STRING) ? DataType.STRING : null;
      case ANY -> type;
    };
  }
}
