package dev.heddle.frame.expr.catalogue;

/** What DISTINCT before the arguments of a call does. */
public enum DistinctUse {
  /** It changes nothing. */
  IGNORED,
  /** Equal arguments count once. */
  PASSED,
  /** It is an error. */
  REFUSED
}
