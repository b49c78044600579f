package dev.heddle.jdbc.value;

import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes of objects that are given for parameters what a feed takes. */
public final class ParameterValues {
  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long MILLIS_PER_SECOND = 1_000;

  private ParameterValues() {}

  /** Returns a value: classes of java.sql become those of java.time, arrays lists. */
  public static Object of(Object value) throws SQLException {
    return switch (value) {
      case Date v -> v.toLocalDate();
      case Time v -> time(v);
      case Timestamp v -> v.toLocalDateTime();
      case java.util.Date v -> new Timestamp(v.getTime()).toLocalDateTime();
      case Calendar v -> v.toInstant().atZone(v.getTimeZone().toZoneId()).toOffsetDateTime();
      case HeddleArray v -> v.plain();
      case HeddleStruct v -> v.plain();
      case Array v -> list((Object[]) v.getArray());
      case Object[] v -> list(v);
      case Blob v -> v.getBytes(1, Math.toIntExact(v.length()));
      case Clob v -> v.getSubString(1, Math.toIntExact(v.length()));
      case InputStream v -> bytes(v, Long.MAX_VALUE);
      case Reader v -> text(v, Long.MAX_VALUE);
      default -> value;
    };
  }

  private static LocalTime time(Time time) {
    long millis = Math.floorMod(time.getTime(), MILLIS_PER_SECOND);
    return time.toLocalTime().withNano((int) (millis * NANOS_PER_MILLI));
  }

  private static List<@Nullable Object> list(@Nullable Object[] elements) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (Object element : elements) {
      values.add(element == null ? null : of(element));
    }
    return values;
  }

  /** Returns a value as one of a type of {@link Types}. */
  public static Object of(Object value, int type, int scale) throws SQLException {
    Object given = of(value);
    return switch (type) {
      case Types.DECIMAL, Types.NUMERIC ->
          given instanceof Number || given instanceof String
              ? decimal(given).setScale(Math.max(scale, 0), RoundingMode.HALF_UP)
              : given;
      case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.NCHAR, Types.NVARCHAR ->
          given instanceof byte[] || given instanceof List<?> ? given : Conversions.toText(given);
      case Types.DATE -> isTime(given) ? Conversions.toDate(given) : given;
      case Types.TIME -> isTime(given) ? Conversions.toTime(given) : given;
      case Types.TIMESTAMP -> isTime(given) ? Conversions.toTimestamp(given) : given;
      default -> given;
    };
  }

  /** Returns a value as one of a type of {@link Types}, with the digits that it has. */
  public static Object of(Object value, int type) throws SQLException {
    return type == Types.DECIMAL || type == Types.NUMERIC ? of(value) : of(value, type, 0);
  }

  private static boolean isTime(Object value) {
    return value instanceof java.time.temporal.Temporal || value instanceof String;
  }

  private static BigDecimal decimal(Object value) throws SQLException {
    return value instanceof BigDecimal decimal ? decimal : Conversions.toDecimal(value.toString());
  }

  /** Returns a day of a calendar's zone. */
  public static LocalDate date(Date date, @Nullable Calendar calendar) {
    return calendar == null
        ? date.toLocalDate()
        : new Timestamp(date.getTime()).toInstant().atZone(zone(calendar)).toLocalDate();
  }

  /** Returns a time of day of a calendar's zone. */
  public static LocalTime time(Time time, @Nullable Calendar calendar) {
    return calendar == null
        ? time(time)
        : new Timestamp(time.getTime()).toInstant().atZone(zone(calendar)).toLocalTime();
  }

  /** Returns a date and time of a calendar's zone. */
  public static Object timestamp(Timestamp timestamp, @Nullable Calendar calendar) {
    return calendar == null
        ? timestamp.toLocalDateTime()
        : timestamp.toInstant().atZone(zone(calendar)).toLocalDateTime();
  }

  private static ZoneId zone(Calendar calendar) {
    return calendar.getTimeZone().toZoneId();
  }

  /** Reads a stream, and closes it not. */
  public static byte[] bytes(InputStream stream, long length) throws SQLException {
    try {
      return stream.readNBytes((int) Math.min(length, Integer.MAX_VALUE));
    } catch (IOException e) {
      throw SqlErrors.of(SqlState.IO, "Cannot read the stream of a parameter: " + e, e);
    }
  }

  /** Reads a text, and closes the reader not. */
  public static String text(Reader reader, long length) throws SQLException {
    try {
      StringWriter text = new StringWriter();
      char[] part = new char[8192];
      long left = length;
      while (left > 0) {
        int count = reader.read(part, 0, (int) Math.min(part.length, left));
        if (count < 0) {
          break;
        }
        text.write(part, 0, count);
        left -= count;
      }
      return text.toString();
    } catch (IOException e) {
      throw SqlErrors.of(SqlState.IO, "Cannot read the text of a parameter: " + e, e);
    }
  }
}
