package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.time.DateParts;
import org.jspecify.annotations.Nullable;

/**
 * Parts of an interval, and its products by numbers with a fraction. Parts: years and the months of
 * the rest, days as they are, and hours of the time, which may be more than 24, with the minutes
 * and seconds of the rest. Each has the sign of what it is a part of.
 */
public final class IntervalParts {
  private static final int MONTHS_PER_YEAR = 12;
  private static final int MONTHS_PER_QUARTER = 3;
  private static final double DAYS_PER_MONTH = 30;
  private static final double SECONDS_PER_DAY = 86_400;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private IntervalParts() {}

  /** Returns the function of a part; its type rule refuses intervals for the parts of days. */
  public static RowCallNode.Function of(DateParts.Part part) {
    return row -> value(part, (CalendarInterval) row[0]);
  }

  /** Returns an interval times a DOUBLE, in either order. */
  public static RowCallNode.Function product() {
    return row ->
        row[0] instanceof CalendarInterval interval
            ? times(interval, (Double) row[1])
            : times((CalendarInterval) row[1], (Double) row[0]);
  }

  /** Returns an interval divided by a DOUBLE. */
  public static RowCallNode.Function quotient() {
    return IntervalParts::divided;
  }

  private static CalendarInterval divided(@Nullable Object[] row) {
    double divisor = (Double) row[1];
    if (divisor == 0) {
      throw Failures.divisionByZero("an interval");
    }
    CalendarInterval interval = (CalendarInterval) row[0];
    return made(
        interval.months() / divisor, interval.days() / divisor, interval.micros() / divisor);
  }

  private static CalendarInterval times(CalendarInterval interval, double factor) {
    return made(interval.months() * factor, interval.days() * factor, interval.micros() * factor);
  }

  /** A rest of months counts as days of 30 a month, one of days as time; both to a microsecond. */
  private static CalendarInterval made(double months, double days, double micros) {
    double wholeMonths = truncated(months);
    double moreDays = rounded((months - wholeMonths) * DAYS_PER_MONTH);
    double wholeDays = truncated(days);
    double fullDays = truncated(moreDays);
    double seconds = rounded((days - wholeDays + moreDays - fullDays) * SECONDS_PER_DAY);
    double carried = truncated(seconds / SECONDS_PER_DAY);
    double allDays = wholeDays + fullDays + carried;
    double rest = Math.rint(micros + (seconds - carried * SECONDS_PER_DAY) * MICROS_PER_SECOND);
    boolean fits =
        Math.abs(wholeMonths) <= Integer.MAX_VALUE
            && Math.abs(allDays) <= Integer.MAX_VALUE
            && Math.abs(rest) <= Long.MAX_VALUE / 1000.0;
    if (!fits) { // NaN too
      throw Failures.range("Cannot scale an interval: the result is out of range");
    }
    return new CalendarInterval((int) wholeMonths, (int) allDays, (long) rest);
  }

  private static double truncated(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  private static double rounded(double value) {
    return Math.rint(value * MICROS_PER_SECOND) / MICROS_PER_SECOND;
  }

  private static long value(DateParts.Part part, CalendarInterval interval) {
    int months = interval.months();
    long micros = interval.micros();
    return switch (part) {
      case YEAR -> months / MONTHS_PER_YEAR;
      case QUARTER -> months % MONTHS_PER_YEAR / MONTHS_PER_QUARTER + 1;
      case MONTH -> months % MONTHS_PER_YEAR;
      case DAY -> interval.days();
      case HOUR -> micros / MICROS_PER_HOUR;
      case MINUTE -> micros % MICROS_PER_HOUR / MICROS_PER_MINUTE;
      case SECOND -> micros % MICROS_PER_MINUTE / MICROS_PER_SECOND;
      case MILLISECOND -> micros % MICROS_PER_MINUTE / 1000;
      case MICROSECOND -> micros % MICROS_PER_MINUTE;
      case NANOSECOND -> micros % MICROS_PER_MINUTE * 1000;
      default -> throw new IllegalStateException("No part of intervals: " + part);
    };
  }
}
