package dev.heddle.frame.expr;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.Schema;

/** Takes frames as subqueries. */
final class Subqueries {
  private Subqueries() {}

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
