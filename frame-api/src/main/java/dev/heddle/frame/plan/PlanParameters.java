package dev.heddle.frame.plan;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprRewriter;
import java.util.IdentityHashMap;
import java.util.Map;

/** Puts values in the place of a plan's parameters, those of its subqueries too. */
public final class PlanParameters {
  private final Map<String, Expr> values;
  private final IdentityHashMap<LogicalPlan, LogicalPlan> known = new IdentityHashMap<>();

  private PlanParameters(Map<String, Expr> values) {
    this.values = values;
  }

  /**
   * Returns the plan with its parameters replaced.
   *
   * @param values an expression without columns for each name, of the parameter's type
   * @throws dev.heddle.frame.error.AnalysisException if a number of rows is out of range
   */
  public static LogicalPlan replaced(LogicalPlan plan, Map<String, Expr> values) {
    return values.isEmpty() ? plan : new PlanParameters(values).replaced(plan);
  }

  private LogicalPlan replaced(LogicalPlan plan) {
    LogicalPlan found = known.get(plan);
    if (found == null) {
      LogicalPlan mapped =
          PlanInputs.replace(plan, plan.inputs().stream().map(this::replaced).toList());
      found = PlanExpressions.mapNode(PlanSubqueries.map(mapped, this::replaced), this::replaced);
      if (found instanceof LogicalPlan.ComputedLimit limit) {
        found = ComputedLimits.of(limit.input(), limit.offset(), limit.count(), limit.kind());
      }
      found = found.equals(plan) ? plan : found;
      known.put(plan, found);
    }
    return found;
  }

  private Expr replaced(Expr expr) {
    return ExprRewriter.replace(
        expr,
        part ->
            part instanceof Expr.Parameter parameter
                ? values.getOrDefault(parameter.name(), parameter)
                : null);
  }
}
