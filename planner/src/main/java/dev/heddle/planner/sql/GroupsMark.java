package dev.heddle.planner.sql;

import java.math.BigDecimal;

/**
 * How a frame of groups goes through a parser and a validator that know rows and ranges only: it
 * becomes a frame of rows whose distances are so large that nobody means them.
 */
public final class GroupsMark {
  private static final long FIRST = 4_000_000_000_000_000_000L;
  private static final int MOST_DIGITS = 15;
  private static final long MOST = 999_999_999_999_999L; // more groups than there are rows

  private GroupsMark() {}

  /** Returns the distance in rows that stands for one in groups, given by its digits. */
  static String marked(String digits) {
    return Long.toString(FIRST + (digits.length() > MOST_DIGITS ? MOST : Long.parseLong(digits)));
  }

  /** Returns whether a distance in rows stands for one in groups. */
  public static boolean isMarked(BigDecimal distance) {
    return distance.compareTo(BigDecimal.valueOf(FIRST)) >= 0
        && distance.compareTo(BigDecimal.valueOf(FIRST + MOST)) <= 0;
  }

  /** Returns the distance in groups that one in rows stands for. */
  public static long groups(BigDecimal distance) {
    return distance.longValueExact() - FIRST;
  }
}
