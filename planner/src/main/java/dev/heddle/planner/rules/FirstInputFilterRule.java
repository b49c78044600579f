package dev.heddle.planner.rules;

import dev.heddle.planner.rel.KeepsLeftRows;
import dev.heddle.planner.translate.Failing;
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

/**
 * Moves conjuncts below a node whose output begins with the columns of its first input, if they
 * read no others: no row of that input loses its output by what the others hold.
 */
final class FirstInputFilterRule extends PlanRule {
  /** Makes the rule for the nodes of a class. */
  FirstInputFilterRule(String name, Class<? extends RelNode> node) {
    super(
        name,
        upper ->
            upper.operand(LogicalFilter.class).oneInput(lower -> lower.operand(node).anyInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    LogicalFilter filter = call.rel(0);
    RelNode node = call.rel(1);
    RelNode input = node.getInput(0);
    ImmutableBitSet columns = ImmutableBitSet.range(input.getRowType().getFieldCount());
    boolean keepsRows = node instanceof KeepsLeftRows;
    List<RexNode> below = new ArrayList<>();
    List<RexNode> above = new ArrayList<>();
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean canMove =
          columns.contains(RelOptUtil.InputFinder.bits(conjunct))
              && RexUtil.isDeterministic(conjunct)
              && (keepsRows || !Failing.canFail(conjunct));
      (canMove ? below : above).add(conjunct);
    }
    if (below.isEmpty()) {
      return;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    List<RelNode> inputs = new ArrayList<>(node.getInputs());
    inputs.set(0, LogicalFilter.create(input, RexUtil.composeConjunction(rex, below)));
    RelNode moved = node.copy(node.getTraitSet(), inputs);
    call.transformTo(
        above.isEmpty()
            ? moved
            : LogicalFilter.create(moved, RexUtil.composeConjunction(rex, above)));
  }
}
