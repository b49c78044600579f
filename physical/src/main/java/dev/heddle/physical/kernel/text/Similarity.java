package dev.heddle.physical.kernel.text;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.physical.kernel.Failures;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How far texts are from each other, by code points. Stateless. */
public final class Similarity {
  private static final double PREFIX_WEIGHT = 0.1;
  private static final int MAX_PREFIX = 4;
  private static final double PREFIX_FROM = 0.7;
  private static final long MAX_PAIRS = 1 << 24; // of characters, 64 MiB of counts

  private Similarity() {}

  /** Returns the least number of characters to put in, take out or replace. */
  public static long levenshtein(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    int[] cost = new int[b.length + 1]; // of each start of b, from the start of a so far
    for (int j = 0; j <= b.length; j++) {
      cost[j] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      CancelPoint.check();
      int diagonal = cost[0];
      int before = i;
      cost[0] = i;
      int character = a[i - 1];
      for (int j = 1; j <= b.length; j++) {
        int above = cost[j];
        int replaced = diagonal + (character == b[j - 1] ? 0 : 1);
        before = Math.min(replaced, Math.min(before, above) + 1);
        cost[j] = before;
        diagonal = above;
      }
    }
    return cost[b.length];
  }

  /**
   * Returns the least number of characters to put in, take out or replace, and of neighbours to
   * swap, between which others may come later.
   */
  public static long damerauLevenshtein(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    checkLengths(a, b);
    int[][] cost = new int[a.length + 2][b.length + 2]; // one more in front, for swaps
    int most = a.length + b.length;
    Map<Integer, Integer> lastRow = new HashMap<>();
    cost[0][0] = most;
    for (int i = 0; i <= a.length; i++) {
      cost[i + 1][0] = most;
      cost[i + 1][1] = i;
    }
    for (int j = 0; j <= b.length; j++) {
      cost[0][j + 1] = most;
      cost[1][j + 1] = j;
    }
    for (int i = 1; i <= a.length; i++) {
      CancelPoint.check();
      int lastColumn = 0;
      for (int j = 1; j <= b.length; j++) {
        int row = lastRow.getOrDefault(b[j - 1], 0);
        int column = lastColumn;
        boolean isSame = a[i - 1] == b[j - 1];
        int edited =
            Math.min(cost[i][j] + (isSame ? 0 : 1), Math.min(cost[i + 1][j], cost[i][j + 1]) + 1);
        int swapped = cost[row][column] + (i - row - 1) + 1 + (j - column - 1);
        cost[i + 1][j + 1] = Math.min(edited, swapped);
        if (isSame) {
          lastColumn = j;
        }
      }
      lastRow.put(a[i - 1], i);
    }
    return cost[a.length + 1][b.length + 1];
  }

  private static void checkLengths(int[] a, int[] b) {
    if ((long) a.length * b.length > MAX_PAIRS) {
      throw Failures.argument(
          "Cannot compare texts of "
              + a.length
              + " and "
              + b.length
              + " characters: their lengths' product may be "
              + MAX_PAIRS
              + " at most; compare shorter parts");
    }
  }

  /** Returns in how many places texts of one length differ. */
  public static long hamming(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    if (a.length != b.length) {
      throw Failures.argument(
          "Cannot compare texts of "
              + a.length
              + " and "
              + b.length
              + " characters by hamming: they must be of one length");
    }
    long different = 0;
    for (int i = 0; i < a.length; i++) {
      different += a[i] == b[i] ? 0 : 1;
    }
    return different;
  }

  /** Returns how many of the characters of both are in each. */
  public static double jaccard(String left, String right) {
    Set<Integer> a = left.codePoints().boxed().collect(Collectors.toSet());
    Set<Integer> b = right.codePoints().boxed().collect(Collectors.toSet());
    if (a.isEmpty() || b.isEmpty()) {
      throw Failures.argument("Cannot compare an empty text by jaccard");
    }
    long shared = a.stream().filter(b::contains).count();
    return (double) shared / (a.size() + b.size() - shared);
  }

  /** Returns the similarity of Jaro, from 0 to 1. */
  public static double jaro(String left, String right) {
    int[] a = left.codePoints().toArray();
    int[] b = right.codePoints().toArray();
    int window = Math.max(Math.max(a.length, b.length) / 2 - 1, 0);
    boolean[] isMatchedA = new boolean[a.length];
    boolean[] isMatchedB = new boolean[b.length];
    int matches = 0;
    for (int i = 0; i < a.length; i++) {
      CancelPoint.check();
      int end = Math.min(b.length, i + window + 1);
      for (int j = Math.max(0, i - window); j < end; j++) {
        if (!isMatchedB[j] && a[i] == b[j]) {
          isMatchedA[i] = true;
          isMatchedB[j] = true;
          matches++;
          break;
        }
      }
    }
    if (matches == 0) {
      return 0;
    }
    int moved = 0;
    for (int i = 0, j = 0; i < a.length; i++) {
      if (isMatchedA[i]) {
        while (!isMatchedB[j]) {
          j++;
        }
        moved += a[i] == b[j] ? 0 : 1;
        j++;
      }
    }
    double m = matches;
    return (m / a.length + m / b.length + (m - moved / 2) / m) / 3;
  }

  /** Returns Jaro's similarity, raised for a common start. */
  public static double jaroWinkler(String left, String right) {
    double jaro = jaro(left, right);
    int[] a = left.codePoints().limit(MAX_PREFIX).toArray();
    int[] b = right.codePoints().limit(MAX_PREFIX).toArray();
    int prefix = Arrays.mismatch(a, b);
    prefix = prefix < 0 ? a.length : prefix;
    return jaro > PREFIX_FROM ? jaro + prefix * PREFIX_WEIGHT * (1 - jaro) : jaro;
  }
}
