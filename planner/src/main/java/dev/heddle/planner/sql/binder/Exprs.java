package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Questions about bound expressions. Stateless. */
final class Exprs {
  private Exprs() {}

  /** Returns whether a part of an expression, itself included, fulfils a condition. */
  static boolean any(Expr expr, Predicate<Expr> condition) {
    return any(expr, condition, Expr::children);
  }

  /**
   * Returns whether a part of an expression, itself included, fulfils a condition. A part that
   * stands in several places is looked at once.
   *
   * @param parts the parts of an expression that count
   */
  private static boolean any(
      Expr expr, Predicate<Expr> condition, Function<Expr, List<? extends Expr>> parts) {
    return any(expr, condition, parts, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private static boolean any(
      Expr expr,
      Predicate<Expr> condition,
      Function<Expr, List<? extends Expr>> parts,
      Set<Expr> seen) {
    if (condition.test(expr)) {
      return true;
    }
    for (Expr part : parts.apply(expr)) {
      if (seen.add(part) && any(part, condition, parts, seen)) {
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
    return any(expr, Expr.Aggregate.class::isInstance, Exprs::withoutCalledOver);
  }

  /** Returns the parts of an expression, and of a window those of its call, but not the call. */
  private static List<Expr> withoutCalledOver(Expr expr) {
    if (!(expr instanceof Expr.Over over)) {
      return expr.children();
    }
    List<Expr> parts = new ArrayList<>(over.call().children());
    parts.addAll(over.window().partitionBy());
    over.window().orderBy().stream().map(SortKey::expr).forEach(parts::add);
    return parts;
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
    return any(
        expr,
        part -> part instanceof Expr.OuterColumn column && !Placeholders.isPlaceholder(column),
        part -> part instanceof Expr.Subquery ? List.of() : part.children());
  }

  /** Returns whether it is cheap to repeat, and may be named instead of a column of its own. */
  static boolean isPlain(Expr expr) {
    return expr instanceof Expr.Literal
        || expr instanceof Expr.Parameter
        || expr instanceof Expr.BoundColumn
        || expr instanceof Expr.OuterColumn;
  }
}
