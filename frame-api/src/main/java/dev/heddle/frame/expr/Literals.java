package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.jspecify.annotations.Nullable;

/** Makes and checks constants. */
final class Literals {
  private Literals() {}

  /** Returns an INTEGER, or a BIGINT if the number needs it. */
  static Expr.Literal whole(long value) {
    return new Expr.Literal(value, (int) value == value ? DataType.INT32 : DataType.INT64);
  }

  /** Returns an exact decimal with the number's own digits. */
  static Expr.Literal decimal(BigDecimal value) {
    BigDecimal plain = value.scale() < 0 ? value.setScale(0, RoundingMode.UNNECESSARY) : value;
    int precision = Math.max(Math.max(plain.precision(), plain.scale()), 1);
    if (precision > DataType.Decimal.MAX_PRECISION) {
      throw new AnalysisException(
          "Cannot make a literal of " + value.toPlainString() + ": it has more than 38 digits");
    }
    return new Expr.Literal(plain, new DataType.Decimal(precision, plain.scale()));
  }

  /** Returns the value if it may stand for a value of the type. */
  static @Nullable Object checked(@Nullable Object value, DataType type) {
    if (value == null) {
      return null;
    }
    boolean fits =
        switch (type) {
          case DataType.Bool t -> value instanceof Boolean;
          case DataType.Int8 t -> value instanceof Long v && v.byteValue() == v;
          case DataType.Int16 t -> value instanceof Long v && v.shortValue() == v;
          case DataType.Int32 t -> value instanceof Long v && v.intValue() == v;
          case DataType.Int64 t -> value instanceof Long;
          case DataType.Float32 t -> value instanceof Float;
          case DataType.Float64 t -> value instanceof Double;
          case DataType.Decimal t ->
              value instanceof BigDecimal v
                  && v.scale() == t.scale()
                  && v.precision() <= Math.max(t.precision(), 1);
          case DataType.Str t -> value instanceof String;
          case DataType.Binary t -> value instanceof Bytes;
          case DataType.Date t -> value instanceof LocalDate;
          case DataType.Time t -> value instanceof LocalTime;
          case DataType.Timestamp t ->
              t.withZone() ? value instanceof Instant : value instanceof LocalDateTime;
          case DataType.Interval t -> value instanceof CalendarInterval;
          case DataType.ListOf t -> false;
          case DataType.Struct t -> false;
          case DataType.MapOf t -> false;
          case DataType.Null t -> false;
        };
    if (!fits) {
      throw new AnalysisException(
          "Cannot make a literal of type "
              + type.sqlName()
              + ": "
              + value
              + " ("
              + value.getClass().getSimpleName()
              + ") is no such value");
    }
    return value;
  }
}
