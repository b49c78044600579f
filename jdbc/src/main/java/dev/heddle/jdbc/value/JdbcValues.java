package dev.heddle.jdbc.value;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Objects of JDBC of plain values. */
public final class JdbcValues {
  private static final long MILLIS_PER_NANO = 1_000_000;

  private JdbcValues() {}

  /** Returns what {@code getObject} gives: of the class that {@link JdbcType#javaClass} names. */
  @SuppressWarnings("unchecked")
  public static Object object(DataType type, Object plain, ZoneId zone) {
    return switch (type) {
      case DataType.Int8 _ -> ((Long) plain).intValue();
      case DataType.Int16 _ -> ((Long) plain).intValue();
      case DataType.Int32 _ -> ((Long) plain).intValue();
      case DataType.Int128 _ -> ((BigDecimal) plain).toBigIntegerExact();
      case DataType.Unsigned(int bits) when bits <= Short.SIZE -> ((Long) plain).intValue();
      case DataType.Date _ -> Date.valueOf((LocalDate) plain);
      case DataType.Time _ -> time((LocalTime) plain);
      case DataType.Timestamp t when !t.withZone() -> Timestamp.valueOf((LocalDateTime) plain);
      case DataType.ListOf t -> new HeddleArray(t.element(), (List<@Nullable Object>) plain, zone);
      case DataType.Struct t -> new HeddleStruct(t, (Map<String, @Nullable Object>) plain, zone);
      default -> plain;
    };
  }

  /** Returns a time of day with its milliseconds. */
  public static Time time(LocalTime time) {
    long millis = Time.valueOf(time).getTime() + time.getNano() / MILLIS_PER_NANO;
    return new Time(millis);
  }

