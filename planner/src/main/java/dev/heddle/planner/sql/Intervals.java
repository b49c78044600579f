package dev.heddle.planner.sql;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.IntervalText;
import dev.heddle.frame.schema.IntervalText.Unit;
import java.math.BigDecimal;
import java.math.RoundingMode;
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
  private static final Pattern YEAR_MONTH = Pattern.compile("\\s*([+-]?)(\\d+)-(\\d+)\\s*");
  private static final Pattern DAY_TIME =
      Pattern.compile("\\s*([+-]?)(?:(\\d+)\\s+)?(\\d+):(\\d+)(?::(\\d+(?:\\.\\d*)?))?\\s*");

  private Intervals() {}

  /** Returns the step between times of n digits behind the second, of which there are at most 6. */
  public static CalendarInterval secondFraction(int digits) {
    long micros = MICROS_PER_SECOND;
    for (int i = 0; i < digits; i++) {
      micros /= 10;
    }
    return new CalendarInterval(0, 0, micros);
  }

  /**
   * Returns the value of a text that follows INTERVAL. A unit longer than a second that follows
   * counts in integers.
   *
   * @param unit the unit that follows; null if the text names its own
   * @throws ArithmeticException if it is too large
   * @throws IllegalArgumentException if it is no interval
   */
  public static CalendarInterval parse(String text, @Nullable Unit unit) {
    Matcher number = NUMBER.matcher(text);
    if (unit != null && number.matches()) {
      BigDecimal count = new BigDecimal(number.group(1));
      boolean keepsFraction = unit.compareTo(Unit.SECOND) >= 0;
      return unit.times(keepsFraction ? count : count.setScale(0, RoundingMode.DOWN));
    }
    Matcher yearMonth = YEAR_MONTH.matcher(text);
    if (yearMonth.matches()) {
      int months =
          Math.addExact(
              Math.multiplyExact(12, Integer.parseInt(yearMonth.group(2))),
              Integer.parseInt(yearMonth.group(3)));
      CalendarInterval interval = new CalendarInterval(months, 0, 0);
      return yearMonth.group(1).equals("-") ? IntervalText.negated(interval) : interval;
    }
    Matcher dayTime = DAY_TIME.matcher(text);
    if (dayTime.matches()) {
      CalendarInterval interval = dayTime(dayTime, unit == Unit.MINUTE);
      return dayTime.group(1).equals("-") ? IntervalText.negated(interval) : interval;
    }
    CalendarInterval parts = IntervalText.parse(text);
    if (parts == null) {
      throw new IllegalArgumentException(text);
    }
    return parts;
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
      micros += Unit.SECOND.times(new BigDecimal(matcher.group(5))).micros();
    }
    return new CalendarInterval(0, days, micros);
  }
}
