package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.cost.Selectivity;
import dev.heddle.planner.translate.TypeMapping;
import dev.heddle.planner.translate.UserFunctionOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

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
      if (canFail(conjunct)) {
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

  /** Whether evaluating the expression can raise an error for some row. */
  static boolean canFail(RexNode node) {
    if (!(node instanceof RexCall call)) {
      return false;
    }
    if (call.getOperator() instanceof UserFunctionOperator) {
      return true;
    }
    boolean ownFailure =
        switch (call.getKind()) {
          case AND, OR, NOT, EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL -> false;
          case GREATER_THAN, GREATER_THAN_OR_EQUAL, SEARCH, IS_NULL, IS_NOT_NULL -> false;
          case IS_TRUE, IS_NOT_TRUE, IS_FALSE, IS_NOT_FALSE, CASE, COALESCE -> false;
          case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM, IN -> false;
          case LIKE -> !(call.getOperands().get(1) instanceof RexLiteral);
          case CAST -> !(call.getOperands().getFirst() instanceof RexLiteral) && !widens(call);
          default ->
              !TypeMapping.dataType(call.getType()).isFloat()
                  && (call.getKind() == SqlKind.DIVIDE
                      || call.getKind() == SqlKind.MOD
                      || !isArithmetic(call.getKind()));
        };
    return ownFailure || call.getOperands().stream().anyMatch(Conjuncts::canFail);
  }

  /** Overflow apart, sums and products do not fail; a filter on one may stand anywhere. */
  private static boolean isArithmetic(SqlKind kind) {
    return kind == SqlKind.PLUS || kind == SqlKind.MINUS || kind == SqlKind.TIMES;
  }

  private static boolean widens(RexCall cast) {
    DataType from = TypeMapping.dataType(cast.getOperands().getFirst().getType());
    DataType to = TypeMapping.dataType(cast.getType());
    if (from.equals(to) || to instanceof DataType.Str) {
      return true;
    }
    if (from.isNumeric() && to.isFloat()) {
      return true;
    }
    if (from.isInteger() && to.isInteger()) {
      return rank(from) <= rank(to);
    }
    if (to instanceof DataType.Decimal other) {
      int whole = other.precision() - other.scale();
      return from instanceof DataType.Decimal one
          ? other.scale() >= one.scale() && whole >= one.precision() - one.scale()
          : from.isInteger() && whole >= digits(from);
    }
    return from instanceof DataType.Date && to instanceof DataType.Timestamp;
  }

  private static int rank(DataType type) {
    return switch (type) {
      case DataType.Int8 ignored -> 1;
      case DataType.Int16 ignored -> 2;
      case DataType.Int32 ignored -> 4;
      default -> 8;
    };
  }

  private static int digits(DataType type) {
    return switch (type) {
      case DataType.Int8 ignored -> 3;
      case DataType.Int16 ignored -> 5;
      case DataType.Int32 ignored -> 10;
      default -> 19;
    };
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
