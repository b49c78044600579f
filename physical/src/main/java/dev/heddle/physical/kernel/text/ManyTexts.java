package dev.heddle.physical.kernel.text;

import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * Occurrences of several texts in one that do not overlap: the next one is that which ends first,
 * of those that end there the longest. Empty texts and nulls among those sought do not occur.
 */
public final class ManyTexts {
  private ManyTexts() {}

  /** An occurrence of the text at a place of the list. */
  private record Found(int from, int to, int which) {}

  private static List<Found> all(String text, List<?> sought) {
    List<Found> found = new ArrayList<>();
    int start = 0;
    for (int end = 1; end <= text.length(); end++) {
      int best = -1;
      int length = 0;
      for (int i = 0; i < sought.size(); i++) {
        if (sought.get(i) instanceof String part
            && part.length() > length
            && part.length() <= end - start
            && text.startsWith(part, end - part.length())) {
          best = i;
          length = part.length();
        }
      }
      if (best >= 0) {
        found.add(new Found(end - length, end, best));
        start = end;
      }
    }
    return found;
  }

  /** Returns the texts that occur, in order. */
  public static List<String> found(String text, List<?> sought) {
    return all(text, sought).stream().map(each -> text.substring(each.from, each.to)).toList();
  }

  /** Returns where they occur, in characters from 1. */
  public static List<Long> positions(String text, List<?> sought) {
    return all(text, sought).stream().map(each -> 1L + text.codePointCount(0, each.from)).toList();
  }

  /**
   * Returns the text with each of them replaced.
   *
   * @param by the text in place of each, or the only one for all; nulls are empty
   * @throws dev.heddle.frame.error.HeddleException if there are neither one nor one for each
   */
  public static String replaced(String text, List<?> sought, List<?> by) {
    if (by.size() != 1 && by.size() != sought.size()) {
      throw Failures.argument(
          "Cannot replace "
              + sought.size()
              + " texts by "
              + by.size()
              + ": it takes one for each,"
              + " or one for all");
    }
    StringBuilder result = new StringBuilder();
    int from = 0;
    for (Found each : all(text, sought)) {
      result.append(text, from, each.from);
      if (by.get(by.size() == 1 ? 0 : each.which) instanceof String other) {
        result.append(other);
      }
      from = each.to;
    }
    return result.append(text, from, text.length()).toString();
  }
}
