package dev.heddle.frame.schema;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.LocalTime;
import java.util.Locale;

/** Turns the numbers of {@code TIME} columns into times of day. */
public final class TimesOfDay {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
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
          "Cannot give the TIME "
              + text(micros)
              + ": it is outside the day, 00:00:00 to 23:59:59.999999");
    }
    return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
  }

  /** Returns some microseconds as hours, minutes and seconds, also of times that no day has. */
  public static String text(long micros) {
    long seconds = Math.abs(micros / MICROS_PER_SECOND);
    long rest = Math.abs(micros % MICROS_PER_SECOND);
    return String.format(
        Locale.ROOT,
        "%s%02d:%02d:%02d%s",
        micros < 0 ? "-" : "",
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        rest == 0 ? "" : String.format(Locale.ROOT, ".%06d", rest));
  }
}
