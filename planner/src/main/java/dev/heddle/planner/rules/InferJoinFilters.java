package dev.heddle.planner.rules;

import dev.heddle.planner.translate.Failing;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptPredicateList;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Filters one side of a join by what its condition makes of what is known of the other side: from
 * {@code a.k = b.k} and {@code a.k > 5} follows {@code b.k > 5}. What can fail is not inferred,
 * since rows without a match would be tried too; neither is what is always true, such as what the
 * inputs of a union have in common, nor what the side is filtered by already.
 */
final class InferJoinFilters extends PlanRule {
  InferJoinFilters() {
    super("InferJoinFilters", b -> b.operand(LogicalJoin.class).anyInputs());
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    Join join = call.rel(0);
    RelOptPredicateList known = call.getMetadataQuery().getPulledUpPredicates(join);
    RelNode left = filtered(join.getLeft(), known.leftInferredPredicates);
    RelNode right = filtered(join.getRight(), known.rightInferredPredicates);
    if (left != join.getLeft() || right != join.getRight()) {
      call.transformTo(join.copy(join.getTraitSet(), List.of(left, right)));
    }
  }

  private static RelNode filtered(RelNode input, List<RexNode> inferred) {
    List<RexNode> known = conditions(input);
    List<RexNode> added =
        inferred.stream()
            .filter(condition -> !condition.isAlwaysTrue() && !Failing.canFail(condition))
            .filter(condition -> !known.contains(condition))
            .toList();
    if (added.isEmpty() || known.stream().anyMatch(RexNode::isAlwaysFalse)) {
      return input;
    }
    RexBuilder rex = input.getCluster().getRexBuilder();
    return LogicalFilter.create(input, RexUtil.composeConjunction(rex, added));
  }

  /** Returns what the filters that a node begins with demand. */
  private static List<RexNode> conditions(RelNode node) {
    List<RexNode> conditions = new ArrayList<>();
    for (RelNode next = node; next instanceof Filter filter; next = filter.getInput()) {
      conditions.addAll(RelOptUtil.conjunctions(filter.getCondition()));
    }
    return conditions;
  }
}
