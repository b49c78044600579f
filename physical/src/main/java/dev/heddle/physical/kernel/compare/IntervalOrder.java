package dev.heddle.physical.kernel.compare;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.time.Calendar;

/** The order of intervals: by their lengths, with months of 30 days. Stateless. */
public final class IntervalOrder {
  private IntervalOrder() {}

  /** Compares the intervals at two addresses. */
  public static int compare(long a, long b) {
    int days = Long.compare(days(a), days(b));
    return days != 0 ? days : Long.compare(rest(a), rest(b));
  }

  /** Returns an interval's full days. */
  public static long days(long address) {
    long days = 30L * Memory.getInt(address) + Memory.getInt(address + 4);
    return days + Math.floorDiv(Memory.getLong(address + 8), Calendar.NANOS_PER_DAY);
  }

  /** Compares two intervals. */
  public static int compare(CalendarInterval a, CalendarInterval b) {
    int days = Long.compare(days(a), days(b));
    return days != 0 ? days : Long.compare(rest(a), rest(b));
  }

  /** Returns an interval's full days. */
  public static long days(CalendarInterval interval) {
    long days = 30L * interval.months() + interval.days();
    return days + Math.floorDiv(interval.micros(), Calendar.MICROS_PER_DAY);
  }

  private static long rest(CalendarInterval interval) {
    return Math.floorMod(interval.micros(), Calendar.MICROS_PER_DAY);
  }

  /** Returns what is left of an interval beside its full days. */
  private static long rest(long address) {
    return Math.floorMod(Memory.getLong(address + 8), Calendar.NANOS_PER_DAY);
  }
}
