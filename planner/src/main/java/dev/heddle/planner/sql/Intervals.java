package dev.heddle.planner.sql;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.planner.sql.tree.IntervalUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads interval literals: {@code '90' day}, {@code '1-2' year to month}, {@code '3 months -2
 * days'}, {@code '1 02:03:04.5' day to second}.
 */
public final class Intervals {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private static final Pattern NUMBER =
      Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d*)?|[+-]?\\.\\d+)\\s*");
  private static final Pattern PART =
      Pattern.compile("\\s*([+-]?\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]+)\\s*,?");
  private static final Pattern YEAR_MONTH = Pattern.compile("\\s*([+-]?)(\\d+)-(\\d+)\\s*");
  private static final Pattern DAY_TIME =
      Pattern.compile("\\s*([+-]?)(?:(\\d+)\\s+)?(\\d+):(\\d+)(?::(\\d+(?:\\.\\d*)?))?\\s*");

  private Intervals() {}

  private enum Unit {
    YEAR(12, 0, 0),
    QUARTER(3, 0, 0),
    MONTH(1, 0, 0),
    WEEK(0, 7, 0),
    DAY(0, 1, 0),
    HOUR(0, 0, MICROS_PER_HOUR),
    MINUTE(0, 0, MICROS_PER_MINUTE),
    SECOND(0, 0, MICROS_PER_SECOND),
    MILLISECOND(0, 0, 1000),
    MICROSECOND(0, 0, 1),
    DECADE(120, 0, 0),
    CENTURY(1200, 0, 0);

    final int months;
    final int days;
    final long micros;

    Unit(int months, int days, long micros) {
      this.months = months;
      this.days = days;
      this.micros = micros;
    }
  }

  private static Unit unit(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (upper.equals("CENTURIES")) {
      return Unit.CENTURY;
    }
    return Unit.valueOf(
        upper.length() > 1 && upper.endsWith("S") ? upper.substring(0, upper.length() - 1) : upper);
  }

  /** Returns the step between times of n digits behind the second, of which there are at most 6. */
  public static CalendarInterval secondFraction(int digits) {
    long micros = MICROS_PER_SECOND;
    for (int i = 0; i < digits; i++) {
      micros /= 10;
    }
    return new CalendarInterval(0, 0, micros);
  }

  /**
   * Returns the value of a text as it stands behind INTERVAL.
   *
   * @param unit the unit that follows; null if the text names its own
   * @throws ArithmeticException if it is too large
   * @throws IllegalArgumentException if it is no interval
   */
  public static CalendarInterval parse(String text, @Nullable IntervalUnit unit) {
    Matcher number = NUMBER.matcher(text);
    if (unit != null && number.matches()) {
      return times(Unit.valueOf(unit.name()), new BigDecimal(number.group(1)));
    }
    Matcher yearMonth = YEAR_MONTH.matcher(text);
    if (yearMonth.matches()) {
      int months =
          Math.addExact(
              Math.multiplyExact(12, Integer.parseInt(yearMonth.group(2))),
              Integer.parseInt(yearMonth.group(3)));
      CalendarInterval interval = new CalendarInterval(months, 0, 0);
      return yearMonth.group(1).equals("-") ? negate(interval) : interval;
    }
    Matcher dayTime = DAY_TIME.matcher(text);
    if (dayTime.matches()) {
      CalendarInterval interval = dayTime(dayTime, unit == IntervalUnit.MINUTE);
      return dayTime.group(1).equals("-") ? negate(interval) : interval;
    }
    return parts(text);
  }

  /** Returns the opposite. */
  public static CalendarInterval negate(CalendarInterval interval) {
    return new CalendarInterval(
        Math.negateExact(interval.months()),
        Math.negateExact(interval.days()),
        Math.negateExact(interval.micros()));
  }

  private static CalendarInterval dayTime(Matcher matcher, boolean startsWithMinute) {
    int days = matcher.group(2) == null ? 0 : Integer.parseInt(matcher.group(2));
    long first = Long.parseLong(matcher.group(3));
    long second = Long.parseLong(matcher.group(4));
    long micros;
    boolean isMinuteToSecond = matcher.group(5) == null && startsWithMinute;
    if (isMinuteToSecond) {
      micros = first * MICROS_PER_MINUTE + second * MICROS_PER_SECOND;
    } else {
      micros = first * MICROS_PER_HOUR + second * MICROS_PER_MINUTE;
    }
    if (matcher.group(5) != null) {
      micros += micros(new BigDecimal(matcher.group(5)), MICROS_PER_SECOND);
    }
    return new CalendarInterval(0, days, micros);
  }

  private static CalendarInterval parts(String text) {
    Matcher part = PART.matcher(text);
    CalendarInterval sum = new CalendarInterval(0, 0, 0);
    int at = 0;
    while (at < text.strip().length()) {
      if (!part.find(at) || part.start() != at) {
        throw new IllegalArgumentException(text);
      }
      CalendarInterval next = times(unit(part.group(2)), new BigDecimal(part.group(1)));
      sum =
          new CalendarInterval(
              Math.addExact(sum.months(), next.months()),
              Math.addExact(sum.days(), next.days()),
              Math.addExact(sum.micros(), next.micros()));
      at = part.end();
    }
    if (at == 0) {
      throw new IllegalArgumentException(text);
    }
    return sum;
  }

  private static CalendarInterval times(Unit unit, BigDecimal count) {
    if (unit.micros != 0) {
      return new CalendarInterval(0, 0, micros(count, unit.micros));
    }
    return new CalendarInterval(
        count.multiply(BigDecimal.valueOf(unit.months)).intValueExact(),
        count.multiply(BigDecimal.valueOf(unit.days)).intValueExact(),
        0);
  }

  private static long micros(BigDecimal count, long unit) {
    return count
        .multiply(BigDecimal.valueOf(unit))
        .setScale(0, RoundingMode.HALF_UP)
        .longValueExact();
  }
}
