package dev.heddle.planner.translate;

import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.planner.rel.LogicalRandomKey;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Finds out whether a plan, subqueries included, asks for the moment of the query or for random
 * numbers of its own.
 */
public final class TimeUse {
  private final Set<RelNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private boolean isFound;

  private TimeUse() {}

  /** Returns whether a translated plan is of one run: another run has other constants. */
  public static boolean in(RelNode rel) {
    TimeUse use = new TimeUse();
    use.visit(rel);
    return use.isFound;
  }

  private void visit(RelNode rel) {
    if (isFound || !seen.add(rel)) {
      return;
    }
    isFound = rel instanceof LogicalRandomKey key && key.isOfQuery();
    rel.accept(
        new RexShuttle() {
          @Override
          public RexNode visitCall(RexCall call) {
            isFound |=
                OperatorMapping.scalar(call.getOperator())
                    .filter(function -> function.stability() == Stability.STABLE)
                    .isPresent();
            return isFound ? call : super.visitCall(call);
          }

          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            visit(subQuery.rel);
            return super.visitSubQuery(subQuery);
          }
        });
    rel.getInputs().forEach(this::visit);
  }
}
