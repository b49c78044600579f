package dev.heddle.planner.translate;

import java.time.Month;
import java.time.chrono.IsoChronology;
import org.apache.calcite.util.DateString;
import org.jspecify.annotations.Nullable;

/** Reads dates as nearly all are written. All other texts are left to Calcite. Stateless. */
final class PlainDates {
  /** The first whole year of the calendar that is used for all years here. */
  private static final int FIRST_YEAR = 1583;

  private PlainDates() {}

  /** Returns the date of a text such as {@code 2026-01-31}, or null if it is not as plain. */
  static @Nullable DateString read(String text) {
    if (text.length() != 10 || text.charAt(4) != '-' || text.charAt(7) != '-') {
      return null;
    }
    int year = number(text, 0, 4);
    int month = number(text, 5, 7);
    int day = number(text, 8, 10);
    boolean isDate =
        year >= FIRST_YEAR
            && month >= 1
            && month <= 12
            && day >= 1
            && day <= Month.of(month).length(IsoChronology.INSTANCE.isLeapYear(year));
    return isDate ? new DateString(year, month, day) : null;
  }

  /** Returns a number of decimal digits, or -1 if there is anything else. */
  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
