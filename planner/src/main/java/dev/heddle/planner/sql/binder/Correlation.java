package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanExpressions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Moves plans with outer columns from one subquery into another. Stateless. */
final class Correlation {
  private Correlation() {}

  /**
   * Returns what an expression inside is over the row outside.
   *
   * @param arguments what the outer columns are
   */
  static Expr outside(Expr expr, List<Expr> arguments) {
    return ExprRewriter.replace(
        expr,
        part -> part instanceof Expr.OuterColumn column ? arguments.get(column.index()) : null);
  }

  /** Returns whether a plan reads the arguments of the subquery that it is bound in. */
  static boolean isCorrelated(LogicalPlan plan) {
    boolean[] found = {false};
    PlanExpressions.forEach(
        plan, expr -> found[0] |= ExprParts.any(expr, e -> e instanceof Expr.OuterColumn));
    return found[0];
  }

  /** Returns a plan with its outer columns, those of its own level, replaced. */
  static LogicalPlan replaced(LogicalPlan plan, UnaryOperator<Expr> replacement) {
    return PlanExpressions.map(
        plan,
        expr ->
            ExprRewriter.replace(
                expr, part -> part instanceof Expr.OuterColumn ? replacement.apply(part) : null));
  }

  /**
   * Returns a plan that was bound in one subquery as it is inside another, deeper one.
   *
   * @param from arguments of the subquery where it was bound
   * @param to arguments of the subquery where it is used
   */
  static LogicalPlan moved(
      LogicalPlan plan, @Nullable OuterArguments from, @Nullable OuterArguments to) {
    if (from == to || !isCorrelated(plan)) {
      return plan;
    }
    List<OuterArguments> path = new ArrayList<>(); // from the outer to the inner
    OuterArguments at = to;
    while (at != null && at != from) {
      path.addFirst(at);
      at = at.outer().outer();
    }
    return replaced(
        plan,
        column -> {
          Expr value = column;
          for (OuterArguments step : path) {
            value = step.inside(value);
          }
          return value;
        });
  }
}
