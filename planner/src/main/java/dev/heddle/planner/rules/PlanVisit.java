package dev.heddle.planner.rules;

import dev.heddle.planner.rel.RelNumbers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;

/** Rewrites a plan from its leaves, each of equal parts once. Not thread-safe. */
abstract class PlanVisit {
  private final RelNumbers numbers = new RelNumbers();
  private final Map<Integer, RelNode> visited = new HashMap<>();

  /** Returns what becomes of a part of the plan. */
  final RelNode visit(RelNode rel) {
    int number = numbers.of(rel);
    RelNode known = visited.get(number);
    if (known == null) {
      known = visitAlone(rel);
      visited.put(number, known);
    }
    return known;
  }

  /** Returns what becomes of the inputs of a node. */
  final List<RelNode> visitInputs(RelNode rel) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : rel.getInputs()) {
      inputs.add(visit(input));
    }
    return inputs;
  }

  /** Rewrites a part of the plan that has not been met before. */
  abstract RelNode visitAlone(RelNode rel);
}
