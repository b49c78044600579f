package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Intervals as texts: numbers with units, maybe with a fraction, and times, {@code 1 year -2.5 days
 * 04:05:06}. {@code @} may precede them and {@code ago} follow them, which changes the sign. A
 * number alone is one of seconds. Stateless.
 */
public final class IntervalText {
  /** The units of time that intervals are made of. */
  public enum Unit {
    /** A thousand years. */
    MILLENNIUM(12_000, 0, 0, "millennia", "millenniums", "millenium", "mil", "mils"),
    /** A hundred years. */
    CENTURY(1200, 0, 0, "centuries", "cent", "c"),
    /** Ten years. */
    DECADE(120, 0, 0, "decades", "dec", "decs"),
    /** Year. */
    YEAR(12, 0, 0, "years", "yr", "yrs", "y"),
    /** Three months. */
    QUARTER(3, 0, 0, "quarters"),
    /** Calendar month. */
    MONTH(1, 0, 0, "months", "mon", "mons"),
    /** Seven days. */
    WEEK(0, 7, 0, "weeks", "w"),
    /** Calendar day. */
    DAY(0, 1, 0, "days", "d", "dayofmonth"),
    /** Hour. */
    HOUR(0, 0, 3_600_000_000L, "hours", "hr", "hrs", "h"),
    /** Minute. */
    MINUTE(0, 0, 60_000_000L, "minutes", "min", "mins", "m"),
    /** Second. */
    SECOND(0, 0, 1_000_000L, "seconds", "sec", "secs", "s"),
    /** Thousandth of a second. */
    MILLISECOND(0, 0, 1_000L, "milliseconds", "msecond", "mseconds", "msec", "msecs", "ms"),
    /** Millionth of a second. */
    MICROSECOND(0, 0, 1L, "microseconds", "usecond", "useconds", "usec", "usecs", "us");

    /** Names that functions of dates take besides those of intervals. */
    private static final Map<String, Unit> PARTS =
        Map.of("yyyy", YEAR, "yy", YEAR, "mm", MONTH, "dd", DAY);

    private static final Map<String, Unit> BY_NAME = new HashMap<>();

    static {
      for (Unit unit : values()) {
        BY_NAME.put(unit.name().toLowerCase(Locale.ROOT), unit);
        unit.otherNames.forEach(name -> BY_NAME.put(name, unit));
      }
    }

    private final int months;
    private final int days;
    private final long micros;
    private final List<String> otherNames;

    Unit(int months, int days, long micros, String... otherNames) {
      this.months = months;
      this.days = days;
      this.micros = micros;
      this.otherNames = Arrays.asList(otherNames);
    }

    /** Returns the unit of a name in any case, singular, plural or short; null if none has it. */
    public static @Nullable Unit of(String name) {
      return BY_NAME.get(requireNonNull(name, "name is null").toLowerCase(Locale.ROOT));
    }

    /** Returns the unit of a name that functions of dates take; null if none has it. */
    public static @Nullable Unit ofPart(String name) {
      Unit unit = of(name);
      return unit == null ? PARTS.get(name.toLowerCase(Locale.ROOT)) : unit;
    }

    /** Returns the unit of a name that is written out, singular or plural; null if none has it. */
    public static @Nullable Unit ofWord(String name) {
      Unit unit = of(name);
      String lower = name.toLowerCase(Locale.ROOT);
      boolean isWrittenOut =
          unit != null
              && (lower.startsWith(unit.name().toLowerCase(Locale.ROOT))
                  || lower.equals(unit.otherNames.getFirst()));
      return isWrittenOut && !lower.equals("dayofmonth") ? unit : null;
    }

    /**
     * Returns a number of this unit. A fraction of years goes to whole months, one of a quarter to
     * whole days of 30 a month, one of a month to such days and the time, one of days to the time.
     *
     * @throws ArithmeticException if it is too large
     */
    public CalendarInterval times(BigDecimal count) {
      requireNonNull(count, "count is null");
      if (micros != 0) {
        return new CalendarInterval(0, 0, micros(count, micros));
      }
      if (months >= YEAR.months) {
        BigDecimal exact = count.multiply(BigDecimal.valueOf(months));
        return new CalendarInterval(exact.setScale(0, RoundingMode.HALF_UP).intValueExact(), 0, 0);
      }
      if (months != 0) {
        BigDecimal[] parts = split(count.multiply(BigDecimal.valueOf(months)));
        BigDecimal exactDays = parts[1].multiply(BigDecimal.valueOf(DAYS_PER_MONTH));
        BigDecimal[] rest =
            split(this == MONTH ? exactDays : exactDays.setScale(0, RoundingMode.HALF_UP));
        return new CalendarInterval(
            parts[0].intValueExact(), rest[0].intValueExact(), micros(rest[1], MICROS_PER_DAY));
      }
      BigDecimal[] parts = split(count.multiply(BigDecimal.valueOf(days)));
      return new CalendarInterval(0, parts[0].intValueExact(), micros(parts[1], MICROS_PER_DAY));
    }

