package dev.heddle.frame.expr;

/** Whether small or large values come first; NaN counts as larger than every number. */
public enum SortDirection {
  /** Small values first. */
  ASCENDING,
  /** Large values first. */
  DESCENDING
}
