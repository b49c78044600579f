package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.Bytes;
import dev.heddle.frame.schema.DateText;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes of a plain value that is not null what a method asks for. Stateless. */
public final class Conversions {
  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final DateTimeFormatter OFFSET = DateTimeFormatter.ofPattern("xxx");

  private Conversions() {}

  /** Returns an integer between bounds. */
  public static long toLong(Object value, String wanted, long min, long max) throws SQLException {
    long number =
        switch (value) {
          case Long v -> v;
          case Boolean v -> v ? 1 : 0;
          case Float v -> cut(exact(v, wanted), wanted);
          case Double v -> cut(exact(v, wanted), wanted);
          case BigDecimal v -> cut(v, wanted);
          case String v -> cut(number(v, wanted), wanted);
          default -> throw unfit(value, wanted);
        };
    if (number < min || number > max) {
      throw overflow(value, wanted);
    }
    return number;
  }

  private static BigDecimal exact(Number value, String wanted) throws SQLException {
    if (!Double.isFinite(value.doubleValue())) {
      throw overflow(value, wanted);
    }
    return value instanceof Float
        ? new BigDecimal(value.toString())
        : BigDecimal.valueOf(value.doubleValue());
  }

  private static long cut(BigDecimal value, String wanted) throws SQLException {
    // a text such as 1e999999999 must not become all its digits
    if (value.precision() - (long) value.scale() > 20) {
      throw overflow(value, wanted);
    }
    BigDecimal integer = value.setScale(0, RoundingMode.DOWN);
    if (integer.compareTo(MIN_LONG) < 0 || integer.compareTo(MAX_LONG) > 0) {
      throw overflow(value, wanted);
    }
    return integer.longValueExact();
  }

  private static BigDecimal number(String text, String wanted) throws SQLException {
    try {
      return new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw SqlErrors.of(
          SqlState.INVALID_CAST,
          "Cannot read '" + text + "' as " + wanted + ": it is no number",
          e);
    }
  }

  /** Returns a floating-point number. */
  public static double toDouble(Object value) throws SQLException {
    return switch (value) {
      case Long v -> (double) (long) v;
      case Boolean v -> v ? 1 : 0;
      case Float v -> v;
      case Double v -> v;
      case BigDecimal v -> v.doubleValue();
      case String v -> parsedDouble(v);
      default -> throw unfit(value, "double");
    };
  }

  private static double parsedDouble(String text) throws SQLException {
    try {
      return Double.parseDouble(text.strip());
    } catch (NumberFormatException e) {
      throw SqlErrors.of(
          SqlState.INVALID_CAST, "Cannot read '" + text + "' as double: it is no number", e);
    }
  }

  /** Returns a number of 32 bits, the nearest. */
  public static float toFloat(Object value) throws SQLException {
    if (value instanceof Float v) {
      return v;
    }
    double number = toDouble(value);
    float near = (float) number;
    if (Float.isInfinite(near) && !Double.isInfinite(number)) {
      throw overflow(value, "float");
    }
    return near;
  }

  /** Returns an exact number. */
  public static BigDecimal toDecimal(Object value) throws SQLException {
    return switch (value) {
      case BigDecimal v -> v;
      case Long v -> BigDecimal.valueOf(v);
      case Boolean v -> v ? BigDecimal.ONE : BigDecimal.ZERO;
      case Float v -> exact(v, "BigDecimal");
      case Double v -> exact(v, "BigDecimal");
      case String v -> number(v, "BigDecimal");
      default -> throw unfit(value, "BigDecimal");
    };
  }

  /** Returns an exact integer; a fraction is cut. */
  public static BigInteger toBigInteger(Object value) throws SQLException {
    BigDecimal number = toDecimal(value);
    if (number.scale() < -1000) {
      throw overflow(value, "BigInteger");
    }
    return number.toBigInteger();
  }

  /** Returns whether a value is true; numbers are unless they are 0. */
  public static boolean toBoolean(Object value) throws SQLException {
    return switch (value) {
      case Boolean v -> v;
      case Long v -> v != 0;
      case Float v -> v != 0;
      case Double v -> v != 0;
      case BigDecimal v -> v.signum() != 0;
      case String v ->
          switch (v.strip().toLowerCase(Locale.ROOT)) {
            case "true", "t", "1", "yes", "y", "on" -> true;
            case "false", "f", "0", "no", "n", "off" -> false;
            default ->
                throw SqlErrors.of(
                    SqlState.INVALID_CAST,
                    "Cannot read '" + v + "' as boolean: it is neither true nor false");
          };
      default -> throw unfit(value, "boolean");
    };
  }

  /** Returns bytes; text as UTF-8. */
  public static byte[] toBytes(Object value) throws SQLException {
    return switch (value) {
      case byte[] v -> v;
      case String v -> v.getBytes(StandardCharsets.UTF_8);
      default -> throw unfit(value, "byte[]");
    };
  }

