package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DateText;
import dev.heddle.physical.kernel.Failures;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import org.jspecify.annotations.Nullable;

/**
 * Starts of stretches of equal width: of months from 2000-01-01, others from Monday 2000-01-03, by
 * default.
 */
public final class TimeBuckets {
  private static final LocalDateTime FROM = LocalDateTime.of(2000, 1, 3, 0, 0);
  private static final LocalDate MONTHS_FROM = LocalDate.of(2000, 1, 1);
  private static final CalendarInterval NO_STEP = new CalendarInterval(0, 0, 0);

  private TimeBuckets() {}

  /** Returns the start of the stretch that a date, or a timestamp without time zone, is in. */
  public static @Nullable Temporal start(CalendarInterval width, Temporal value) {
    return start(width, value, NO_STEP);
  }

  /**
   * Returns the start of the stretch that a time is in, where stretches are moved by an interval,
   * or counted from another time or, if they are of months, from its month; null if that time is
   * infinite. Infinite times are their own starts.
   */
  public static @Nullable Temporal start(CalendarInterval width, Temporal value, Object origin) {
    if (origin instanceof Temporal from && DateText.infinity(from) != null) {
      return null;
    }
    if (DateText.infinity(value) != null) {
      return value;
    }
    try {
      LocalDateTime time = time(value);
      if (origin instanceof CalendarInterval step) {
        return like(value, moved(start(width, moved(time, step, -1), MONTHS_FROM, FROM), step, 1));
      }
      LocalDateTime from = time((Temporal) origin);
      return like(value, start(width, time, from.toLocalDate().withDayOfMonth(1), from));
    } catch (ArithmeticException | DateTimeException e) {
      throw Failures.argument(
          "Cannot find the stretch of " + width + " that " + value + " is in: it is out of range");
    }
  }

  private static LocalDateTime moved(LocalDateTime time, CalendarInterval step, int sign) {
    return time.plusMonths(sign * (long) step.months())
        .plusDays(sign * (long) step.days())
        .plus(Math.multiplyExact(sign, step.micros()), ChronoUnit.MICROS);
  }

  private static LocalDateTime time(Temporal value) {
    return switch (value) {
      case LocalDate date -> date.atStartOfDay();
      case LocalTime time -> LocalDate.EPOCH.atTime(time);
      default -> (LocalDateTime) value;
    };
  }

  /** Returns the start as a value of the same type. */
  private static Temporal like(Temporal value, LocalDateTime start) {
    if (value instanceof LocalDate) {
      return LocalDate.ofEpochDay(Math.toIntExact(start.toLocalDate().toEpochDay()));
    }
    return value instanceof LocalTime ? start.toLocalTime() : start;
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
    since = Math.addExact(since, time.toLocalTime().toNanoOfDay() / 1000);
    return from.plus(Math.floorDiv(since, micros) * micros, ChronoUnit.MICROS);
  }

  private static long months(LocalDate date) {
    return date.getYear() * 12L + date.getMonthValue() - 1;
  }
}