  /** Returns the midnight of a day in a calendar's zone. */
  public static Date date(LocalDate date, @Nullable Calendar calendar) {
    return calendar == null
        ? Date.valueOf(date)
        : new Date(date.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
  }

  /** Returns a time on 1970-01-01 in a calendar's zone. */
  public static Time time(LocalTime time, @Nullable Calendar calendar) {
    return calendar == null
        ? time(time)
        : new Time(time.atDate(LocalDate.EPOCH).atZone(zone(calendar)).toInstant().toEpochMilli());
  }

  /** Returns a point in time; a local one is read in the calendar's zone, or the system's. */
  public static Timestamp timestamp(Object plain, @Nullable Calendar calendar) throws SQLException {
    if (plain instanceof OffsetDateTime zoned) {
      return Timestamp.from(zoned.toInstant());
    }
    LocalDateTime local = Conversions.toTimestamp(plain);
    return calendar == null
        ? Timestamp.valueOf(local)
        : Timestamp.from(local.atZone(zone(calendar)).toInstant());
  }

  private static ZoneId zone(Calendar calendar) {
    return calendar.getTimeZone().toZoneId();
  }

  /**
   * Returns a value as an object of a class.
   *
   * @param zone in which local times become points in time
   */
  public static <T> T as(Class<T> wanted, DataType type, Object plain, ZoneId zone)
      throws SQLException {
    Object value = converted(wanted, type, plain, zone);
    if (wanted.isPrimitive()) {
      @SuppressWarnings("unchecked") // boxed, as reflection would
      T boxed = (T) value;
      return boxed;
    }
    return wanted.cast(value);
  }

  private static Object converted(Class<?> wanted, DataType type, Object plain, ZoneId zone)
      throws SQLException {
    if (wanted == Object.class) {
      return object(type, plain, zone);
    }
    if (wanted == String.class) {
      return Conversions.toText(plain);
    }
    Object number = number(wanted, plain);
    if (number != null) {
      return number;
    }
    Object time = time(wanted, plain, zone);
    if (time != null) {
      return time;
    }
    if (wanted == byte[].class) {
      return Conversions.toBytes(plain);
    }
    if (wanted == UUID.class && plain instanceof String text) {
      return uuid(text);
    }
    if (plain instanceof CalendarInterval interval
        && (wanted == Duration.class || wanted == Period.class)) {
      return wanted == Duration.class ? duration(interval) : period(interval);
    }
    if (wanted.isInstance(plain)) { // lists, maps, intervals
      return plain;
    }
    Object object = object(type, plain, zone);
    if ((wanted == Array.class || wanted == Struct.class) && wanted.isInstance(object)) {
      return object;
    }
    throw unfit(wanted, type);
  }

  private static SQLException unfit(Class<?> wanted, DataType type) {
    return SqlErrors.of(
        SqlState.RESTRICTED_TYPE,
        "Cannot read a "
            + type.sqlName()
            + " as "
            + wanted.getName()
            + ": getObject without a class gives a "
            + JdbcType.of(type).javaClass().getName());
  }

  private static @Nullable Object number(Class<?> wanted, Object plain) throws SQLException {
    if (wanted == Integer.class || wanted == int.class) {
      return (int) Conversions.toLong(plain, "int", Integer.MIN_VALUE, Integer.MAX_VALUE);
    }
    if (wanted == Long.class || wanted == long.class) {
      return Conversions.toLong(plain, "long", Long.MIN_VALUE, Long.MAX_VALUE);
    }
    if (wanted == Double.class || wanted == double.class) {
      return Conversions.toDouble(plain);
    }
    if (wanted == BigDecimal.class) {
      return Conversions.toDecimal(plain);
    }
    if (wanted == Boolean.class || wanted == boolean.class) {
      return Conversions.toBoolean(plain);
    }
    if (wanted == Short.class || wanted == short.class) {
      return (short) Conversions.toLong(plain, "short", Short.MIN_VALUE, Short.MAX_VALUE);
    }
    if (wanted == Byte.class || wanted == byte.class) {
      return (byte) Conversions.toLong(plain, "byte", Byte.MIN_VALUE, Byte.MAX_VALUE);
    }
    if (wanted == Float.class || wanted == float.class) {
      return Conversions.toFloat(plain);
    }
    return wanted == BigInteger.class ? Conversions.toBigInteger(plain) : null;
  }

  private static @Nullable Object time(Class<?> wanted, Object plain, ZoneId zone)
      throws SQLException {
    if (wanted == LocalDate.class) {
      return Conversions.toDate(plain);
    }
    if (wanted == LocalTime.class) {
      return Conversions.toTime(plain);
    }
    if (wanted == LocalDateTime.class) {
      return Conversions.toTimestamp(plain);
    }
    if (wanted == OffsetDateTime.class) {
      return Conversions.toOffset(plain, zone);
    }
    if (wanted == ZonedDateTime.class) {
      return Conversions.toOffset(plain, zone).atZoneSameInstant(zone);
    }
    if (wanted == Instant.class) {
      return Conversions.toOffset(plain, zone).toInstant();
    }
    if (wanted == OffsetTime.class && plain instanceof OffsetDateTime zoned) {
      return zoned.toOffsetTime();
    }
    if (wanted == Date.class) {
      return Date.valueOf(Conversions.toDate(plain));
    }
    if (wanted == Time.class) {
      return time(Conversions.toTime(plain));
    }
    if (wanted == Timestamp.class) {
      return timestamp(plain, null);
    }
    return wanted == java.util.Date.class ? timestamp(plain, null) : null;
  }

  private static UUID uuid(String text) throws SQLException {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw SqlErrors.of(
          SqlState.INVALID_CAST, "Cannot read '" + text + "' as UUID: it is none", e);
    }
  }

  private static Duration duration(CalendarInterval interval) throws SQLException {
    if (interval.months() != 0) {
      throw SqlErrors.of(
          SqlState.INVALID_CAST,
          "Cannot read " + interval + " as Duration: months have no fixed length");
    }
    return Duration.ofDays(interval.days()).plusNanos(interval.micros() * 1_000);
  }

  private static Period period(CalendarInterval interval) throws SQLException {
    if (interval.micros() != 0) {
      throw SqlErrors.of(
          SqlState.INVALID_CAST, "Cannot read " + interval + " as Period: it has parts of a day");
    }
    return Period.of(0, interval.months(), interval.days()).normalized();
  }
}
