package dev.heddle.planner.decorrelate;

import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.SqlKind;

/**
 * Finds what a plan compares its columns with that is computed from the outer row alone, such as a
 * column in a wider type: as columns of the outer row, such values are keys like others.
 */
final class OuterKeys {
  private final Correlations correlations;
  private final CorrelationId id;
  private final List<RexNode> found = new ArrayList<>();
  private final Set<RelNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private OuterKeys(Correlations correlations, CorrelationId id) {
    this.correlations = correlations;
    this.id = id;
  }

  /** Returns the expressions, over the fields of the variable's row. */
  static List<RexNode> of(RelNode plan, CorrelationId id, Correlations correlations) {
    OuterKeys keys = new OuterKeys(correlations, id);
    keys.visit(plan);
    return keys.found;
  }

  private void visit(RelNode rel) {
    if (correlations.fields(rel, id).isEmpty() || !seen.add(rel)) {
      return;
    }
    switch (rel) {
      case Filter filter -> add(filter.getCondition());
      case Join join -> add(join.getCondition());
      default -> {}
    }
    rel.getInputs().forEach(this::visit);
  }

  private void add(RexNode condition) {
    for (RexNode conjunct : RelOptUtil.conjunctions(condition)) {
      if (conjunct.isA(SqlKind.EQUALS)) {
        List<RexNode> sides = ((RexCall) conjunct).getOperands();
        if (sides.stream().anyMatch(RexInputRef.class::isInstance)) {
          sides.stream().filter(this::isOuter).filter(s -> !found.contains(s)).forEach(found::add);
        }
      }
    }
  }

  private boolean isOuter(RexNode node) {
    if (!(node instanceof RexCall) || Failing.canFail(node) || !RexUtil.isDeterministic(node)) {
      return false;
    }
    boolean[] reads = {false, false}; // this row, another thing
    node.accept(
        new RexVisitorImpl<Void>(true) {
          @Override
          public Void visitInputRef(RexInputRef reference) {
            reads[1] = true;
            return null;
          }

          @Override
          public Void visitFieldAccess(RexFieldAccess access) {
            boolean isOwn =
                Correlations.access(access) != null && Correlations.id(access).equals(id);
            reads[isOwn ? 0 : 1] = true;
            return null;
          }
        });
    return reads[0] && !reads[1];
  }
}
