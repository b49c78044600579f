package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import java.util.function.Predicate;

/** Questions about bound expressions. Stateless. */
final class Exprs {
  private Exprs() {}

  /** Returns whether a part of an expression, itself included, fulfils a condition. */
  static boolean any(Expr expr, Predicate<Expr> condition) {
    if (condition.test(expr)) {
      return true;
    }
    for (Expr child : expr.children()) {
      if (any(child, condition)) {
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
    return switch (expr) {
      case Expr.Aggregate _ -> true;
      case Expr.Over over ->
          over.call().children().stream().anyMatch(Exprs::hasAggregate)
              || over.window().partitionBy().stream().anyMatch(Exprs::hasAggregate)
              || over.window().orderBy().stream().anyMatch(key -> hasAggregate(key.expr()));
      default -> expr.children().stream().anyMatch(Exprs::hasAggregate);
    };
  }

  static boolean hasWindow(Expr expr) {
    return any(expr, Expr.Over.class::isInstance);
  }

  /** Returns whether it reads columns, all of them of enclosing queries. */
  static boolean isOfOuterColumnsAlone(Expr expr) {
    return any(
            expr, e -> e instanceof Expr.OuterColumn column && !Placeholders.isPlaceholder(column))
        && !any(
            expr,
            e ->
                e instanceof Expr.BoundColumn
                    || (e instanceof Expr.OuterColumn column
                        && Placeholders.isPlaceholder(column)));
  }

  /** Returns whether it is cheap to repeat, and may be named instead of a column of its own. */
  static boolean isPlain(Expr expr) {
    return expr instanceof Expr.Literal
        || expr instanceof Expr.Parameter
        || expr instanceof Expr.BoundColumn
        || expr instanceof Expr.OuterColumn;
  }
}
