package dev.heddle.engine.findings;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/** The functions of the user's own that a plan calls. */
public final class UserFunctions {
  private UserFunctions() {}

  /** Returns those of some nodes, each once, in the order of the plan. */
  public static List<UserFunction> of(List<PhysicalPlan> nodes) {
    List<UserFunction> all = new ArrayList<>();
    nodes.forEach(node -> FunctionFindings.expressions(node).forEach(each -> add(each, all)));
    return all;
  }

  private static void add(PhysicalExpr expression, List<UserFunction> all) {
    if (expression instanceof PhysicalExpr.UserCall call && !all.contains(call.function())) {
      all.add(call.function());
    }
    Expressions.forEachChild(expression, child -> add(child, all));
  }
}
