package dev.heddle.frame.expr;

/** Whether a function that picks a row counts rows whose value is null. */
public enum NullTreatment {
  /** Null values count like others. */
  RESPECT,
  /** Rows with a null value are passed over. */
  IGNORE
}
