package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.physical.kernel.Failures;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;

/** Times from a start up or down to an end, each an interval from the last one. Stateless. */
public final class TimeRanges {
  private static final int MAX_TIMES = 1 << 24; // of one list

  private TimeRanges() {}

  /** Returns the times before an end, as {@link #upTo}. */
  public static List<Temporal> before(
      Object start, Object end, CalendarInterval step, ZoneId zone) {
    List<Temporal> times = upTo(start, end, step, zone);
    boolean hasEnd = !times.isEmpty() && times.getLast().equals(end);
    return hasEnd ? times.subList(0, times.size() - 1) : times;
  }

  /**
   * Returns the times up to an end and with it; none if the interval is empty.
   *
   * @param start a LocalDateTime or Instant, as is the end
   * @param zone in which points in time have months and days
   */
  public static List<Temporal> upTo(Object start, Object end, CalendarInterval step, ZoneId zone) {
    Temporal last = (Temporal) end;
    if (ZoneShifts.isInfinite(start) || ZoneShifts.isInfinite(end)) {
      throw Failures.argument("Cannot make a list of times from or to an infinite one");
    }
    boolean isUp = step.months() > 0 || step.days() > 0 || step.micros() > 0;
    boolean isDown = step.months() < 0 || step.days() < 0 || step.micros() < 0;
    if (isUp && isDown) {
      throw Failures.argument(
          "Cannot make a list of times by the interval " + step + ", which goes both ways");
    }
    List<Temporal> times = new ArrayList<>();
    Temporal time = (Temporal) start;
    while ((isUp || isDown) && isWithin(time, last, isUp)) {
      if (times.size() == MAX_TIMES) {
        throw Failures.argument(
            "Cannot make a list of more than " + MAX_TIMES + " times; use a longer interval");
      }
      times.add(time);
      try {
        time = moved(time, step, zone);
      } catch (DateTimeException | ArithmeticException e) {
        break;
      }
    }
    return times;
  }

  private static boolean isWithin(Temporal time, Temporal end, boolean isUp) {
    int order =
        time instanceof Instant instant
            ? instant.compareTo((Instant) end)
            : ((LocalDateTime) time).compareTo((LocalDateTime) end);
    return isUp ? order <= 0 : order >= 0;
  }

  private static Temporal moved(Temporal time, CalendarInterval step, ZoneId zone) {
    LocalDateTime local =
        time instanceof Instant instant
            ? LocalDateTime.ofInstant(instant, zone)
            : (LocalDateTime) time;
    LocalDateTime day = local.plusMonths(step.months()).plusDays(step.days());
    return time instanceof Instant
        ? day.atZone(zone).toInstant().plus(step.micros(), ChronoUnit.MICROS)
        : day.plus(step.micros(), ChronoUnit.MICROS);
  }
}
