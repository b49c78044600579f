package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.planner.sql.tree.Name;
import org.jspecify.annotations.Nullable;

/** The names of select items, where a clause may use them. */
@FunctionalInterface
public interface Aliases {
  /** No names. */
  Aliases NONE = name -> null;

  /** Returns the expression of an alias; null if the name is none. */
  @Nullable Expr find(Name name);
}
