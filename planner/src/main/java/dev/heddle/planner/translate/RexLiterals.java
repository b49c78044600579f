package dev.heddle.planner.translate;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.planner.types.HeddleTypeSystem;
import dev.heddle.planner.types.TypeMapping;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Constants between three forms: a frame's literal, Calcite's literal and the physical literal. */
public final class RexLiterals {
  private static final long NANOS_PER_MICRO = 1_000;

  private RexLiterals() {}

  /** Returns Calcite's form of a frame's literal. */
  static RexNode of(HeddleRexBuilder rex, Expr.Literal literal) {
    DataType type = literal.type();
    RelDataType relType =
        TypeMapping.relType(rex.getTypeFactory(), new ExprType(type, literal.isNullLiteral()));
    Object value = literal.value();
    if (value == null) {
      return rex.makeNullLiteral(relType);
    }
    return switch (type) {
      case DataType.Bool t -> rex.makeLiteral((Boolean) value);
      case DataType.Int8 t -> rex.makeExactLiteral(whole(value), relType);
      case DataType.Int16 t -> rex.makeExactLiteral(whole(value), relType);
      case DataType.Int32 t -> rex.makeExactLiteral(whole(value), relType);
      case DataType.Int64 t -> rex.makeExactLiteral(whole(value), relType);
      case DataType.Int128 t -> rex.makeExactLiteral(new BigDecimal((BigInteger) value), relType);
      case DataType.Float32 t -> rex.makeFloating((Float) value, type);
      case DataType.Float64 t -> rex.makeFloating((Double) value, type);
      case DataType.Decimal t -> rex.makeExactLiteral((BigDecimal) value, relType);
      case DataType.Str t -> rex.makeTextLiteral((String) value);
      case DataType.Binary t ->
          rex.makeBinaryLiteral(new ByteString(((Bytes) value).toByteArray()));
      case DataType.Unsigned t -> rex.makeCastOfText(value.toString(), type);
      case DataType.Json t -> rex.makeCastOfText((String) value, type);
      case DataType.Enumeration t -> rex.makeCastOfText((String) value, type);
      case DataType.Uuid t -> rex.makeUuid((UUID) value);
      case DataType.Date t ->
          isWritable(((LocalDate) value).getYear())
              ? rex.makeDateLiteral(
                  DateString.fromDaysSinceEpoch((int) ((LocalDate) value).toEpochDay()))
              : rex.makeCastOfText(DateText.of((LocalDate) value), type);
      case DataType.Time t ->
          rex.makeTimeLiteral(timeString((LocalTime) value), HeddleTypeSystem.MICROS_DIGITS);
      case DataType.Timestamp t -> timestamp(rex, value, t);
      case DataType.Interval t -> rex.makeInterval((CalendarInterval) value);
      case DataType.ListOf t -> throw noLiteral(type);
      case DataType.Struct t -> throw noLiteral(type);
      case DataType.MapOf t -> throw noLiteral(type);
      case DataType.Null t -> rex.makeNullLiteral(relType);
    };
  }

  /**
   * Returns Calcite's form of a value that statistics tell, of an integer, a date or a timestamp;
   * nothing for other types.
   */
  public static Optional<RexNode> of(RexBuilder rex, ScanValue value, DataType type) {
    if (!(value instanceof ScanValue.Whole(BigInteger whole)) || whole.bitLength() > 63) {
      return Optional.empty();
    }
    long number = whole.longValue();
    Object known =
        switch (type) {
          case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ -> number;
          case DataType.Date _ -> LocalDate.ofEpochDay(number);
          case DataType.Timestamp timestamp -> {
            long perSecond = timestamp.unit().perSecond();
            Instant instant =
                Instant.ofEpochSecond(
                    Math.floorDiv(number, perSecond),
                    Math.floorMod(number, perSecond) * (1_000_000_000L / perSecond));
            yield timestamp.withZone() ? instant : LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
          }
          default -> null;
        };
    return Optional.ofNullable(known)
        .map(v -> of((HeddleRexBuilder) rex, new Expr.Literal(v, type)));
  }

