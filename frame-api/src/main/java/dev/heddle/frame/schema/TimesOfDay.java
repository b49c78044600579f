package dev.heddle.frame.schema;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.LocalTime;

/** Turns the numbers of {@code TIME} columns into times of day. */
public final class TimesOfDay {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long NANOS_PER_MICRO = 1_000;

  private TimesOfDay() {}

  /**
   * Returns the time of day that is some microseconds after midnight.
   *
   * @throws HeddleException with code {@code NUMERIC_OVERFLOW} if it is outside the day
   */
  public static LocalTime of(long micros) {
    if (micros < 0 || micros >= MICROS_PER_DAY) {
      throw new HeddleException(
          ErrorCode.NUMERIC_OVERFLOW,
          "Cannot give a TIME of "
              + micros
              + " microseconds: it is outside the day, 00:00:00 to 23:59:59.999999");
    }
    return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
  }
}
