package dev.heddle.planner.cost;

/**
 * Remembers how many rows parts of queries had when they ran; see {@link SubPlan}. Thread-safe, and
 * quick to ask: planning asks it once for each part that it looks at.
 */
public interface ObservedRows {
  /** Remembers nothing. */
  ObservedRows NONE = _ -> -1;

  /** Returns the rows of the sub-plan of a number in its last complete run; -1 if there is none. */
  long rows(long subPlan);
}
