package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.number.EqualBins;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Upper ends of bins of equal width between two times, as {@link EqualBins} has them of numbers.
 * Nice ends are the starts of months, days, hours, minutes or seconds, and a nice width has no
 * parts that are small beside it. Stateless.
 */
public final class TimeBins {
  private static final long SECOND = 1_000_000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_MONTH = 30;

  private TimeBins() {}

  /** Returns the ends of bins. */
  public static List<LocalDateTime> of(
      LocalDateTime min, LocalDateTime max, long count, EqualBins.Ends kind) {
    if (ZoneShifts.isInfinite(min) || ZoneShifts.isInfinite(max)) {
      throw Failures.argument("Cannot make bins from or to an infinite time");
    }
    EqualBins.check(min.compareTo(max), min, max, count);
    if (min.equals(max)) {
      return List.of(max);
    }
    long micros = ChronoUnit.MICROS.between(min, max);
    if (kind == EqualBins.Ends.EVEN) {
      return EqualBins.ofIntegers(0, micros, count, kind).stream()
          .map(bound -> min.plus(bound, ChronoUnit.MICROS))
          .toList();
    }
    CalendarInterval step = nice(part(min, max, count));
    if (step.months() == 0 && step.days() == 0 && step.micros() == 0) {
      return EqualBins.ofIntegers(0, micros, count, EqualBins.Ends.EVEN).stream()
          .map(bound -> min.plus(bound, ChronoUnit.MICROS))
          .toList();
    }
    List<LocalDateTime> ends = new ArrayList<>();
    LocalDateTime at = ceiling(max, step);
    while (!at.isBefore(min) && ends.size() < count) {
      ends.add(at);
      at =
          at.minusMonths(step.months())
              .minusDays(step.days())
              .minus(step.micros(), ChronoUnit.MICROS);
    }
    Collections.reverse(ends);
    return ends;
  }

  /** Returns an n-th of the differences of months, of days and of times; months have 30 days. */
  private static CalendarInterval part(LocalDateTime min, LocalDateTime max, long count) {
    long months =
        (max.getYear() - (long) min.getYear()) * MONTHS_PER_YEAR
            + max.getMonthValue()
            - min.getMonthValue();
    int days = max.getDayOfMonth() - min.getDayOfMonth();
    long micros = (max.toLocalTime().toNanoOfDay() - min.toLocalTime().toNanoOfDay()) / 1000;
    double monthsOfPart = months / (double) count;
    int wholeMonths = (int) monthsOfPart;
    double daysOfPart = days / (double) count + (monthsOfPart - wholeMonths) * DAYS_PER_MONTH;
    int wholeDays = (int) daysOfPart;
    double microsOfPart =
        micros / (double) count + (daysOfPart - wholeDays) * Calendar.MICROS_PER_DAY;
    return new CalendarInterval(wholeMonths, wholeDays, (long) microsOfPart);
  }

  private static CalendarInterval nice(CalendarInterval step) {
    if (step.months() >= MONTHS_PER_YEAR / 2) {
      return new CalendarInterval(step.months(), 0, 0);
    }
    if (step.months() > 0 || step.days() >= 5) {
      return new CalendarInterval(step.months(), step.days(), 0);
    }
    long micros = step.micros();
    long unit = 1;
    if (step.days() > 0 || micros >= 6 * HOUR) {
      unit = HOUR;
    } else if (micros >= HOUR) {
      unit = HOUR / 4;
    } else if (micros >= 10 * MINUTE) {
      unit = MINUTE;
    } else if (micros >= MINUTE) {
      unit = MINUTE / 4;
    } else if (micros >= 10 * SECOND) {
      unit = SECOND;
    }
    return new CalendarInterval(0, step.days(), (micros + unit / 2) / unit * unit);
  }

  /** Returns the first start, from a time on, of a unit that suits a width. */
  private static LocalDateTime ceiling(LocalDateTime time, CalendarInterval step) {
    LocalDateTime start;
    LocalDateTime next;
    if (step.months() >= MONTHS_PER_YEAR) {
      start = time.truncatedTo(ChronoUnit.DAYS).withDayOfMonth(1);
      next = start.plusMonths(1);
    } else {
      ChronoUnit unit =
          step.months() > 0 || step.days() > 0
              ? ChronoUnit.DAYS
              : step.micros() >= HOUR
                  ? ChronoUnit.HOURS
                  : step.micros() >= MINUTE
                      ? ChronoUnit.MINUTES
                      : step.micros() >= SECOND ? ChronoUnit.SECONDS : ChronoUnit.MICROS;
      start = time.truncatedTo(unit);
      next = start.plus(1, unit);
    }
    return start.equals(time) ? time : next;
  }
}
