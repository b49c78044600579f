package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;

/**
 * An output column of a {@link LogicalPlan.Window}.
 *
 * @param name name in the output
 * @param over the call and its window; all their parts are scalar expressions over the input
 */
public record NamedWindow(String name, Expr.Over over) {
  /** Checks that nothing is missing. */
  public NamedWindow {
    requireNonNull(name, "name is null");
    requireNonNull(over, "over is null");
  }

  /** Returns SQL-like text. */
  @Override
  public String toString() {
    return over + " AS " + name;
  }
}
