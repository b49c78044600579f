package dev.heddle.frame.expr;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes and checks constants. */
final class Literals {
  /** No decimal type has a number with more digits than that before or after the point. */
  private static final int MAX_EXPONENT = 1_000;

  private static final String WAY_OUT =
      " is no literal; give a boolean, number, character, text, byte[], LocalDate, LocalTime,"
          + " LocalDateTime, Instant, OffsetDateTime, ZonedDateTime, Duration, Period, UUID, enum"
          + " constant or an Optional of these";

  private static final long MAX_SECOND = Long.MAX_VALUE / 1_000_000 + 2; // beyond infinity

  private Literals() {}

  /**
   * Returns a value of any class that has a column type as a constant: integers as INTEGER, or
   * BIGINT where they need it. What is an expression already stays.
   *
   * @throws AnalysisException if the class has no column type, or the value does not fit its type
   */
  static Expr of(@Nullable Object value) {
    return switch (value) {
      case Expr expr -> expr;
      case Optional<?> v -> of(v.orElse(null));
      case Byte v -> whole(v);
      case Short v -> whole(v);
      case Integer v -> whole(v);
      case Long v -> whole(v);
      case Float v -> Functions.lit(v.doubleValue());
      case null, default -> literal(value);
    };
  }

  /**
   * Returns a value of any class that has a column type as a constant of the class's own type.
   *
   * @throws AnalysisException if the class has no column type, or the value does not fit its type
   */
  static Expr.Literal literal(@Nullable Object value) {
    return switch (value) {
      case null -> Functions.litNull();
      case Expr.Literal v -> v;
      case Optional<?> v -> literal(v.orElse(null));
      case Boolean v -> Functions.lit(v.booleanValue());
      case Byte v -> Functions.lit(v.intValue());
      case Short v -> Functions.lit(v.intValue());
      case Integer v -> Functions.lit(v.intValue());
      case Long v -> Functions.lit(v.longValue());
      case Float v -> Functions.lit(v.floatValue());
      case Double v -> Functions.lit(v.doubleValue());
      case BigDecimal v -> decimal(v);
      case BigInteger v -> large(v);
      case Character v -> Functions.lit(v.toString());
      case String v -> Functions.lit(v);
      case byte[] v -> Functions.lit(v);
      case Bytes v -> new Expr.Literal(v, DataType.BINARY);
      case LocalDate v -> Functions.lit(v);
      case LocalTime v -> Functions.lit(v);
      case LocalDateTime v -> Functions.lit(v);
      case Instant v -> Functions.lit(v);
      case OffsetDateTime v -> Functions.lit(v.toInstant());
      case ZonedDateTime v -> Functions.lit(v.toInstant());
      case Period v -> Functions.lit(v);
      case Duration v -> Functions.lit(v);
      case CalendarInterval v -> new Expr.Literal(v, DataType.INTERVAL);
      case UUID v -> new Expr.Literal(v, DataType.UUID);
      case Enum<?> v -> Functions.lit(v.name());
      default ->
          throw new AnalysisException(
              "Cannot make a literal: "
                  + value
                  + " ("
                  + value.getClass().getSimpleName()
                  + ")"
                  + WAY_OUT);
    };
  }

  /** Returns an INTEGER, or a BIGINT if the number needs it. */
  static Expr.Literal whole(long value) {
    return new Expr.Literal(value, (int) value == value ? DataType.INT32 : DataType.INT64);
  }

  /** Returns a HUGEINT. */
  private static Expr.Literal large(BigInteger value) {
    if (!DataType.INT128.holds(value)) {
      throw new AnalysisException(
          "Cannot make a literal of " + value + ": a HUGEINT has 128 bits; give a double");
    }
    return new Expr.Literal(value, DataType.INT128);
  }

  /** Returns an exact decimal with the number's own digits, a HUGEINT if it needs one. */
  static Expr.Literal decimal(BigDecimal value) {
    if (Math.abs((long) value.scale()) > MAX_EXPONENT) {
      throw tooLong(value);
    }
    BigDecimal plain = value.scale() < 0 ? value.setScale(0, RoundingMode.UNNECESSARY) : value;
    int precision = Math.max(Math.max(plain.precision(), plain.scale()), 1);
    if (precision > DataType.Decimal.MAX_PRECISION) {
      if (plain.scale() == 0 && DataType.INT128.holds(plain.unscaledValue())) {
        return large(plain.unscaledValue());
      }
      throw tooLong(value);
    }
    return new Expr.Literal(plain, new DataType.Decimal(precision, plain.scale()));
  }

  private static AnalysisException tooLong(BigDecimal value) {
    return new AnalysisException(
        "Cannot make a literal of " + value + ": it has more than 38 digits; give a double");
  }

  /** Returns the value if it may be used as a value of the type. */
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
          case DataType.Json t -> value instanceof String;
          case DataType.Enumeration t ->
              value instanceof String label && t.labels().contains(label);
          case DataType.Int128 t -> value instanceof BigInteger v && t.holds(v);
          case DataType.Unsigned t -> value instanceof BigInteger v && t.holds(v);
          case DataType.Binary t -> value instanceof Bytes;
          case DataType.Uuid t -> value instanceof UUID;
          case DataType.Date t ->
              value instanceof LocalDate v && (int) v.toEpochDay() == v.toEpochDay();
          case DataType.Time t -> value instanceof LocalTime;
          case DataType.Timestamp t ->
              t.withZone()
                  ? value instanceof Instant v && fits(v, t)
                  : value instanceof LocalDateTime local
                      && fits(local.toInstant(ZoneOffset.UTC), t);
          case DataType.Interval t -> value instanceof CalendarInterval v && v.isStorable();
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

  private static boolean fits(Instant time, DataType.Timestamp type) {
    long second = time.getEpochSecond();
    return type.hasSecond(second)
        || (Math.abs(second) < MAX_SECOND
            && DateText.infinity(LocalDateTime.ofInstant(time, ZoneOffset.UTC)) != null);
  }
}
