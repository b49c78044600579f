package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.Duration;
import java.time.Period;
import java.time.temporal.TemporalAmount;

/**
 * A value of type {@link DataType.Interval}: months, days and microseconds, each with its own sign.
 *
 * <p>The parts are separate because months and days have no fixed length. Equality compares the
 * parts one by one.
 *
 * @param months calendar months
 * @param days calendar days
 * @param micros microseconds
 */
public record CalendarInterval(int months, int days, long micros) {
  private static final int MONTHS_PER_YEAR = 12;
  private static final long NANOS_PER_MICRO = 1_000L;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000_000_000L;

  /** Returns whether columns hold it: they count the part below a day in nanoseconds. */
  public boolean isStorable() {
    return Math.abs(micros / MICROS_PER_SECOND) < MAX_SECONDS;
  }

  /** Returns an interval of the period's years, months and days. */
  public static CalendarInterval of(Period period) {
    try {
      return new CalendarInterval(
          Math.toIntExact(requireNonNull(period, "period is null").toTotalMonths()),
          period.getDays(),
          0);
    } catch (ArithmeticException e) {
      throw tooLong(period, e);
    }
  }

  private static HeddleException tooLong(TemporalAmount amount, ArithmeticException cause) {
    return new HeddleException(
        ErrorCode.NUMERIC_OVERFLOW,
        "Cannot make an interval of " + amount + ": it is too long",
        cause);
  }

  /** Returns an interval of the duration, cut to microseconds; it has no days. */
  public static CalendarInterval of(Duration duration) {
    try {
      long micros =
          Math.addExact(
              Math.multiplyExact(
                  requireNonNull(duration, "duration is null").getSeconds(), MICROS_PER_SECOND),
              duration.getNano() / NANOS_PER_MICRO);
      return new CalendarInterval(0, 0, micros);
    } catch (ArithmeticException e) {
      throw tooLong(duration, e);
    }
  }

  /** Returns the text that a cast to VARCHAR gives, {@code 1 year 2 months -3 days 00:00:01.5}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, months / MONTHS_PER_YEAR, "year");
    append(text, months % MONTHS_PER_YEAR, "month");
    append(text, days, "day");
    if (micros != 0 || text.isEmpty()) {
      text.append(text.isEmpty() ? "" : " ").append(micros < 0 ? "-" : "");
      long seconds = Math.abs(micros / MICROS_PER_SECOND);
      append(text, seconds / 3600, ':');
      append(text, seconds / 60 % 60, ':');
      append(text, seconds % 60, '.');
      String fraction = Long.toString(MICROS_PER_SECOND + Math.abs(micros % MICROS_PER_SECOND));
      text.append(fraction, 1, fraction.length());
      while (text.charAt(text.length() - 1) == '0') {
        text.setLength(text.length() - 1);
      }
      if (text.charAt(text.length() - 1) == '.') {
        text.setLength(text.length() - 1);
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, int count, String unit) {
    if (count != 0) {
      text.append(text.isEmpty() ? "" : " ").append(count).append(' ').append(unit);
      text.append(count == 1 || count == -1 ? "" : "s");
    }
  }

  private static void append(StringBuilder text, long part, char behind) {
    text.append(part < 10 ? "0" : "").append(part).append(behind);
  }
}
