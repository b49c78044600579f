package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.DependentJoin;
import dev.heddle.planner.translate.Failing;
import java.util.IdentityHashMap;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;

/**
 * Knows which plans may fail for values that no outer row has, and so must not be computed for
 * them. Not thread-safe.
 */
final class Exactness {
  private final Correlations correlations;
  private final IdentityHashMap<RelNode, Boolean> known = new IdentityHashMap<>();

  Exactness(Correlations correlations) {
    this.correlations = correlations;
  }

  /** Returns whether the plan, as far as it reads outer rows, may fail. */
  boolean isNeeded(RelNode rel) {
    Boolean found = known.get(rel);
    if (found == null) {
      found = correlations.isFree(rel) && find(rel);
      known.put(rel, found);
    }
    return found;
  }

  private boolean find(RelNode rel) {
    if (rel instanceof DependentJoin join
        && join.kind() == DependentJoin.Kind.SINGLE
        && !RowCounts.isOneAtMost(join.getRight())) {
      return true;
    }
    boolean[] canFail = {false};
    RelNode unused =
        rel.accept(
            new RexShuttle() {
              @Override
              public RexNode visitCall(RexCall call) {
                canFail[0] |= Failing.canFail(call);
                return call;
              }
            });
    if (canFail[0]) {
      return true;
    }
    for (RelNode input : rel.getInputs()) {
      if (isNeeded(input)) {
        return true;
      }
    }
    return false;
  }
}
