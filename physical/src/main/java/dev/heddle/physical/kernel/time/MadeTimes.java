package dev.heddle.physical.kernel.time;

import dev.heddle.physical.kernel.Failures;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Dates and times made of numbers. Stateless. */
public final class MadeTimes {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final double MICROS_PER_SECOND = 1e6;

  private MadeTimes() {}

  /** Returns a time of day. */
  public static LocalTime time(long hour, long minute, double second) {
    try {
      if (second >= 0 && second < 60) {
        long micros = Math.round(second * MICROS_PER_SECOND);
        return LocalTime.of(Math.toIntExact(hour), Math.toIntExact(minute))
            .plusNanos(micros * 1000);
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Said below.
    }
    throw Failures.argument(
        "Cannot make a time of " + hour + ":" + minute + ":" + second + ": there is no such time");
  }

  /** Returns the time of day of microseconds since midnight. */
  public static LocalTime time(long micros) {
    if (micros < 0 || micros >= Calendar.MICROS_PER_DAY) {
      throw Failures.argument(
          "Cannot make a time of " + micros + " microseconds: a day has 86400000000");
    }
    return LocalTime.ofNanoOfDay(micros * 1000);
  }

  /** Returns the time of steps since 1970. */
  public static LocalDateTime timestamp(long steps, long perSecond) {
    boolean isStored = perSecond != 1000 || Math.abs(steps / 1000.0) < Long.MAX_VALUE / 1e6;
    if (!isStored || steps == Long.MAX_VALUE || steps == Long.MIN_VALUE) {
      throw Failures.range(
          "Cannot make a timestamp of " + steps + " steps since 1970: it is too far away");
    }
    long nanos = Math.floorMod(steps, perSecond) * (NANOS_PER_SECOND / perSecond);
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(steps, perSecond), (int) nanos, ZoneOffset.UTC);
  }

  /** Returns the date of days since 1970. */
  public static LocalDate date(long days) {
    if (days != (int) days || Infinity.isDay(days)) {
      throw Failures.range(
          "Cannot make a date of " + days + " days since 1970: it is too far away");
    }
    return LocalDate.ofEpochDay(days);
  }

  /** Returns the date of a year, month and day; null if one is. */
  public static @Nullable LocalDate date(Collection<?> parts) {
    if (parts.contains(null)) {
      return null;
    }
    Iterator<?> numbers = parts.iterator();
    try {
      return LocalDate.of(next(numbers), next(numbers), next(numbers));
    } catch (DateTimeException | ArithmeticException e) {
      throw Failures.argument("Cannot make a date of " + parts + ": there is no such day");
    }
  }

  private static int next(Iterator<?> numbers) {
    return Math.toIntExact(((Number) numbers.next()).longValue());
  }

  /** Returns the point in time of seconds since 1970, rounded to microseconds. */
  public static Instant instant(double seconds) {
    double micros = Math.rint(seconds * MICROS_PER_SECOND);
    if (!(Math.abs(micros) < 0x1p63)) {
      throw Failures.range(
          "Cannot make a timestamp of " + seconds + " seconds since 1970: it is too far away");
    }
    long whole = (long) micros;
    return Instant.ofEpochSecond(
        Math.floorDiv(whole, 1_000_000L), Math.floorMod(whole, 1_000_000L) * 1000);
  }
}
