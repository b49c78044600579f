package dev.heddle.frame.expr;

/** What a cast does with a value that does not fit the wanted type. */
public enum CastMode {
  /** Raises an error. */
  STRICT,
  /** Gives null. */
  TRY
}
