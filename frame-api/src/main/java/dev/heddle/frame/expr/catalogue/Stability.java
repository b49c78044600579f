package dev.heddle.frame.expr.catalogue;

/** How long equal arguments give equal results. */
public enum Stability {
  /** For ever: calls on constants may be folded. */
  IMMUTABLE,
  /** Within a query, such as {@code now()}: the planner replaces the call by one constant. */
  STABLE
}
