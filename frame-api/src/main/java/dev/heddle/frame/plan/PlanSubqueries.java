package dev.heddle.frame.plan;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.ExprRewriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Goes over the plans of the subqueries in a node's own expressions. Stateless. */
public final class PlanSubqueries {
  private PlanSubqueries() {}

  /** Returns the plans, without those of subqueries inside them and of the node's inputs. */
  public static List<LogicalPlan> of(LogicalPlan plan) {
    List<LogicalPlan> found = new ArrayList<>();
    PlanExpressions.of(plan).forEach(expr -> collect(expr, found));
    return found;
  }

  private static void collect(Expr expr, List<LogicalPlan> found) {
    ExprParts.forEach(
        expr,
        part -> {
          if (part instanceof Expr.Subquery query) {
            found.add((LogicalPlan) query.plan());
          }
        });
  }

  /**
   * Returns the node with each of the plans replaced by one of the same columns; the same object if
   * there is none.
   */
  public static LogicalPlan map(LogicalPlan plan, UnaryOperator<LogicalPlan> operator) {
    return of(plan).isEmpty()
        ? plan
        : PlanExpressions.mapNode(plan, expr -> replaced(expr, operator));
  }

  private static Expr replaced(Expr expr, UnaryOperator<LogicalPlan> operator) {
    return ExprRewriter.replace(
        expr, part -> part instanceof Expr.Subquery query ? replacedQuery(query, operator) : null);
  }

  private static Expr replacedQuery(Expr.Subquery query, UnaryOperator<LogicalPlan> operator) {
    Expr.Subquery mapped =
        (Expr.Subquery) ExprRewriter.mapChildren(query, part -> replaced(part, operator));
    return with(mapped, operator.apply((LogicalPlan) mapped.plan()));
  }

  private static Expr with(Expr.Subquery query, LogicalPlan plan) {
    return switch (query) {
      case Expr.ScalarSubquery q -> new Expr.ScalarSubquery(plan, q.arguments());
      case Expr.ExistsSubquery q -> new Expr.ExistsSubquery(plan, q.arguments());
      case Expr.ArraySubquery q -> new Expr.ArraySubquery(plan, q.arguments());
      case Expr.QuantifiedSubquery q ->
          new Expr.QuantifiedSubquery(
              q.operands(), q.comparison(), q.comparedAs(), plan, q.arguments());
    };
  }
}