    private static BigDecimal[] split(BigDecimal number) {
      return number.divideAndRemainder(BigDecimal.ONE);
    }

    private static long micros(BigDecimal count, long unit) {
      RoundingMode mode = unit == 1 ? RoundingMode.DOWN : RoundingMode.HALF_UP;
      return count.multiply(BigDecimal.valueOf(unit)).setScale(0, mode).longValueExact();
    }
  }

  private static final int DAYS_PER_MONTH = 30;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final Pattern CLOCK =
      Pattern.compile("([+-]?)(\\d+):(?:(\\d{1,2})(?::(?:(\\d{1,2})(?:\\.(\\d*))?)?)?)?(?=\\s|$)");
  private static final Pattern PART =
      Pattern.compile("([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))\\s*([a-zA-Z]*)\\s*,?");
  private static final Pattern SECONDS = Pattern.compile("-?\\d+(?:\\.\\d*)?");
  private static final Pattern AGO = Pattern.compile("ago\\s*", Pattern.CASE_INSENSITIVE);

  private IntervalText() {}

  /**
   * Returns the interval of a text; null if it is none.
   *
   * @throws ArithmeticException if it is too large
   */
  public static @Nullable CalendarInterval parse(String text) {
    String stripped = requireNonNull(text, "text is null").strip();
    String parts = stripped.startsWith("@") ? stripped.substring(1).strip() : stripped;
    if (SECONDS.matcher(parts).matches()) {
      return Unit.SECOND.times(new BigDecimal(parts));
    }
    Matcher clock = CLOCK.matcher(parts);
    Matcher part = PART.matcher(parts);
    Matcher ago = AGO.matcher(parts);
    CalendarInterval sum = new CalendarInterval(0, 0, 0);
    int at = 0;
    while (at < parts.length()) {
      if (Character.isWhitespace(parts.charAt(at))) {
        at++;
      } else if (clock.find(at) && clock.start() == at) {
        CalendarInterval time = time(clock);
        if (time == null) {
          return null;
        }
        sum = sum(sum, time);
        at = clock.end();
      } else if (part.find(at) && part.start() == at) {
        Unit unit = Unit.of(part.group(2));
        if (unit == null) {
          return null;
        }
        sum = sum(sum, unit.times(new BigDecimal(part.group(1))));
        at = part.end();
      } else {
        boolean isAgo = at > 0 && ago.region(at, parts.length()).matches();
        return isAgo ? negated(sum) : null;
      }
    }
    return at == 0 ? null : sum;
  }

  /**
   * Returns the opposite.
   *
   * @throws ArithmeticException if it is too large
   */
  public static CalendarInterval negated(CalendarInterval interval) {
    requireNonNull(interval, "interval is null");
    return new CalendarInterval(
        Math.negateExact(interval.months()),
        Math.negateExact(interval.days()),
        Math.negateExact(interval.micros()));
  }

  private static CalendarInterval sum(CalendarInterval a, CalendarInterval b) {
    return new CalendarInterval(
        Math.addExact(a.months(), b.months()),
        Math.addExact(a.days(), b.days()),
        Math.addExact(a.micros(), b.micros()));
  }

  private static @Nullable CalendarInterval time(Matcher clock) {
    BigDecimal hours = new BigDecimal(clock.group(2));
    int minutes = clock.group(3) == null ? 0 : Integer.parseInt(clock.group(3));
    int seconds = clock.group(4) == null ? 0 : Integer.parseInt(clock.group(4));
    if (minutes > 59 || seconds > 59) {
      return null;
    }
    String fraction = clock.group(5) == null ? "" : clock.group(5);
    long micros =
        Math.addExact(
            Unit.HOUR.times(hours).micros(),
            Unit.MINUTE.micros * minutes
                + Unit.SECOND.micros * seconds
                + Long.parseLong((fraction + "000000").substring(0, 6)));
    return new CalendarInterval(0, 0, clock.group(1).equals("-") ? -micros : micros);
  }
}
