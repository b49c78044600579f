package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

/**
 * A name in SQL text and the plan it stood for when the text was analysed.
 *
 * @param name name of a view, session table or frame, as the catalogue spells it
 * @param plan its rows
 */
public record BoundFrame(String name, LogicalPlan plan) {
  /** Checks that nothing is missing. */
  public BoundFrame {
    requireNonNull(name, "name is null");
    requireNonNull(plan, "plan is null");
  }
}
