package dev.heddle.frame.plan;

/** What the number of a {@link LogicalPlan.ComputedLimit} counts. */
public enum LimitKind {
  /** Rows. */
  ROWS,

  /** Rows, and then those that are equal to the last one in the keys of the sort below. */
  WITH_TIES,

  /** Hundredths of the number of rows, as a number of rows rounded down. */
  PERCENT
}
