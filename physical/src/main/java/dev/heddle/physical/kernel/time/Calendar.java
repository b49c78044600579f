package dev.heddle.physical.kernel.time;

/**
 * The proleptic Gregorian calendar by integer arithmetic: days since 1970-01-01 to and from year,
 * month and day.
 */
public final class Calendar {
  /** Microseconds of a day. */
  public static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Nanoseconds of a day. */
  public static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private static final int DAYS_PER_ERA = 146_097; // 400 years
  private static final int DAYS_TO_EPOCH = 719_468; // from 0000-03-01

  /** Whole eras that make every int32 day positive. */
  private static final int ERAS_BEFORE = 15_000;

  private static final long SHIFT_DAYS = (long) ERAS_BEFORE * DAYS_PER_ERA + DAYS_TO_EPOCH;

  /** 2^32 / (4 * 365.25), rounded up: divides the days of a century by multiplication. */
  private static final long YEAR_FACTOR = 2_939_745;

  private static final int DAYS_MARCH_TO_DECEMBER = 306;

  /** 2^16 / 30.6, the days of a month on average, and what makes March the third. */
  private static final long MONTH_FACTOR = 2141;

  private static final long MONTH_SHIFT = 197_913;

  private static final int FIRST_NOTED = -25_567; // 1900-01-01

  /**
   * The packed days of two centuries, each once it has been asked for: mostly few days come often.
   */
  private static final int[] NOTED = new int[73_049];

  private Calendar() {}

  /** Packs year, month and day of a day: {@code year << 16 | month << 8 | day}. */
  public static long civil(long epochDay) {
    long place = epochDay - FIRST_NOTED;
    if (place < 0 || place >= NOTED.length) {
      return computedCivil(epochDay);
    }
    int noted = NOTED[(int) place];
    if (noted == 0) {
      noted = (int) computedCivil(epochDay);
      NOTED[(int) place] = noted; // other threads write the same, or see 0 still
    }
    return noted;
  }

  private static long computedCivil(long epochDay) {
    int small = (int) epochDay;
    if (small == epochDay) {
      long march = sinceMarch(small);
      long year = march >> 16;
      long dayOfYear = march & 0xffff;
      long month = MONTH_FACTOR * dayOfYear + MONTH_SHIFT;
      long day = (month & 0xffff) / MONTH_FACTOR + 1;
      return dayOfYear >= DAYS_MARCH_TO_DECEMBER
          ? (year + 1) << 16 | ((month >>> 16) - 12) << 8 | day
          : year << 16 | (month >>> 16) << 8 | day;
    }
    return farCivil(epochDay);
  }

  private static long farCivil(long epochDay) {
    long shifted = epochDay + DAYS_TO_EPOCH;
    long era = Math.floorDiv(shifted, (long) DAYS_PER_ERA);
    long eraDay = shifted - era * DAYS_PER_ERA - DAYS_TO_EPOCH;
    return computedCivil(eraDay) + ((era * 400) << 16);
  }

  /**
   * Packs the year and the day of the year, both counted from the first of March, of an int32 day
   * (the method of Neri and Schneider, "Euclidean affine functions and their application to
   * calendar algorithms", 2022): {@code year << 16 | day}.
   */
  private static long sinceMarch(int epochDay) {
    long quarters = 4 * (epochDay + SHIFT_DAYS) + 3;
    long century = quarters / DAYS_PER_ERA;
    long inCentury = (quarters - century * DAYS_PER_ERA) | 3;
    long product = YEAR_FACTOR * inCentury;
    long dayOfYear = (product & 0xffffffffL) / YEAR_FACTOR / 4;
    return (100 * century + (product >>> 32) - 400L * ERAS_BEFORE) << 16 | dayOfYear;
  }

  /** Returns the year of a packed day. */
  public static long year(long civil) {
    return civil >> 16;
  }

  /** Returns the month, 1 to 12, of a packed day. */
  public static int month(long civil) {
    return (int) (civil >> 8) & 0xff;
  }

  /** Returns the day of the month of a packed day. */
  public static int day(long civil) {
    return (int) civil & 0xff;
  }

  /** Returns the days since 1970-01-01 of a date. */
  public static long epochDay(long year, int month, int day) {
    long y = month <= 2 ? year - 1 : year;
    long era = Math.floorDiv(y, 400L);
    int yearOfEra = (int) (y - era * 400);
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
  }

  /** Returns whether a year has a 29 February. */
  public static boolean isLeap(long year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Returns the days of a month. */
  public static int daysInMonth(long year, int month) {
    return switch (month) {
      case 2 -> isLeap(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Adds months to a day; a day that the new month does not have becomes its last. */
  public static long plusMonths(long epochDay, long months) {
    long civil = civil(epochDay);
    long count = year(civil) * 12 + month(civil) - 1 + months;
    long year = Math.floorDiv(count, 12L);
    int month = (int) (count - year * 12) + 1;
    return epochDay(year, month, Math.min(day(civil), daysInMonth(year, month)));
  }

  /** Returns the day of the week: 1 for Monday to 7 for Sunday. */
  public static int isoDayOfWeek(long epochDay) {
    return (int) Math.floorMod(epochDay + 3, 7L) + 1; // 1970-01-01 was a Thursday
  }

  /** Returns the day of the year, from 1. */
  public static int dayOfYear(long epochDay) {
    return (int) (epochDay - epochDay(year(civil(epochDay)), 1, 1)) + 1;
  }

  /** Returns the ISO week, 1 to 53: the one whose Thursday is in the year. */
  public static int isoWeek(long epochDay) {
    return (dayOfYear(thursday(epochDay)) - 1) / 7 + 1;
  }

  /** Returns the year that the ISO week is of: that of its Thursday. */
  public static long isoYear(long epochDay) {
    return year(civil(thursday(epochDay)));
  }

  private static long thursday(long epochDay) {
    return epochDay - isoDayOfWeek(epochDay) + 4;
  }
}
