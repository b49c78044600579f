package dev.heddle.physical.plan;

/**
 * The rows of a part of a query, as statistics let them be expected and as a complete run of the
 * same part over the same files counted them.
 *
 * @param number the part's, in every process the same; 0 if its rows are not remembered
 * @param expected number of rows by statistics alone
 * @param observed number of rows that were counted, or -1 if that is not known
 */
public record SubPlanRows(long number, double expected, double observed) {
  /** Rows that are not remembered. */
  public static final SubPlanRows NONE = new SubPlanRows(0, -1, -1);

  /** Below this number of rows no plan is wrong enough to be changed. */
  private static final double MIN_ROWS = 64;

  /** An estimate that is wrong by less than this factor stays: another plan would gain little. */
  private static final double MIN_FACTOR = 2;

  /** Returns whether the rows can be counted under a number. */
  public boolean isRemembered() {
    return number != 0;
  }

  /** Returns whether a run has counted the rows. */
  public boolean isObserved() {
    return observed >= 0;
  }

  /** Returns what to plan with: the count if the estimate is far from it. */
  public double rows() {
    return isObserved() && isFar(expected, observed, MIN_FACTOR) ? observed : expected;
  }

  /**
   * Returns whether two numbers of rows are far apart, so that plans for them may differ.
   *
   * @param factor by which they have to differ
   */
  public static boolean isFar(double one, double other, double factor) {
    double most = Math.max(one, other);
    return most >= MIN_ROWS && most > factor * Math.max(1, Math.min(one, other));
  }
}
