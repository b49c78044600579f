package dev.heddle.planner.decorrelate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.planner.rel.LogicalAsOf;
import dev.heddle.planner.rel.PlaceDependent;
import dev.heddle.planner.rel.SharedRows;
import dev.heddle.planner.translate.OperatorMapping;
import java.util.IdentityHashMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Knows which plans give the same rows whenever they are computed. Others do not: those with
 * functions that are not deterministic, limits and numbers of rows whose order is not specified,
 * and aggregates whose value depends on the order of rows, sums of floats too. Not thread-safe.
 */
final class Repeatability {
  private final IdentityHashMap<RelNode, Boolean> known = new IdentityHashMap<>();

  boolean isRepeatable(RelNode rel) {
    Boolean found = known.get(rel);
    if (found == null) {
      found = find(rel);
      known.put(rel, found);
    }
    return found;
  }

  private boolean find(RelNode rel) {
    if (rel instanceof SharedRows) {
      return true;
    }
    boolean isOwn =
        switch (rel) {
          case Sort sort -> sort.fetch == null && sort.offset == null;
          case PlaceDependent _, LogicalAsOf _ -> false;
          case Aggregate aggregate ->
              aggregate.getAggCallList().stream().allMatch(Repeatability::isRepeatable);
          default -> areRepeatable(rel);
        };
    if (!isOwn) {
      return false;
    }
    for (RelNode input : rel.getInputs()) {
      if (!isRepeatable(input)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isRepeatable(AggregateCall call) {
    AggregateFunction function = OperatorMapping.aggregate(call.getAggregation()).orElse(null);
    return switch (function) {
      case COUNT_ALL, COUNT, MIN, MAX, BOOL_AND, BOOL_OR, GROUPING, REGR_COUNT -> true;
      case SUM -> SqlTypeUtil.isExactNumeric(call.getType());
      case null -> true; // a value of one row
      default -> false;
    };
  }

  private static boolean areRepeatable(RelNode rel) {
    boolean[] are = {true};
    RelNode unused =
        rel.accept(
            new RexShuttle() {
              @Override
              public RexNode visitOver(RexOver over) {
                are[0] = false;
                return over;
              }

              @Override
              public RexNode visitCall(RexCall call) {
                are[0] &= call.getOperator().isDeterministic();
                return are[0] ? super.visitCall(call) : call;
              }
            });
    return are[0];
  }
}
