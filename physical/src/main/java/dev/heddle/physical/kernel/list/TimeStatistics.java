package dev.heddle.physical.kernel.list;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.physical.kernel.Failures;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statistics of dates and times of a list, as microseconds; nulls are left out. Stateless. */
public final class TimeStatistics {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private TimeStatistics() {}

  /** Returns the median of the distances from the median, as days and a rest; null of none. */
  public static @Nullable CalendarInterval deviation(List<?> values) {
    List<Long> micros = new ArrayList<>();
    try {
      for (Object value : values) {
        if (value != null) {
          micros.add(micros(value));
        }
      }
      if (micros.isEmpty()) {
        return null;
      }
      long middle = middle(micros);
      micros.replaceAll(time -> Math.absExact(Math.subtractExact(time, middle)));
      long distance = middle(micros);
      return new CalendarInterval(
          0, Math.toIntExact(distance / MICROS_PER_DAY), distance % MICROS_PER_DAY);
    } catch (ArithmeticException e) {
      throw Failures.range("Cannot hold the distances of times from their median as intervals");
    }
  }

  private static long micros(Object time) {
    return switch (time) {
      case LocalTime clock -> clock.toNanoOfDay() / 1000;
      case LocalDate day -> Math.multiplyExact(day.toEpochDay(), MICROS_PER_DAY);
      case LocalDateTime local -> micros(local.toInstant(ZoneOffset.UTC));
      case Instant moment -> ChronoUnit.MICROS.between(Instant.EPOCH, moment);
      default -> throw new IllegalStateException("No time: " + time.getClass());
    };
  }

  private static long middle(List<Long> sorted) {
    Collections.sort(sorted);
    long lower = sorted.get((sorted.size() - 1) / 2);
    return lower + Math.ceilDiv(Math.subtractExact(sorted.get(sorted.size() / 2), lower), 2L);
  }
}
