package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.Expr;

/**
 * An output column: its name and how it is made.
 *
 * @param name name in the output
 * @param expr what it holds; never an {@link Expr.Alias} at the top
 */
public record NamedExpr(String name, Expr expr) {
  /** Checks that nothing is missing. */
  public NamedExpr {
    requireNonNull(name, "name is null");
    requireNonNull(expr, "expr is null");
  }

  /** Returns SQL-like text. */
  @Override
  public String toString() {
    return expr instanceof Expr.Column column && column.name().equals(name)
        ? name
        : expr + " AS " + name;
  }
}
