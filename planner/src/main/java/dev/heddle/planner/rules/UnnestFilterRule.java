package dev.heddle.planner.rules;

import dev.heddle.planner.translate.LogicalUnnest;
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

/** Moves conjuncts that read neither the element nor its position below a {@link LogicalUnnest}. */
final class UnnestFilterRule extends PlanRule {
  UnnestFilterRule() {
    super(
        "UnnestFilterRule",
        upper ->
            upper
                .operand(LogicalFilter.class)
                .oneInput(lower -> lower.operand(LogicalUnnest.class).anyInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    LogicalUnnest unnest = call.rel(1);
    RelNode input = unnest.getInput();
    ImmutableBitSet columns = ImmutableBitSet.range(input.getRowType().getFieldCount());
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
    RelNode unnested =
        unnest.over(LogicalFilter.create(input, RexUtil.composeConjunction(rex, below)));
    call.transformTo(
        above.isEmpty()
            ? unnested
            : LogicalFilter.create(unnested, RexUtil.composeConjunction(rex, above)));
  }
}
