package dev.heddle.engine.findings;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;

/** The functions of the user's own that a plan calls. */
public final class UserFunctions {
  private UserFunctions() {}

  /** Returns those of some nodes, each once, in the order of the plan. */
  public static List<UserFunction> of(List<PhysicalPlan> nodes) {
    List<UserFunction> all = new ArrayList<>();
    nodes.forEach(
        node -> {
          FunctionFindings.expressions(node).forEach(each -> add(each, all));
          aggregates(node).forEach(call -> call.code().ifPresent(each -> add(each, all)));
        });
    return all;
  }

  private static List<AggregateCall> aggregates(PhysicalPlan node) {
    return switch (node) {
      case PhysicalPlan.Aggregate aggregate -> aggregate.calls();
      case PhysicalPlan.Window window ->
          window.calls().stream().flatMap(call -> call.aggregate().stream()).toList();
      default -> List.of();
    };
  }

  private static void add(UserFunction function, List<UserFunction> all) {
    if (all.stream().noneMatch(each -> each.name().equals(function.name()))) {
      all.add(function);
    }
  }

  private static void add(PhysicalExpr expression, List<UserFunction> all) {
    if (expression instanceof PhysicalExpr.UserCall call) {
      add(call.function(), all);
    }
    Expressions.forEachChild(expression, child -> add(child, all));
  }
}
