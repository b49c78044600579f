package dev.heddle.frame.error;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Finds the names that somebody may have meant, and words the part of a message that offers them.
 */
public final class NearestNames {
  private static final int MAX_SUGGESTIONS = 3;
  private static final int MAX_LISTED = 20;

  private NearestNames() {}

  /**
   * Returns text such as {@code no column "shiped" in [id, shipped, due]; did you mean "shipped"?}.
   *
   * @param kind what is missing: column, table, function
   * @param name the name that was not found
   * @param candidates every name there is, in a stable order; listed if they are at most 20
   */
  public static String missing(String kind, String name, List<String> candidates) {
    StringBuilder text = new StringBuilder("no ").append(kind).append(" \"").append(name);
    text.append('"');
    if (candidates.size() <= MAX_LISTED) {
      text.append(" in [").append(String.join(", ", candidates)).append(']');
    }
    return text.append(suggestion(nearest(name, candidates))).toString();
  }

  /**
   * Returns the end of a message that offers names, such as {@code ; did you mean "a" or "b"?}.
   *
   * @param near what {@link #nearest} found; nothing is offered if it is empty
   */
  public static String suggestion(List<String> near) {
    return near.isEmpty()
        ? ""
        : near.stream()
            .map(n -> "\"" + n + "\"")
            .collect(Collectors.joining(" or ", "; did you mean ", "?"));
  }

  /**
   * Returns at most three candidates that are near the name, nearest first: equal but for case, few
   * typing errors (Damerau-Levenshtein distance up to a third of the length), or one the start of
   * the other.
   */
  public static List<String> nearest(String name, List<String> candidates) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return candidates.stream()
        .distinct()
        .filter(c -> isNear(wanted, c.toLowerCase(Locale.ROOT)))
        .sorted(Comparator.comparingInt(c -> distance(wanted, c.toLowerCase(Locale.ROOT))))
        .limit(MAX_SUGGESTIONS)
        .toList();
  }

  private static boolean isNear(String wanted, String candidate) {
    int longer = Math.max(wanted.length(), candidate.length());
    boolean isStart =
        Math.min(wanted.length(), candidate.length()) >= 3
            && (candidate.startsWith(wanted) || wanted.startsWith(candidate));
    boolean isEnd = wanted.length() >= 3 && candidate.endsWith("_" + wanted);
    return isStart || isEnd || distance(wanted, candidate) <= Math.max(1, longer / 3);
  }

  /**
   * Returns how many insertions, removals, replacements and swaps of neighbours lead from one text
   * to the other.
   */
  static int distance(String left, String right) {
    int[][] cost = new int[left.length() + 1][right.length() + 1];
    for (int i = 0; i <= left.length(); i++) {
      cost[i][0] = i;
    }
    for (int j = 0; j <= right.length(); j++) {
      cost[0][j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      for (int j = 1; j <= right.length(); j++) {
        int replace = left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1;
        int best = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1);
        best = Math.min(best, cost[i - 1][j - 1] + replace);
        if (i > 1
            && j > 1
            && left.charAt(i - 1) == right.charAt(j - 2)
            && left.charAt(i - 2) == right.charAt(j - 1)) {
          best = Math.min(best, cost[i - 2][j - 2] + 1);
        }
        cost[i][j] = best;
      }
    }
    return cost[left.length()][right.length()];
  }
}
