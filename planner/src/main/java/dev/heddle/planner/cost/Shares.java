package dev.heddle.planner.cost;

import java.util.Arrays;

/** What several conditions keep together, each of which keeps a share of the rows. */
public final class Shares {
  private Shares() {}

  /**
   * Returns the share that several conditions keep, which correlate as columns of real data do: the
   * strictest counts in full, the next by its square root, the next by its fourth root, and so on.
   *
   * @param shares the conditions' own, between 0 and 1; these are sorted
   * @param count how many of them there are, from the first on
   */
  public static double together(double[] shares, int count) {
    Arrays.sort(shares, 0, count);
    double share = 1;
    double exponent = 1;
    for (int i = 0; i < count; i++) {
      share *= Math.pow(shares[i], exponent);
      exponent /= 2;
    }
    return share;
  }
}