  private static RexNode timestamp(HeddleRexBuilder rex, Object value, DataType.Timestamp type) {
    LocalDateTime time =
        type.withZone()
            ? LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC)
            : (LocalDateTime) value;
    if (!isWritable(time.getYear())) {
      String name = DateText.infinity(time);
      String text = DateText.unsigned(time + (type.withZone() ? "Z" : ""));
      return rex.makeCastOfText(name == null ? text : name, type);
    }
    return type.withZone()
        ? rex.makeTimestampWithLocalTimeZoneLiteral(
            timestampString(time), TypeMapping.digits(type.unit()))
        : rex.makeTimestampLiteral(timestampString(time), TypeMapping.digits(type.unit()));
  }

  /** Returns whether Calcite's literals, which have four digits for it, hold a year. */
  private static boolean isWritable(int year) {
    return year >= 1 && year <= 9999;
  }

  private static BigDecimal whole(Object value) {
    return BigDecimal.valueOf((Long) value);
  }

  private static TimeString timeString(LocalTime time) {
    return new TimeString(time.getHour(), time.getMinute(), time.getSecond())
        .withNanos(time.getNano());
  }

  private static TimestampString timestampString(LocalDateTime time) {
    return new TimestampString(
            time.getYear(),
            time.getMonthValue(),
            time.getDayOfMonth(),
            time.getHour(),
            time.getMinute(),
            time.getSecond())
        .withNanos(time.getNano());
  }

  /**
   * Returns the literal in another numeric type that holds the very same value; nothing for other
   * types.
   */
  static Optional<RexLiteral> sameValue(RexBuilder rex, RexLiteral literal, DataType type) {
    DataType given = TypeMapping.dataType(literal.getType());
    boolean isWidened = given instanceof DataType.Float32 && type instanceof DataType.Float64;
    if (!given.isNumeric() || !type.isNumeric() || (given.isFloat() && !isWidened)) {
      return Optional.empty();
    }
    BigDecimal number = requireNonNull(literal.getValueAs(BigDecimal.class), "literal is null");
    RelDataType relType = TypeMapping.notNullType(rex.getTypeFactory(), type);
    if (type.isFloat()) {
      double value = given instanceof DataType.Float32 ? number.floatValue() : number.doubleValue();
      return floating(value, type).map(same -> rex.makeApproxLiteral(same, relType));
    }
    DataType.Decimal decimal = dev.heddle.frame.expr.catalogue.TypeCoercion.asDecimal(type);
    BigDecimal scaled;
    try {
      scaled = number.setScale(decimal.scale(), RoundingMode.UNNECESSARY);
    } catch (ArithmeticException e) {
      return Optional.empty();
    }
    boolean fits =
        type instanceof DataType.Decimal
            ? scaled.precision() <= decimal.precision()
            : inRange(scaled.toBigIntegerExact(), type);
    return fits ? Optional.of(rex.makeExactLiteral(scaled, relType)) : Optional.empty();
  }

  /** Returns a value in the digits of a floating type; nothing if it is too large. */
  private static Optional<BigDecimal> floating(double value, DataType type) {
    boolean isReal = type instanceof DataType.Float32;
    boolean isTooLarge = isReal ? Float.isInfinite((float) value) : Double.isInfinite(value);
    return isTooLarge
        ? Optional.empty()
        : Optional.of(
            new BigDecimal(isReal ? Float.toString((float) value) : Double.toString(value)));
  }

  /** Returns whether a type is REAL and a floating literal is too large for it. */
  static boolean exceedsReal(RexLiteral literal, DataType type) {
    return type instanceof DataType.Float32
        && TypeMapping.dataType(literal.getType()) instanceof DataType.Float64
        && Float.isInfinite((float) floating(literal));
  }

  private static boolean inRange(BigInteger value, DataType type) {
    int bits =
        switch (type) {
          case DataType.Int8 t -> 8;
          case DataType.Int16 t -> 16;
          case DataType.Int32 t -> 32;
          case DataType.Int128 t -> 128;
          default -> 64;
        };
    return value.bitLength() < bits;
  }

  /** Returns the physical form of a frame's literal. */
  static PhysicalExpr.Literal physical(Expr.Literal literal) {
    Object value = literal.value();
    return new PhysicalExpr.Literal(
        Optional.ofNullable(value == null ? null : scanValue(value, literal.type())),
        literal.type());
  }

  private static ScanValue scanValue(Object value, DataType type) {
    return switch (type) {
      case DataType.Bool _ -> new ScanValue.Truth((Boolean) value);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _, DataType.Int64 _ ->
          ScanValue.Whole.of((Long) value);
      case DataType.Float32 _ -> new ScanValue.Floating((Float) value);
      case DataType.Float64 _ -> new ScanValue.Floating((Double) value);
      case DataType.Decimal t ->
          new ScanValue.Whole(
              ((BigDecimal) value).setScale(t.scale(), RoundingMode.UNNECESSARY).unscaledValue());
      case DataType.Str _, DataType.Json _ ->
          new ScanValue.Bytes(((String) value).getBytes(StandardCharsets.UTF_8));
      case DataType.Binary _ -> new ScanValue.Bytes(((Bytes) value).toByteArray());
      case DataType.Unsigned _, DataType.Int128 _ -> new ScanValue.Whole((BigInteger) value);
      case DataType.Enumeration t -> ScanValue.Whole.of(t.labels().indexOf((String) value));
      case DataType.Uuid _ -> new ScanValue.Whole(Uuids.number((UUID) value));
      case DataType.Date _ -> ScanValue.Whole.of(((LocalDate) value).toEpochDay());
      case DataType.Time _ ->
          ScanValue.Whole.of(((LocalTime) value).toNanoOfDay() / NANOS_PER_MICRO);
      case DataType.Timestamp t ->
          timestamp(
              t.withZone()
                  ? LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC)
                  : (LocalDateTime) value,
              t.unit());
      case DataType.Interval _ -> {
        CalendarInterval interval = (CalendarInterval) value;
        yield new ScanValue.Span(interval.months(), interval.days(), interval.micros());
      }
      case DataType.ListOf _, DataType.Struct _, DataType.MapOf _, DataType.Null _ ->
          throw noLiteral(type);
    };
  }

  /** Returns the physical form of a literal, in its own type. */
  public static PhysicalExpr.Literal physical(RexLiteral literal) {
    DataType type = TypeMapping.dataType(literal.getType());
    ScanValue value = literal.isNull() ? null : scanValue(literal, type);
    return new PhysicalExpr.Literal(Optional.ofNullable(value), type);
  }

  private static ScanValue scanValue(RexLiteral literal, DataType type) {
    return switch (type) {
      case DataType.Bool t -> new ScanValue.Truth(value(literal, Boolean.class));
      case DataType.Int8 t -> wholeValue(literal, 0);
      case DataType.Int16 t -> wholeValue(literal, 0);
      case DataType.Int32 t -> wholeValue(literal, 0);
      case DataType.Int64 t -> wholeValue(literal, 0);
      case DataType.Int128 t -> wholeValue(literal, 0);
      case DataType.Decimal t -> wholeValue(literal, t.scale());
      case DataType.Float32 t ->
          new ScanValue.Floating(value(literal, BigDecimal.class).floatValue());
      case DataType.Float64 t -> new ScanValue.Floating(floating(literal));
      case DataType.Str t ->
          new ScanValue.Bytes(
              value(literal, NlsString.class).getValue().getBytes(StandardCharsets.UTF_8));
      case DataType.Binary t -> new ScanValue.Bytes(value(literal, ByteString.class).getBytes());
      case DataType.Enumeration t -> throw noLiteral(type);
      case DataType.Uuid t ->
          new ScanValue.Whole(Uuids.number(value(literal, ByteString.class).getBytes()));
      case DataType.Date t ->
          ScanValue.Whole.of(value(literal, DateString.class).getDaysSinceEpoch());
      case DataType.Time t ->
          ScanValue.Whole.of(
              LocalTime.parse(value(literal, TimeString.class).toString()).toNanoOfDay()
                  / NANOS_PER_MICRO);
      case DataType.Timestamp t -> timestamp(value(literal, TimestampString.class), t.unit());
      case DataType.Interval t -> {
        CalendarInterval interval = IntervalCode.decode(value(literal, BigDecimal.class));
        yield new ScanValue.Span(interval.months(), interval.days(), interval.micros());
      }
      case DataType.Json t -> throw noLiteral(type);
      case DataType.Unsigned t -> throw noLiteral(type);
      case DataType.ListOf t -> throw noLiteral(type);
      case DataType.Struct t -> throw noLiteral(type);
      case DataType.MapOf t -> throw noLiteral(type);
      case DataType.Null t -> throw new IllegalArgumentException("NULL has no value: " + literal);
    };
  }

  private static IllegalArgumentException noLiteral(DataType type) {
    return new IllegalArgumentException("There are no literals of type " + type.sqlName());
  }

  private static double floating(RexLiteral literal) {
    Double number = literal.getValueAs(Double.class);
    return requireNonNull(number, "literal is null");
  }

  private static <T> T value(RexLiteral literal, Class<T> form) {
    return requireNonNull(literal.getValueAs(form), "literal is null");
  }

  private static ScanValue wholeValue(RexLiteral literal, int scale) {
    BigDecimal number = value(literal, BigDecimal.class);
    return new ScanValue.Whole(number.setScale(scale, RoundingMode.HALF_UP).unscaledValue());
  }

  private static ScanValue timestamp(TimestampString text, TimestampUnit unit) {
    return timestamp(LocalDateTime.parse(text.toString().replace(' ', 'T')), unit);
  }

  private static ScanValue timestamp(LocalDateTime time, TimestampUnit unit) {
    BigInteger seconds = BigInteger.valueOf(time.toEpochSecond(ZoneOffset.UTC));
    long fraction = time.getNano() / (unit == TimestampUnit.NANOS ? 1 : NANOS_PER_MICRO);
    return new ScanValue.Whole(
        seconds.multiply(BigInteger.valueOf(unit.perSecond())).add(BigInteger.valueOf(fraction)));
  }

  /**
   * Returns Calcite's form of a physical literal; nothing for values that Calcite's literals cannot
   * hold: NaN, infinities, negative zero, and dates whose year has not four digits.
   */
  public static Optional<RexNode> rex(RexBuilder builder, PhysicalExpr.Literal literal) {
    HeddleRexBuilder rex = (HeddleRexBuilder) builder;
    @Nullable Object value = literal.value().map(v -> frameValue(v, literal.type())).orElse(null);
    RexNode node = of(rex, new Expr.Literal(value, literal.type()));
    return node instanceof RexLiteral ? Optional.of(node) : Optional.empty();
  }

  private static Object frameValue(ScanValue value, DataType type) {
    return switch (value) {
      case ScanValue.Truth v -> v.value();
      case ScanValue.Floating v ->
          type instanceof DataType.Float32 ? (Object) (float) v.value() : (Object) v.value();
      case ScanValue.Span v -> new CalendarInterval(v.months(), v.days(), v.micros());
      case ScanValue.Bytes v ->
          type instanceof DataType.Str || type instanceof DataType.Json
              ? new String(v.value(), StandardCharsets.UTF_8)
              : Bytes.copyOf(v.value());
      case ScanValue.Whole v -> wholeFrameValue(v.value(), type);
    };
  }

  private static Object wholeFrameValue(BigInteger value, DataType type) {
    return switch (type) {
      case DataType.Decimal t -> new BigDecimal(value, t.scale());
      case DataType.Unsigned t -> value;
      case DataType.Int128 t -> value;
      case DataType.Enumeration t -> t.labels().get(value.intValueExact());
      case DataType.Uuid t -> Uuids.ofNumber(value);
      case DataType.Date t -> LocalDate.ofEpochDay(value.longValueExact());
      case DataType.Time t -> LocalTime.ofNanoOfDay(value.longValueExact() * NANOS_PER_MICRO);
      case DataType.Timestamp t -> point(value.longValueExact(), t);
      default -> value.longValueExact();
    };
  }

  private static Object point(long value, DataType.Timestamp type) {
    long perSecond = type.unit().perSecond();
    LocalDateTime time =
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(value, perSecond),
            (int) (Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond)),
            ZoneOffset.UTC);
    return type.withZone() ? (Object) time.toInstant(ZoneOffset.UTC) : time;
  }
}
