package dev.heddle.frame.expr.catalogue;

/** What an order of the rows inside a call does. */
public enum OrderUse {
  /** It changes nothing. */
  IGNORED,
  /** The result depends on it, if there is one. */
  USED,
  /** The entry is of calls that have one. */
  REQUIRED
}
