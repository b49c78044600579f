package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.schema.TimesOfDay;
import org.apache.arrow.vector.types.pojo.Field;

/** Checks that microseconds since midnight are a time of day; Arrow allows others. */
final class ArrowTimes {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private ArrowTimes() {}

  /** Returns whether a day has such a time. */
  static boolean has(long micros) {
    return micros >= 0 && micros < MICROS_PER_DAY;
  }

  /** Returns the error for a time that no day has. */
  static IpcValueException outside(Field field, long micros) {
    return new IpcValueException(
        ErrorCode.INVALID_CAST,
        field,
        "the time "
            + TimesOfDay.text(micros)
            + ", and times of a day are 00:00:00 to 23:59:59.999999");
  }
}
