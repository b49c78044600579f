package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.DependentJoin;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;

/** Checks a plan after decorrelation: nothing reads an outer row, and the columns are the same. */
final class DecorrelationCheck {
  private final Set<RelNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private DecorrelationCheck() {}

  /**
   * Checks the plan.
   *
   * @throws IllegalStateException that names what is left
   */
  static void check(RelNode before, RelNode after) {
    if (!sameTypes(before.getRowType(), after.getRowType())) {
      throw new IllegalStateException(
          "Decorrelation changed "
              + before.getRowType().getFullTypeString()
              + " to "
              + after.getRowType().getFullTypeString());
    }
    if (new Correlations().isFree(after)) {
      throw new IllegalStateException("Decorrelation left reads of outer rows");
    }
    new DecorrelationCheck().visit(after);
  }

  private static boolean sameTypes(RelDataType before, RelDataType after) {
    if (before.getFieldCount() != after.getFieldCount()) {
      return false;
    }
    for (int i = 0; i < before.getFieldCount(); i++) {
      if (!before.getFieldList().get(i).getType().equals(after.getFieldList().get(i).getType())) {
        return false;
      }
    }
    return true;
  }

  private void visit(RelNode rel) {
    if (!seen.add(rel)) {
      return;
    }
    if (rel instanceof DependentJoin join) {
      throw new IllegalStateException("Decorrelation left a dependent join of " + join.id());
    }
    rel.getInputs().forEach(this::visit);
  }
}
