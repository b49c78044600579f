package dev.heddle.planner.rules;

import dev.heddle.planner.cost.LateHandlers;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Sort;

/**
 * Removes keys of a sort or an aggregation that others decide, by Calcite's rules, where what these
 * rely on is true.
 *
 * <p>Calcite takes the equality of an outer join's condition for one of its rows, but a row without
 * a match has null on one side and any value on the other; it takes the keys of grouping sets for
 * unique; and it does not change calls that return whether a column is a key.
 */
final class RemoveDependentKeys extends PlanRule {
  private final RelOptRule rule;

  RemoveDependentKeys(String name, Class<? extends RelNode> node, RelOptRule rule) {
    super(name, b -> b.operand(node).anyInputs());
    this.rule = rule;
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    RelNode input = call.rel(0).getInput(0);
    return hasSeveralKeys(call.rel(0))
        && input.getRowType().getFieldCount() <= LateHandlers.MAX_DEPENDENT_COLUMNS
        && isSound(input);
  }

  /** Returns whether there are keys that can decide each other, which takes long to find out. */
  private static boolean hasSeveralKeys(RelNode node) {
    return switch (node) {
      case Aggregate aggregate -> aggregate.getGroupCount() > 1 && !tellsKeys(aggregate);
      case Sort sort -> sort.getCollation().getFieldCollations().size() > 1;
      default -> true;
    };
  }

  /** Returns whether results show which columns are keys. */
  private static boolean tellsKeys(Aggregate aggregate) {
    return aggregate.getGroupType() != Aggregate.Group.SIMPLE
        || aggregate.getAggCallList().stream()
            .anyMatch(
                call ->
                    switch (call.getAggregation().getKind()) {
                      case GROUPING, GROUPING_ID, GROUP_ID -> true;
                      default -> false;
                    });
  }

  private static boolean isSound(RelNode node) {
    boolean isOuter =
        node instanceof Join join
            && (join.getJoinType() == JoinRelType.LEFT
                || join.getJoinType() == JoinRelType.RIGHT
                || join.getJoinType() == JoinRelType.FULL);
    boolean hasSets =
        node instanceof Aggregate aggregate && aggregate.getGroupType() != Aggregate.Group.SIMPLE;
    return !isOuter && !hasSets && node.getInputs().stream().allMatch(RemoveDependentKeys::isSound);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    rule.onMatch(call);
  }
}
