package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;

/**
 * An output column of a {@link LogicalPlan.Aggregate}.
 *
 * @param name name in the output
 * @param call the aggregate; its arguments, condition and order are scalar expressions over the
 *     input
 */
public record NamedAggregate(String name, Expr.Aggregate call) {
  /** Checks that nothing is missing. */
  public NamedAggregate {
    requireNonNull(name, "name is null");
    requireNonNull(call, "call is null");
  }

  /** Returns SQL-like text. */
  @Override
  public String toString() {
    return call + " AS " + name;
  }
}
