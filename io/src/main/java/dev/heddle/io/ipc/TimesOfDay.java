package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import java.util.Locale;
import org.apache.arrow.vector.types.pojo.Field;

/** Tells microseconds since midnight that are times of a day from others, which Arrow allows. */
final class TimesOfDay {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  private TimesOfDay() {}

  /** Returns whether a day has such a time. */
  static boolean has(long micros) {
    return micros >= 0 && micros < MICROS_PER_DAY;
  }

  /** Returns the error for a time that no day has. */
  static IpcValueException outside(Field field, long micros) {
    return new IpcValueException(
        ErrorCode.INVALID_CAST,
        field,
        "the time " + text(micros) + ", and times of a day are 00:00:00 to 23:59:59.999999");
  }

  private static String text(long micros) {
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
