package dev.heddle.physical.kernel.time;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.Failures;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Truncation of dates and timestamps to calendar and time units, and differences in them.
 *
 * <p>Timestamps with zone are taken apart in local time for days and longer units; shorter units
 * are counted in real time.
 */
public final class DateUnits {
  /** The units, from long to short. */
  public enum Unit {
    /** 1,000 years, from a year that 1,000 divides. */
    MILLENNIUM(12_000, 0),
    /** Hundred years, from a year that 100 divides. */
    CENTURY(1200, 0),
    /** Ten years, from a year that 10 divides. */
    DECADE(120, 0),
    /** Calendar year. */
    YEAR(12, 0),
    /** From the Monday of the week that the first Thursday of a year is in. */
    ISOYEAR(12, 0),
    /** Three months. */
    QUARTER(3, 0),
    /** Calendar month. */
    MONTH(1, 0),
    /** From Monday. */
    WEEK(0, 0),
    /** Calendar day. */
    DAY(0, 0),
    /** 60 minutes. */
    HOUR(0, 3_600_000_000L),
    /** 60 seconds. */
    MINUTE(0, 60_000_000L),
    /** Second. */
    SECOND(0, 1_000_000L),
    /** Thousandth of a second. */
    MILLISECOND(0, 1_000L),
    /** Millionth of a second. */
    MICROSECOND(0, 1L);

    private final int months;
    private final long micros;

    Unit(int months, long micros) {
      this.months = months;
      this.micros = micros;
    }

    /**
     * Returns the unit of a name in any case, singular, plural or short, or of a part of a time
     * that changes with it, such as {@code doy}.
     *
     * @throws dev.heddle.frame.error.HeddleException if there is none
     */
    public static Unit of(String name) {
      IntervalText.Unit unit = IntervalText.Unit.ofPart(name.strip());
      if (unit != null) {
        return valueOf(unit.name());
      }
      switch (name.strip().toLowerCase(Locale.ROOT)) { // parts that change with a unit
        case "doy", "dayofyear", "dow", "dayofweek", "weekday", "isodow", "julian" -> {
          return DAY;
        }
        case "yearweek" -> {
          return WEEK;
        }
        case "isoyear" -> {
          return ISOYEAR;
        }
        case "epoch" -> {
          return SECOND;
        }
        default -> {
          // There is none.
        }
      }
      throw Failures.argument(
          "Cannot use date unit \""
              + Failures.shorten(name)
              + "\"; the units are "
              + Arrays.stream(values())
                  .map(u -> u.name().toLowerCase(Locale.ROOT))
                  .collect(Collectors.joining(", ")));
    }

    /** Returns whether this is an hour or shorter. */
    public boolean isTime() {
      return micros != 0;
    }
  }

  private static final int DAYS_OF_WEEK = 7;
  private static final int DAY_OF_FIRST_WEEK = 4; // of January, in the first week of every year
  private static final int DAYS_TO_MONDAY = 3; // 1970-01-01 was a Thursday

  private DateUnits() {}

  /** Returns what of an interval is in full units, towards zero; a shorter part is left out. */
  public static CalendarInterval truncated(CalendarInterval interval, Unit unit) {
    int months = interval.months();
    int days = interval.days();
    return switch (unit) {
      case MILLENNIUM, CENTURY, DECADE, YEAR, ISOYEAR, QUARTER, MONTH ->
          new CalendarInterval(months - months % unit.months, 0, 0);
      case WEEK -> new CalendarInterval(months, days - days % DAYS_OF_WEEK, 0);
      case DAY -> new CalendarInterval(months, days, 0);
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND ->
          new CalendarInterval(months, days, interval.micros() - interval.micros() % unit.micros);
    };
  }

  /** Writes int32 days truncated to a unit. */
  public static void truncateDays(Unit unit, long days, int rows, long output) {
    for (int i = 0; i < rows; i++) {
      int day = Memory.getInt(days + 4L * i);
      Memory.putInt(output + 4L * i, Infinity.isDay(day) ? day : (int) startDay(unit, day));
    }
  }

