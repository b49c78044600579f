package dev.heddle.engine.findings;

import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.operator.FrequentKeys;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.explain.ExpressionText;
import java.util.List;

/** Names keys as those who have asked know them, and their frequent values. */
final class KeyNames {
  private KeyNames() {}

  /** Returns the columns, or expressions, that an operator compares with others; maybe none. */
  static List<String> of(Evidence evidence, Evidence.Node node) {
    List<Integer> keys =
        switch (node.plan()) {
          case PhysicalPlan.Aggregate aggregate -> aggregate.keys();
          case PhysicalPlan.Window window -> window.partitionKeys();
          case PhysicalPlan.HashJoin join -> join.leftKeys();
          default -> List.of();
        };
    return keys.stream().map(key -> name(evidence, node, 0, key)).toList();
  }

  /** Returns the keys of a join's second input; of other operators nothing. */
  static List<String> ofSecond(Evidence evidence, Evidence.Node node) {
    return node.plan() instanceof PhysicalPlan.HashJoin join
        ? join.rightKeys().stream().map(key -> name(evidence, node, 1, key)).toList()
        : List.of();
  }

  /** Returns what a column of a node's input is called, or made of if it has no name. */
  private static String name(Evidence evidence, Evidence.Node node, int side, int column) {
    Evidence.Node input = evidence.nodes().get(node.inputs().get(side));
    int at = column;
    while (true) {
      String name = input.plan().output().field(at).name();
      boolean isMade = name.startsWith("$");
      if (!isMade || input.inputs().isEmpty()) {
        return name;
      }
      Evidence.Node below = evidence.nodes().get(input.inputs().getFirst());
      switch (input.plan()) {
        case PhysicalPlan.Project project -> {
          PhysicalExpr made = project.expressions().get(at);
          if (!(made instanceof PhysicalExpr.ColumnRef(int index, _, _))) {
            return ExpressionText.of(made, project.input().output());
          }
          at = index;
        }
        case PhysicalPlan.Filter _, PhysicalPlan.ExchangeRead _ -> {} // the same columns
        default -> {
          return name;
        }
      }
      input = below;
    }
  }

  /** Returns in words which value is frequent, such as {@code city = 'Oslo'}; empty if unknown. */
  static String frequent(List<String> keys, FrequentKeys.Frequent most) {
    List<String> literals = FrequentKeys.literals(most.value());
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(keys.size(), literals.size()); i++) { // a secret beside its name
      boolean isNull = literals.get(i).equals("null");
      text.append(i == 0 ? "" : " and ").append(keys.get(i)).append(isNull ? " is " : " = ");
      text.append(literals.get(i));
    }
    return text.toString();
  }
}
