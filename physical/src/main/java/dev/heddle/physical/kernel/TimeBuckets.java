package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.CalendarInterval;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;

/**
 * Starts of stretches of equal width: of months from 2000-01-01, others from Monday 2000-01-03, if
 * nothing else is said.
 */
public final class TimeBuckets {
  private static final LocalDateTime ORIGIN = LocalDateTime.of(2000, 1, 3, 0, 0);
  private static final LocalDate MONTHS_FROM = LocalDate.of(2000, 1, 1);

  private TimeBuckets() {}

  /** Returns the start of the stretch that a date, or a timestamp without time zone, is in. */
  public static Temporal start(CalendarInterval width, Temporal value) {
    return like(value, start(width, time(value), MONTHS_FROM, ORIGIN));
  }

  /**
   * Returns the start of the stretch that a time is in, where stretches are moved by an interval, or
   * counted from another time or, if they are of months, from its month.
   */
  public static Temporal start(CalendarInterval width, Temporal value, Object origin) {
    if (origin instanceof CalendarInterval step) {
      LocalDateTime moved =
          time(value)
              .minusMonths(step.months())
              .minusDays(step.days())
              .minus(step.micros(), ChronoUnit.MICROS);
      LocalDateTime start = start(width, moved, MONTHS_FROM, ORIGIN);
      return like(
          value,
          start
              .plusMonths(step.months())
              .plusDays(step.days())
              .plus(step.micros(), ChronoUnit.MICROS));
    }
    LocalDateTime from = time((Temporal) origin);
    return like(value, start(width, time(value), from.toLocalDate().withDayOfMonth(1), from));
  }

  private static LocalDateTime time(Temporal value) {
    return value instanceof LocalDate date ? date.atStartOfDay() : (LocalDateTime) value;
  }

  private static Temporal like(Temporal value, LocalDateTime start) {
    return value instanceof LocalDate ? start.toLocalDate() : start;
  }

  private static LocalDateTime start(
      CalendarInterval width, LocalDateTime time, LocalDate monthsFrom, LocalDateTime from) {
    boolean isMonths = width.months() > 0 && width.days() == 0 && width.micros() == 0;
    long micros =
        Math.addExact(Math.multiplyExact(width.days(), Calendar.MICROS_PER_DAY), width.micros());
    if (!isMonths && (width.months() != 0 || micros <= 0)) {
      throw Failures.argument(
          "Cannot use "
              + width
              + " in time_bucket: a width is a positive number of months, or of days and less");
    }
    if (isMonths) {
      long months = months(time.toLocalDate()) - months(monthsFrom);
      return monthsFrom
          .plusMonths(Math.floorDiv(months, width.months()) * (long) width.months())
          .atStartOfDay();
    }
    long since = ChronoUnit.MICROS.between(from, time.toLocalDate().atStartOfDay());
    since += time.toLocalTime().toNanoOfDay() / 1000;
    return from.plus(Math.floorDiv(since, micros) * micros, ChronoUnit.MICROS);
  }

  private static long months(LocalDate date) {
    return date.getYear() * 12L + date.getMonthValue() - 1;
  }
}
