package dev.heddle.physical.kernel.time;

import dev.heddle.physical.kernel.Failures;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The days from Monday to Friday that are no holidays. Immutable. */
public final class BusinessDays {
  private static final int DAYS_OF_WEEK = 7;
  private static final int WORKDAYS = 5;

  /** The most days that are counted: more than there are between two dates. */
  private static final long MAX_DAYS = 1L << 32;

  private final Set<LocalDate> holidays = new HashSet<>();

  /** Makes them of dates, of which those that are null or on a weekend change nothing. */
  public BusinessDays(List<?> holidays) {
    for (Object holiday : holidays) {
      if (holiday instanceof LocalDate date && isWorkday(date)) {
        this.holidays.add(date);
      }
    }
  }

  /** Returns whether a date is one. */
  public boolean has(LocalDate date) {
    return isWorkday(date) && !holidays.contains(date);
  }

  /**
   * Returns the n-th one after a business day, or before it if n is negative.
   *
   * @throws dev.heddle.frame.error.HeddleException if the day is none, or there is no such date
   */
  public LocalDate after(LocalDate date, long count) {
    if (!has(date)) {
      throw Failures.argument(
          "Cannot count business days from " + date + ": it is a weekend or a holiday");
    }
    long days = Math.clamp(count, -MAX_DAYS, MAX_DAYS) * 2 + date.toEpochDay();
    if (Math.abs(days) >= Integer.MAX_VALUE) {
      throw Failures.argument("Cannot count " + count + " business days from " + date);
    }
    LocalDate day = workday(date, count);
    // each holiday on the stretch takes one more day, which may pass others
    long passed = between(date, day, count);
    long added = 0;
    while (passed > added) {
      long more = passed - added;
      added = passed;
      day = workday(day, count < 0 ? -more : more);
      passed = between(date, day, count);
    }
    return day;
  }

  private long between(LocalDate from, LocalDate to, long direction) {
    return holidays.stream()
        .filter(
            day ->
                direction < 0
                    ? day.isBefore(from) && !day.isBefore(to)
                    : day.isAfter(from) && !day.isAfter(to))
        .count();
  }

  /** Returns the n-th day from Monday to Friday from such a day. */
  private static LocalDate workday(LocalDate date, long count) {
    long place = date.getDayOfWeek().getValue() - 1 + count;
    LocalDate monday = date.minusDays(date.getDayOfWeek().getValue() - 1L);
    return monday
        .plusDays(Math.floorDiv(place, WORKDAYS) * DAYS_OF_WEEK)
        .plusDays(Math.floorMod(place, WORKDAYS));
  }

  private static boolean isWorkday(LocalDate date) {
    return date.getDayOfWeek().compareTo(DayOfWeek.SATURDAY) < 0;
  }
}
