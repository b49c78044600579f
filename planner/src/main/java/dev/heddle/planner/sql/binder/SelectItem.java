package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import org.jspecify.annotations.Nullable;

/**
 * A column of a select list that has been bound.
 *
 * @param name name of the column
 * @param alias the alias; null if it was given none
 * @param expr its value
 * @param span where it is written
 */
record SelectItem(String name, @Nullable Name alias, Expr expr, Span span) {
  SelectItem with(Expr value) {
    return new SelectItem(name, alias, value, span);
  }
}
