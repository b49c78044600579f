package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.cost.Selectivity;
import dev.heddle.planner.translate.Failing;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;

/**
 * The order in which conjuncts are decided: what removes most rows for least work first. Conjuncts
 * that can fail come last and in the order they were written, so that guards before them hold.
 */
final class Conjuncts {
  private static final double TEXT_COST = 3;
  private static final double PATTERN_COST = 10;
  private static final double CALL_COST = 2;

  private Conjuncts() {}

  private record Ranked(RexNode conjunct, double rank) {}

  static List<RexNode> inOrder(List<RexNode> conjuncts, RelEstimate input) {
    List<Ranked> safe = new ArrayList<>();
    List<RexNode> unsafe = new ArrayList<>();
    for (RexNode conjunct : conjuncts) {
      if (conjunct.isAlwaysTrue()) {
        continue;
      }
      if (Failing.canFail(conjunct)) {
        unsafe.add(conjunct);
      } else {
        double kept = Math.min(1, Selectivity.of(input, conjunct));
        safe.add(new Ranked(conjunct, (1 - kept) / cost(conjunct)));
      }
    }
    safe.sort((a, b) -> Double.compare(b.rank, a.rank));
    List<RexNode> ordered = new ArrayList<>();
    safe.forEach(ranked -> ordered.add(ranked.conjunct));
    ordered.addAll(unsafe);
    return ordered;
  }

  private static double cost(RexNode node) {
    if (node instanceof RexLiteral) {
      return 0;
    }
    if (node instanceof RexInputRef) {
      return switch (TypeMapping.dataType(node.getType())) {
        case DataType.Str ignored -> TEXT_COST;
        case DataType.Binary ignored -> TEXT_COST;
        case DataType.Decimal decimal -> decimal.fitsLong() ? 1 : CALL_COST;
        case DataType.Int128 ignored -> CALL_COST;
        default -> 1;
      };
    }
    double cost =
        switch (node.getKind()) {
          case LIKE -> PATTERN_COST;
          case OTHER_FUNCTION -> PATTERN_COST / 2;
          default -> CALL_COST / 4;
        };
    if (node instanceof RexCall call) {
      for (RexNode operand : call.getOperands()) {
        cost += cost(operand);
      }
    }
    return cost;
  }
}
