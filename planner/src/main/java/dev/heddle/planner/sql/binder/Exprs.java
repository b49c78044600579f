package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Questions about bound expressions. Stateless. */
final class Exprs {
  private Exprs() {}

  /**
   * Returns whether a part of an expression, itself included, fulfils a condition. A part that
   * stands in several places is looked at once.
   */
  static boolean any(Expr expr, Predicate<Expr> condition) {
    return any(expr, condition, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean any(Expr expr, Predicate<Expr> condition, Set<Expr> seen) {
    if (condition.test(expr)) {
      return true;
    }
    for (Expr child : expr.children()) {
      boolean isNew = child.children().isEmpty() || seen.add(child);
      if (isNew && any(child, condition, seen)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether it may give another value each time it is evaluated. */
  static boolean isVolatile(Expr expr) {
    return any(expr, e -> e instanceof Expr.UserCall call && !call.function().isDeterministic());
  }

  /** Returns whether there is an aggregate in it that is not over a window. */
  static boolean hasAggregate(Expr expr) {
    return hasAggregate(expr, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean hasAggregate(Expr expr, Set<Expr> seen) {
    if (expr instanceof Expr.Aggregate) {
      return true;
    }
    List<Expr> parts = expr.children();
    if (expr instanceof Expr.Over over) {
      parts = new ArrayList<>(over.call().children());
      parts.addAll(over.window().partitionBy());
      over.window().orderBy().stream().map(SortKey::expr).forEach(parts::add);
    }
    for (Expr part : parts) {
      if (seen.add(part) && hasAggregate(part, seen)) {
        return true;
      }
    }
    return false;
  }

  static boolean hasWindow(Expr expr) {
    return any(expr, Expr.Over.class::isInstance);
  }

  /**
   * Returns whether it reads columns, all of them of enclosing queries. What a subquery in it
   * reads, or is compared with, does not count as read by it, unless it is of this query.
   */
  static boolean isOfOuterColumnsAlone(Expr expr) {
    return readsOuterColumn(expr)
        && !any(
            expr,
            e ->
                e instanceof Expr.BoundColumn
                    || (e instanceof Expr.OuterColumn column
                        && Placeholders.isPlaceholder(column)));
  }

  private static boolean readsOuterColumn(Expr expr) {
    return switch (expr) {
      case Expr.Subquery _ -> false;
      case Expr.OuterColumn column -> !Placeholders.isPlaceholder(column);
      default -> expr.children().stream().anyMatch(Exprs::readsOuterColumn);
    };
  }

  /** Returns whether it is cheap to repeat, and may be named instead of a column of its own. */
  static boolean isPlain(Expr expr) {
    return expr instanceof Expr.Literal
        || expr instanceof Expr.Parameter
        || expr instanceof Expr.BoundColumn
        || expr instanceof Expr.OuterColumn;
  }
}
