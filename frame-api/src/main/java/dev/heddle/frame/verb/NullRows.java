package dev.heddle.frame.verb;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;

/** Builds the plans of the verbs that leave rows with nulls out. */
public final class NullRows {
  private static final String ACTION = "Cannot drop nulls";

  private NullRows() {}

  /** The rows without a null in one of the columns. */
  public static LogicalPlan withoutAny(LogicalPlan input, List<Expr> columns) {
    return filter(input, columns, Expr::and);
  }

  /** The rows with a value in one of the columns. */
  public static LogicalPlan withoutAll(LogicalPlan input, List<Expr> columns) {
    return filter(input, columns, Expr::or);
  }

  private static LogicalPlan filter(
      LogicalPlan input, List<Expr> columns, BinaryOperator<Expr> operator) {
    ExprTyper typer = new ExprTyper(input.schema(), ACTION);
    List<Expr> present = new ArrayList<>();
    for (Expr column : columns) {
      Expr bound = ExprChecks.bound(typer, column);
      ExprChecks.requireScalar(typer, bound);
      ExprType unused = typer.type(bound);
      present.add(bound.isNotNull());
    }
    return present.isEmpty() ? input : new LogicalPlan.Filter(input, balanced(present, operator));
  }

  /** Combines as a balanced tree: frames may have thousands of columns. */
  private static Expr balanced(List<Expr> exprs, BinaryOperator<Expr> operator) {
    int size = exprs.size();
    return size == 1
        ? exprs.getFirst()
        : operator.apply(
            balanced(exprs.subList(0, size / 2), operator),
            balanced(exprs.subList(size / 2, size), operator));
  }
}
