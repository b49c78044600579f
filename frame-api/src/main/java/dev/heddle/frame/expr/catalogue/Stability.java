package dev.heddle.frame.expr.catalogue;

/** How long equal arguments give equal results. */
public enum Stability {
  /** For ever: calls on constants may be folded. */
  IMMUTABLE,
  /** Within a query, such as {@code now()}: the planner replaces the call by one constant. */
  STABLE,
  /**
   * Not at all, such as {@code random()}: a value is drawn for each row that reaches the call, and
   * the call becomes a column of these rows.
   */
  VOLATILE
}