  /** Writes timestamps truncated to a unit; of points in time, in local time. */
  public static void truncate(
      Unit unit, long values, long perSecond, @Nullable LocalTimes zone, int rows, long output) {
    long perDay = 86_400 * perSecond;
    for (int i = 0; i < rows; i++) {
      long value = Memory.getLong(values + 8L * i);
      if (Infinity.isMoment(value)) {
        Memory.putLong(output + 8L * i, value);
        continue;
      }
      long local = zone == null ? value : zone.toLocal(value);
      long start;
      if (unit.isTime()) {
        long width = unit.micros * (perSecond / 1_000_000);
        start = value - Math.floorMod(local, width);
      } else {
        start = startDay(unit, Math.floorDiv(local, perDay)) * perDay;
        start = zone == null ? start : zone.toInstant(start);
      }
      Memory.putLong(output + 8L * i, start);
    }
  }

  private static long startDay(Unit unit, long day) {
    if (unit == Unit.ISOYEAR) {
      return startDay(Unit.WEEK, Calendar.epochDay(Calendar.isoYear(day), 1, DAY_OF_FIRST_WEEK));
    }
    if (unit.months > 0) {
      long months = monthsOf(day);
      long start = months - Math.floorMod(months, (long) unit.months);
      return Calendar.epochDay(Math.floorDiv(start, 12L), (int) Math.floorMod(start, 12L) + 1, 1);
    }
    return unit == Unit.WEEK ? day - Math.floorMod(day + DAYS_TO_MONDAY, 7L) : day;
  }

  private static long monthsOf(long day) {
    long civil = Calendar.civil(day);
    return Calendar.year(civil) * 12 + Calendar.month(civil) - 1;
  }

  /** Returns how many starts of a unit are between two timestamps (in steps of a second's part). */
  public static long starts(
      Unit unit, long from, long to, long perSecond, @Nullable LocalTimes zone) {
    if (unit.isTime()) {
      return index(unit, to, perSecond) - index(unit, from, perSecond);
    }
    long perDay = 86_400 * perSecond;
    long first = Math.floorDiv(zone == null ? from : zone.toLocal(from), perDay);
    long last = Math.floorDiv(zone == null ? to : zone.toLocal(to), perDay);
    return startsOfDays(unit, first, last);
  }

  private static long index(Unit unit, long value, long perSecond) {
    long scaled = perSecond == 1_000_000 ? value : Math.floorDiv(value, perSecond / 1_000_000);
    return Math.floorDiv(scaled, unit.micros);
  }

  /** Returns how many starts of a unit are between two days; of weeks, how many are full. */
  public static long startsOfDays(Unit unit, long from, long to) {
    if (unit == Unit.ISOYEAR) {
      return Calendar.isoYear(to) - Calendar.isoYear(from);
    }
    if (unit.months > 0) {
      return Math.floorDiv(monthsOf(to), (long) unit.months)
          - Math.floorDiv(monthsOf(from), (long) unit.months);
    }
    return switch (unit) {
      case WEEK -> (to - from) / 7;
      case DAY -> to - from;
      default -> (to - from) * (Calendar.MICROS_PER_DAY / unit.micros);
    };
  }

  /** Returns how many full units are between two timestamps, cut towards zero. */
  public static long full(
      Unit unit, long from, long to, long perSecond, @Nullable LocalTimes zone) {
    if (from > to) {
      return -full(unit, to, from, perSecond, zone);
    }
    if (unit.isTime()) {
      // A quotient and a remainder of each side, so that the ends of the range do not overflow.
      long width = Math.max(1, unit.micros * (perSecond / 1_000_000));
      long whole = Math.floorDiv(to, width) - Math.floorDiv(from, width);
      return whole - (Math.floorMod(to, width) < Math.floorMod(from, width) ? 1 : 0);
    }
    long perDay = 86_400 * perSecond;
    long first = zone == null ? from : zone.toLocal(from);
    long last = zone == null ? to : zone.toLocal(to);
    return fullDays(
        unit,
        Math.floorDiv(first, perDay),
        Math.floorMod(first, perDay),
        Math.floorDiv(last, perDay),
        Math.floorMod(last, perDay));
  }

  /** Returns how many full units are between two moments, of which the second is not earlier. */
  public static long fullDays(Unit unit, long from, long fromTime, long to, long toTime) {
    if (unit.months > 0) {
      long months = monthsOf(to) - monthsOf(from);
      long reached = Calendar.plusMonths(from, months);
      boolean beyond = reached > to || (reached == to && fromTime > toTime);
      return (months - (beyond ? 1 : 0)) / unit.months;
    }
    long days = to - from - (fromTime > toTime ? 1 : 0);
    return switch (unit) {
      case WEEK -> days / 7;
      case DAY -> days;
      default -> (to - from) * (Calendar.MICROS_PER_DAY / unit.micros);
    };
  }
}
