package dev.heddle.planner.rules;

import dev.heddle.planner.translate.LogicalAsOf;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;

/** Moves conjuncts that read left columns only below a {@link LogicalAsOf}. */
final class AsOfFilterRule extends PlanRule {
  AsOfFilterRule() {
    super(
        "AsOfFilterRule",
        upper ->
            upper
                .operand(LogicalFilter.class)
                .oneInput(lower -> lower.operand(LogicalAsOf.class).anyInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    LogicalAsOf join = call.rel(1);
    ImmutableBitSet columns = ImmutableBitSet.range(join.getLeft().getRowType().getFieldCount());
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean canMove =
          columns.contains(RelOptUtil.InputFinder.bits(conjunct))
              && RexUtil.isDeterministic(conjunct);
      (canMove ? below : above).add(conjunct);
    }
    if (below.isEmpty()) {
      return;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    RelNode left = LogicalFilter.create(join.getLeft(), RexUtil.composeConjunction(rex, below));
    RelNode joined = LogicalAsOf.create(left, join.getRight(), join.search());
    call.transformTo(
        above.isEmpty()
            ? joined
            : LogicalFilter.create(joined, RexUtil.composeConjunction(rex, above)));
  }
}
