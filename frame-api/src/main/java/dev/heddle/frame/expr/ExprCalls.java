package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** Makes calls, and takes frames as subqueries, for the fluent interfaces. */
final class ExprCalls {
  private ExprCalls() {}

  static Expr on(Expr first, ScalarFunction function, Expr... others) {
    requireNonNull(others, "others is null");
    List<Expr> arguments = new ArrayList<>(others.length + 1);
    arguments.add(first);
    arguments.addAll(Arguments.all(others, "others"));
    return new Expr.Call(function, arguments);
  }

  /** Returns the plan of a frame of any columns. */
  static SubqueryPlan rows(SubqueryFrame frame) {
    return requireNonNull(frame, "frame is null").plan();
  }

  /** Returns the plan of a frame of one column. */
  static SubqueryPlan soleColumn(SubqueryFrame frame) {
    SubqueryPlan plan = rows(frame);
    Schema columns = plan.schema();
    if (columns.size() != 1) {
      throw new AnalysisException(
          "Cannot use a frame of "
              + columns.size()
              + " columns "
              + columns.names()
              + " as a value; select one of them");
    }
    return plan;
  }
}
