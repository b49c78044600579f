package dev.heddle.frame.expr;

/** Which rows near the current one a window frame leaves out. */
public enum FrameExclusion {
  /** None. */
  NO_OTHERS,
  /** The current row. */
  CURRENT_ROW,
  /** The current row and the rows with equal order keys. */
  GROUP,
  /** The rows with equal order keys, but not the current row. */
  TIES
}
