package dev.heddle.planner.rules;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/** Moves conjuncts that do not read the mark below a {@link MarkJoin}, to its left side. */
final class MarkJoinFilterRule extends PlanRule {
  MarkJoinFilterRule() {
    super(
        "MarkJoinFilterRule",
        upper ->
            upper
                .operand(LogicalFilter.class)
                .oneInput(lower -> lower.operand(MarkJoin.class).anyInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    MarkJoin join = call.rel(1);
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean readsMark =
          RelOptUtil.InputFinder.bits(conjunct).get(join.markColumn())
              || !RexUtil.isDeterministic(conjunct);
      (readsMark ? above : below).add(conjunct);
    }
    if (below.isEmpty()) {
      return;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RelNode left = LogicalFilter.create(join.getLeft(), RexUtil.composeConjunction(rex, below));
    RelNode joined = MarkJoin.create(left, join.getRight(), join.condition());
    call.transformTo(
        above.isEmpty()
            ? joined
            : LogicalFilter.create(joined, RexUtil.composeConjunction(rex, above)));
  }
}
