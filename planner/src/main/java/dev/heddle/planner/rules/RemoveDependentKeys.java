package dev.heddle.planner.rules;

import dev.heddle.planner.cost.LateHandlers;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Removes keys of a sort or an aggregation that others decide, by Calcite's rules, where what these
 * rely on is true.
 *
 * <p>Calcite takes the equality of an outer join's condition for one of its rows, but a row without
 * a match has null on one side and any value on the other; it takes the keys of grouping sets for
 * unique; it does not change calls that return whether a column is a key; and it takes for equal
 * what is computed of equal values, which is not true of 0.0 and -0.0, of 30 days and a month, and
 * of windows, which read other rows.
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
  static boolean tellsKeys(Aggregate aggregate) {
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
    boolean computesOfUnlike =
        node instanceof Project project
            && project.getProjects().stream().anyMatch(RemoveDependentKeys::readsUnlikeEquals);
    boolean hasWindows = node instanceof Project project && project.containsOver();
    return !isOuter
        && !hasSets
        && !computesOfUnlike
        && !hasWindows
        && node.getInputs().stream().allMatch(RemoveDependentKeys::isSound);
  }

  /** Returns whether an expression computes something of values that can be equal and unlike. */
  static boolean readsUnlikeEquals(RexNode expression) {
    boolean[] found = {false};
    if (!(expression instanceof RexInputRef)) {
      expression.accept(
          new RexVisitorImpl<Void>(true) {
            @Override
            public Void visitInputRef(RexInputRef column) {
              found[0] |= hasUnlikeEquals(column.getType());
              return null;
            }
          });
    }
    return found[0];
  }

  private static boolean hasUnlikeEquals(RelDataType type) {
    SqlTypeName name = type.getSqlTypeName();
    return SqlTypeName.APPROX_TYPES.contains(name)
        || SqlTypeName.INTERVAL_TYPES.contains(name)
        || (type.getComponentType() != null && hasUnlikeEquals(type.getComponentType()))
        || (type.getKeyType() != null && hasUnlikeEquals(type.getKeyType()))
        || (type.getValueType() != null && hasUnlikeEquals(type.getValueType()))
        || (type.isStruct()
            && type.getFieldList().stream().anyMatch(field -> hasUnlikeEquals(field.getType())));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    rule.onMatch(call);
  }
}
