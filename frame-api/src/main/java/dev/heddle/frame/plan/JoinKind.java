package dev.heddle.frame.plan;

/** Which rows of both sides a join gives. */
public enum JoinKind {
  /** Pairs that match. */
  INNER,
  /** Pairs that match, and left rows without a match beside nulls. */
  LEFT,
  /** Pairs that match, and right rows without a match beside nulls. */
  RIGHT,
  /** Pairs that match, and the rows of both sides without a match beside nulls. */
  FULL,
  /** All pairs. */
  CROSS,
  /** Left rows that have a match, once; only left columns. */
  SEMI,
  /** Left rows that have no match; only left columns. */
  ANTI;

  /** Returns whether the result has the right side's columns. */
  public boolean keepsRightColumns() {
    return this != SEMI && this != ANTI;
  }
}
