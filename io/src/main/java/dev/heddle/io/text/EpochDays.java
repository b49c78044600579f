package dev.heddle.io.text;

/** Days of the proleptic Gregorian calendar, without making an object. */
final class EpochDays {
  private EpochDays() {}

  /** Returns how many days after 1970-01-01 a day is that exists. */
  static long of(int year, int month, int day) {
    // years that begin in March have their odd day at the end
    int shifted = month > 2 ? year : year - 1;
    int inYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int leapDays =
        Math.floorDiv(shifted, 4) - Math.floorDiv(shifted, 100) + Math.floorDiv(shifted, 400);
    return 365L * shifted + leapDays + inYear - 719_468;
  }

  /** Returns how many days a month has. */
  static int inMonth(int year, int month) {
    boolean isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return switch (month) {
      case 2 -> isLeap ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }
}
