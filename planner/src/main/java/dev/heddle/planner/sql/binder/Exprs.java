package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.SortKey;
import java.util.ArrayList;
import java.util.List;

/** Questions about bound expressions. Stateless. */
final class Exprs {
  private Exprs() {}

  /** Returns whether there is an aggregate in it that is not over a window. */
  static boolean hasAggregate(Expr expr) {
    return ExprParts.any(expr, Expr.Aggregate.class::isInstance, Exprs::withoutCalledOver);
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
    return ExprParts.any(expr, Expr.Over.class::isInstance);
  }

  /**
   * Returns whether it reads columns, all of them of enclosing queries. What a subquery in it
   * reads, or is compared with, does not count as read by it, unless it is of this query.
   */
  static boolean isOfOuterColumnsAlone(Expr expr) {
    return readsOuterColumn(expr)
        && !ExprParts.any(
            expr,
            e ->
                e instanceof Expr.BoundColumn
                    || (e instanceof Expr.OuterColumn column
                        && Placeholders.isPlaceholder(column)));
  }

  private static boolean readsOuterColumn(Expr expr) {
    return ExprParts.any(
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

  /** A null that is cast is a literal still where a function takes literals only. */
  static Expr withPlainNulls(Expr made) {
    if (!(made instanceof Expr.Call call) || call.function().literalArguments().isEmpty()) {
      return made;
    }
    List<Expr> arguments = new ArrayList<>(call.arguments());
    for (int index : call.function().literalArguments()) {
      if (index < arguments.size()
          && arguments.get(index) instanceof Expr.Cast cast
          && cast.operand() instanceof Expr.Literal literal
          && literal.isNullLiteral()) {
        arguments.set(index, literal);
      }
    }
    return arguments.equals(call.arguments()) ? made : new Expr.Call(call.function(), arguments);
  }
}
