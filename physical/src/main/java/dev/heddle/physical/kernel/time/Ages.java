package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DateText;
import dev.heddle.physical.kernel.Failures;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What is between two times in years, months and days. Stateless. */
public final class Ages {
  private static final double DAYS_PER_MONTH = 31; // as months_between has it
  private static final double SECONDS_PER_DAY = 86_400;
  private static final double DIGITS = 1e8;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int SHORTEST_NAME = 2;

  private Ages() {}

  /**
   * Returns years and months, days and time of day from a start to an end, each of the sign of the
   * whole; null if one is infinite. A day is borrowed from the start's month.
   */
  public static @Nullable CalendarInterval between(LocalDateTime end, LocalDateTime start) {
    if (DateText.infinity(end) != null || DateText.infinity(start) != null) {
      return null;
    }
    boolean isNegative = end.isBefore(start);
    LocalDateTime from = isNegative ? end : start;
    LocalDateTime to = isNegative ? start : end;
    long months =
        (to.getYear() - (long) from.getYear()) * MONTHS_PER_YEAR
            + to.getMonthValue()
            - from.getMonthValue();
    int days = to.getDayOfMonth() - from.getDayOfMonth();
    long micros = (to.toLocalTime().toNanoOfDay() - from.toLocalTime().toNanoOfDay()) / 1000;
    if (micros < 0) {
      micros += Calendar.MICROS_PER_DAY;
      days--;
    }
    if (days < 0) {
      days += YearMonth.from(from).lengthOfMonth();
      months--;
    }
    int sign = isNegative ? -1 : 1;
    return new CalendarInterval(Math.toIntExact(sign * months), sign * days, sign * micros);
  }

  /**
   * Returns the months from a start to an end: whole for equal days of the month, or two last ones,
   * else with the rest as a part of 31 days; null if one is infinite.
   */
  public static @Nullable Double months(LocalDateTime end, LocalDateTime start) {
    if (DateText.infinity(end) != null || DateText.infinity(start) != null) {
      return null;
    }
    double months =
        (end.getYear() - (double) start.getYear()) * MONTHS_PER_YEAR
            + end.getMonthValue()
            - start.getMonthValue();
    boolean isWhole =
        end.getDayOfMonth() == start.getDayOfMonth() || (isLastDay(end) && isLastDay(start));
    if (isWhole) {
      return months;
    }
    double seconds =
        (end.getDayOfMonth() - start.getDayOfMonth()) * SECONDS_PER_DAY
            + end.toLocalTime().toSecondOfDay()
            - start.toLocalTime().toSecondOfDay();
    return months + seconds / (DAYS_PER_MONTH * SECONDS_PER_DAY);
  }

  /** Returns {@link #months}, rounded to 8 digits behind the point. */
  public static @Nullable Double roundedMonths(LocalDateTime end, LocalDateTime start) {
    Double months = months(end, start);
    return months == null ? null : Math.round(months * DIGITS) / DIGITS;
  }

  private static boolean isLastDay(LocalDateTime time) {
    return time.getDayOfMonth() == YearMonth.from(time).lengthOfMonth();
  }

  /** Returns the first day behind a time that is a weekday; null if the time is infinite. */
  public static @Nullable LocalDate nextDay(Temporal time, String weekday) {
    if (DateText.infinity(time) != null) {
      return null;
    }
    String name = weekday.strip().toUpperCase(Locale.ROOT);
    for (DayOfWeek day : DayOfWeek.values()) {
      boolean isShort = name.length() == SHORTEST_NAME || name.length() == SHORTEST_NAME + 1;
      if (day.name().equals(name) || (isShort && day.name().startsWith(name))) {
        return LocalDate.from(time).with(TemporalAdjusters.next(day));
      }
    }
    throw Failures.argument(
        "Cannot find the next \"" + Failures.shorten(weekday) + "\": it is no weekday");
  }
}
