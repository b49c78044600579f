package dev.heddle.frame.schema;

import java.time.Duration;
import java.time.Period;

/**
 * A value of type {@link DataType.Interval}: months, days and microseconds, each with its own sign.
 *
 * <p>The parts are kept apart because months and days have no fixed length. Equality compares the
 * parts one by one.
 *
 * @param months calendar months
 * @param days calendar days
 * @param micros microseconds
 */
public record CalendarInterval(int months, int days, long micros) {
  private static final long NANOS_PER_MICRO = 1_000L;
  private static final long MICROS_PER_SECOND = 1_000_000L;

  /** Returns an interval of the period's years, months and days. */
  public static CalendarInterval of(Period period) {
    return new CalendarInterval(Math.toIntExact(period.toTotalMonths()), period.getDays(), 0);
  }

  /** Returns an interval of the duration, cut to microseconds; it has no days. */
  public static CalendarInterval of(Duration duration) {
    long micros =
        Math.addExact(
            Math.multiplyExact(duration.getSeconds(), MICROS_PER_SECOND),
            duration.getNano() / NANOS_PER_MICRO);
    return new CalendarInterval(0, 0, micros);
  }

  /** Returns SQL-like text such as {@code 14 months -3 days 1.500000 seconds}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (months != 0) {
      text.append(months).append(" months");
    }
    if (days != 0) {
      text.append(text.isEmpty() ? "" : " ").append(days).append(" days");
    }
    if (micros != 0 || text.isEmpty()) {
      long whole = Math.abs(micros / MICROS_PER_SECOND);
      long fraction = Math.abs(micros % MICROS_PER_SECOND);
      text.append(text.isEmpty() ? "" : " ").append(micros < 0 ? "-" : "").append(whole);
      if (fraction != 0) {
        text.append('.').append(String.format("%06d", fraction));
      }
      text.append(" seconds");
    }
    return text.toString();
  }
}
