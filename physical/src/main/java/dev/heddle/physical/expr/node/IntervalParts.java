package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.physical.kernel.time.DateParts;

/**
 * Parts of an interval: years and the months of the rest, days as they are, and hours of the time,
 * which may be more than 24, with the minutes and seconds of the rest. Each has the sign of what it
 * is a part of.
 */
public final class IntervalParts {
  private static final int MONTHS_PER_YEAR = 12;
  private static final int MONTHS_PER_QUARTER = 3;
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private IntervalParts() {}

  /** Returns the function of a part; its type rule refuses intervals for the parts of days. */
  public static RowCallNode.Function of(DateParts.Part part) {
    return row -> value(part, (CalendarInterval) row[0]);
  }

  private static long value(DateParts.Part part, CalendarInterval interval) {
    int months = interval.months();
    long micros = interval.micros();
    return switch (part) {
      case YEAR -> months / MONTHS_PER_YEAR;
      case QUARTER -> months % MONTHS_PER_YEAR / MONTHS_PER_QUARTER + 1;
      case MONTH -> months % MONTHS_PER_YEAR;
      case DAY -> interval.days();
      case HOUR -> micros / MICROS_PER_HOUR;
      case MINUTE -> micros % MICROS_PER_HOUR / MICROS_PER_MINUTE;
      case SECOND -> micros % MICROS_PER_MINUTE / MICROS_PER_SECOND;
      case MILLISECOND -> micros % MICROS_PER_MINUTE / 1000;
      case MICROSECOND -> micros % MICROS_PER_MINUTE;
      case NANOSECOND -> micros % MICROS_PER_MINUTE * 1000;
      default -> throw new IllegalStateException("No part of intervals: " + part);
    };
  }
}
