package dev.heddle.physical.kernel.time;

import dev.heddle.io.memory.Memory;

/** Reads parts of days and times of day by integer arithmetic. */
public final class DateParts {
  /** The parts; days come first. */
  public enum Part {
    /** Calendar year. */
    YEAR,
    /** 1 to 4. */
    QUARTER,
    /** 1 to 12. */
    MONTH,
    /** ISO week. */
    WEEK,
    /** Day of the month. */
    DAY,
    /** 0 for Sunday to 6. */
    DAY_OF_WEEK,
    /** 1 for Monday to 7. */
    ISO_DAY_OF_WEEK,
    /** From 1. */
    DAY_OF_YEAR,
    /** 0 to 23. */
    HOUR,
    /** 0 to 59. */
    MINUTE,
    /** 0 to 59. */
    SECOND,
    /** Within the minute. */
    MILLISECOND,
    /** Within the minute. */
    MICROSECOND,
    /** Within the minute. */
    NANOSECOND;

    /** Returns whether the part depends on the day only. */
    public boolean isOfDay() {
      return ordinal() <= DAY_OF_YEAR.ordinal();
    }
  }

  private DateParts() {}

  /** Writes a part of int32 days as int64. */
  public static void ofDays(Part part, long days, int rows, long output) {
    switch (part) {
      case YEAR -> {
        for (int i = 0; i < rows; i++) {
          long civil = Calendar.civil(Memory.getInt(days + 4L * i));
          Memory.putLong(output + 8L * i, Calendar.year(civil));
        }
      }
      case MONTH -> {
        for (int i = 0; i < rows; i++) {
          long civil = Calendar.civil(Memory.getInt(days + 4L * i));
          Memory.putLong(output + 8L * i, Calendar.month(civil));
        }
      }
      case DAY -> {
        for (int i = 0; i < rows; i++) {
          long civil = Calendar.civil(Memory.getInt(days + 4L * i));
          Memory.putLong(output + 8L * i, Calendar.day(civil));
        }
      }
      default -> {
        for (int i = 0; i < rows; i++) {
          Memory.putLong(output + 8L * i, ofDay(part, Memory.getInt(days + 4L * i)));
        }
      }
    }
  }

  /** Writes a part of local timestamps (int64, of this number of steps a second) as int64. */
  public static void ofTimestamps(Part part, long values, long perSecond, int rows, long output) {
    long perDay = 86_400 * perSecond;
    if (part.isOfDay()) {
      for (int i = 0; i < rows; i++) {
        long day = Math.floorDiv(Memory.getLong(values + 8L * i), perDay);
        Memory.putLong(output + 8L * i, ofDay(part, day));
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      long ofDay = Math.floorMod(Memory.getLong(values + 8L * i), perDay);
      Memory.putLong(output + 8L * i, ofTime(part, ofDay, perSecond));
    }
  }

  private static long ofDay(Part part, long day) {
    return switch (part) {
      case YEAR -> Calendar.year(Calendar.civil(day));
      case QUARTER -> (Calendar.month(Calendar.civil(day)) + 2) / 3;
      case MONTH -> Calendar.month(Calendar.civil(day));
      case WEEK -> Calendar.isoWeek(day);
      case DAY -> Calendar.day(Calendar.civil(day));
      case DAY_OF_WEEK -> Calendar.isoDayOfWeek(day) % 7;
      case ISO_DAY_OF_WEEK -> Calendar.isoDayOfWeek(day);
      case DAY_OF_YEAR -> Calendar.dayOfYear(day);
      case HOUR, MINUTE, SECOND, MILLISECOND, MICROSECOND, NANOSECOND ->
          0; // a day starts at midnight
    };
  }

  private static long ofTime(Part part, long ofDay, long perSecond) {
    return switch (part) {
      case HOUR -> ofDay / (3600 * perSecond);
      case MINUTE -> ofDay / (60 * perSecond) % 60;
      case SECOND -> ofDay / perSecond % 60;
      case MILLISECOND -> ofDay % (60 * perSecond) / (perSecond / 1000);
      case MICROSECOND -> ofDay % (60 * perSecond) / (perSecond / 1_000_000);
      case NANOSECOND -> ofDay % (60 * perSecond) * (1_000_000_000 / perSecond);
      case YEAR, QUARTER, MONTH, WEEK, DAY, DAY_OF_WEEK, ISO_DAY_OF_WEEK, DAY_OF_YEAR ->
          throw new IllegalStateException("No part of a time: " + part);
    };
  }
}
