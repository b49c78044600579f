package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;

/**
 * An equality that pairs of rows must fulfil.
 *
 * @param left scalar expression over the left input
 * @param right scalar expression over the right input
 * @param comparedAs type that both sides are converted to before they are compared
 * @param nullsMatch whether null equals null; otherwise null matches nothing
 */
public record JoinKey(Expr left, Expr right, DataType comparedAs, boolean nullsMatch) {
  /** Checks that nothing is missing. */
  public JoinKey {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    requireNonNull(comparedAs, "comparedAs is null");
  }

  /** Returns SQL-like text. */
  @Override
  public String toString() {
    return left + (nullsMatch ? " IS NOT DISTINCT FROM " : " = ") + right;
  }
}