  /** Returns a day. */
  public static LocalDate toDate(Object value) throws SQLException {
    return switch (value) {
      case LocalDate v -> v;
      case LocalDateTime v -> v.toLocalDate();
      case OffsetDateTime v -> v.toLocalDate();
      case String v -> parsed(v, "date", () -> toDate(v));
      default -> throw unfit(value, "date");
    };
  }

  private static LocalDate toDate(String text) {
    String day = text.strip();
    return day.length() > 10 && day.charAt(10) <= 'T' && !Character.isDigit(day.charAt(10))
        ? toTimestamp(day).toLocalDate()
        : DateText.parse(day);
  }

  /** Returns a time of day. */
  public static LocalTime toTime(Object value) throws SQLException {
    return switch (value) {
      case LocalTime v -> v;
      case LocalDateTime v -> v.toLocalTime();
      case OffsetDateTime v -> v.toLocalTime();
      case String v -> parsed(v, "time", () -> LocalTime.parse(v.strip()));
      default -> throw unfit(value, "time");
    };
  }

  /** Returns a local date and time; those with a zone in the zone that the feed shows them in. */
  public static LocalDateTime toTimestamp(Object value) throws SQLException {
    return switch (value) {
      case LocalDateTime v -> v;
      case OffsetDateTime v -> v.toLocalDateTime();
      case LocalDate v -> v.atStartOfDay();
      case String v -> parsed(v, "timestamp", () -> toTimestamp(v.strip()));
      default -> throw unfit(value, "timestamp");
    };
  }

  private static LocalDateTime toTimestamp(String text) {
    return text.length() <= 10
        ? DateText.parse(text).atStartOfDay()
        : LocalDateTime.parse(text.replace(' ', 'T'));
  }

  /** Returns a point in time; local ones are read in the zone. */
  public static OffsetDateTime toOffset(Object value, ZoneId zone) throws SQLException {
    if (value instanceof OffsetDateTime v) {
      return v;
    }
    if (value instanceof String v
        && (v.endsWith("Z") || v.matches(".*[+-]\\d\\d(:?\\d\\d)?"))
        && v.length() > 16) {
      return parsed(v, "timestamp with time zone", () -> parsedOffset(v.strip()));
    }
    return ZonedDateTime.of(toTimestamp(value), zone).toOffsetDateTime();
  }

  private static OffsetDateTime parsedOffset(String text) {
    String iso = text.replace(' ', 'T');
    return OffsetDateTime.parse(iso.matches(".*[+-]\\d\\d") ? iso + ":00" : iso);
  }

  /** Reads a text. */
  private interface Parser<T> {
    T parse();
  }

  private static <T> T parsed(String text, String wanted, Parser<T> parser) throws SQLException {
    try {
      return parser.parse();
    } catch (DateTimeException e) {
      throw SqlErrors.of(
          SqlState.INVALID_TIME, "Cannot read '" + text + "' as " + wanted + ": it is none", e);
    }
  }

  /** Returns the text of a value, as tables of characters show it. */
  public static String toText(@Nullable Object value) {
    return switch (value) {
      case null -> "NULL";
      case BigDecimal v -> v.toPlainString();
      case LocalDate v -> DateText.of(v);
      case LocalDateTime v -> localText(v);
      case OffsetDateTime v -> localText(v.toLocalDateTime()) + OFFSET.format(v);
      case LocalTime v -> timeText(v);
      case byte[] v -> Bytes.copyOf(v).toString();
      case List<?> v ->
          v.stream().map(Conversions::toText).collect(Collectors.joining(", ", "[", "]"));
      case Map<?, ?> v ->
          v.entrySet().stream()
              .map(e -> toText(e.getKey()) + ": " + toText(e.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      default -> value.toString();
    };
  }

  private static String timeText(LocalTime value) {
    return value.getSecond() == 0 && value.getNano() == 0 ? value + ":00" : value.toString();
  }

  private static String localText(LocalDateTime value) {
    String name = DateText.infinity(value);
    return name == null
        ? DateText.of(value.toLocalDate()) + " " + timeText(value.toLocalTime())
        : name;
  }

  /** Returns the error of a number that is too large. */
  static SQLException overflow(Object value, String wanted) {
    return SqlErrors.of(
        SqlState.NUMERIC_OVERFLOW,
        "Cannot read " + value + " as " + wanted + ": it is outside of its range");
  }

  /** Returns the error of a value that never becomes what is asked for. */
  static SQLException unfit(Object value, String wanted) {
    return SqlErrors.of(
        SqlState.RESTRICTED_TYPE,
        "Cannot read a " + kind(value) + " as " + wanted + ": use getObject or getString");
  }

  private static String kind(Object value) {
    return switch (value) {
      case Long _ -> "integral number";
      case List<?> _ -> "list";
      case Map<?, ?> _ -> "struct or map";
      case byte[] _ -> "binary value";
      default -> value.getClass().getSimpleName();
    };
  }
}
