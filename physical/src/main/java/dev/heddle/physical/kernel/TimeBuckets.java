package dev.heddle.physical.kernel;

import dev.heddle.frame.schema.CalendarInterval;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;

/** Starts of stretches of equal width: of months from 2000-01-01, others from Monday 2000-01-03. */
public final class TimeBuckets {
  private static final LocalDateTime ORIGIN = LocalDateTime.of(2000, 1, 3, 0, 0);
  private static final LocalDate MONTHS_FROM = LocalDate.of(2000, 1, 1);

  private TimeBuckets() {}

  /** Returns the start of the stretch that a date, or a timestamp without time zone, is in. */
  public static Temporal start(CalendarInterval width, Temporal value) {
    boolean isDate = value instanceof LocalDate;
    LocalDateTime time = isDate ? ((LocalDate) value).atStartOfDay() : (LocalDateTime) value;
    boolean isMonths = width.months() > 0 && width.days() == 0 && width.micros() == 0;
    long micros =
        Math.addExact(Math.multiplyExact(width.days(), Calendar.MICROS_PER_DAY), width.micros());
    if (!isMonths && (width.months() != 0 || micros <= 0)) {
      throw Failures.argument(
          "Cannot use "
              + width
              + " in time_bucket: a width is a positive number of months, or of days and less");
    }
    LocalDateTime start;
    if (isMonths) {
      long months = (time.getYear() - 2000L) * 12 + time.getMonthValue() - 1;
      start =
          MONTHS_FROM
              .plusMonths(Math.floorDiv(months, width.months()) * (long) width.months())
              .atStartOfDay();
    } else {
      long since = ChronoUnit.MICROS.between(ORIGIN, time.toLocalDate().atStartOfDay());
      since += time.toLocalTime().toNanoOfDay() / 1000;
      start = ORIGIN.plus(Math.floorDiv(since, micros) * micros, ChronoUnit.MICROS);
    }
    return isDate ? start.toLocalDate() : start;
  }
}
