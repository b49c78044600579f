package dev.heddle.frame.option;

/** What becomes of columns that only one of two frames has. */
public enum MissingColumns {
  /** An error at the verb, which names the column. */
  REFUSED,
  /** Nulls in the rows of the frame that lacks the column. */
  AS_NULLS
}
