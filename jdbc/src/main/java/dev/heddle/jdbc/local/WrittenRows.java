package dev.heddle.jdbc.local;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the number of written rows from what a statement says. */
final class WrittenRows {
  private static final Pattern INSERTED = Pattern.compile("^inserted (\\d+) rows? into ");
  private static final Pattern WROTE =
      Pattern.compile("(?s)^wrote .*?, (\\d+) rows?(?:[,\\n].*)?$");

  private WrittenRows() {}

  /** Returns the number of rows that were inserted or copied, 0 for other statements. */
  static long of(String message) {
    for (Pattern pattern : new Pattern[] {INSERTED, WROTE}) {
      Matcher matcher = pattern.matcher(message);
      if (matcher.find()) {
        return Long.parseLong(matcher.group(1));
      }
    }
    return 0;
  }
}
