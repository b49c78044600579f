package dev.heddle.planner.rules;

import java.util.List;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.apache.calcite.rel.rules.ProjectMergeRule;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.jspecify.annotations.Nullable;

/**
 * A guard of one of Calcite's rules about two nodes. It keeps the rule from changing how often
 * functions that are not deterministic are called; from writing a large expression again for each
 * use of its column in a condition; and from dropping the row of a group of all rows, which is
 * there without rows too.
 */
final class VolatilityGuard extends PlanRule {
  /** Nodes to which a condition may grow when it moves below a projection. */
  private static final int MAX_NODES = 100;

  /** Nodes of a projection from which on it is merged with one above without a simplification. */
  private static final int LARGE_PROJECT_NODES = 200;

  private final RelOptRule rule;

  private VolatilityGuard(
      RelOptRule rule, Class<? extends RelNode> upper, Class<? extends RelNode> lower) {
    super(rule.toString(), b -> b.operand(upper).oneInput(c -> c.operand(lower).anyInputs()));
    this.rule = rule;
  }

  /** Keeps the values of a column from being computed in several places. */
  static RelOptRule merging(RelOptRule projects) {
    return new VolatilityGuard(projects, Project.class, Project.class);
  }

  /** Keeps the values of a column from being computed for a filter too. */
  static RelOptRule belowProject(RelOptRule filter) {
    return new VolatilityGuard(filter, Filter.class, Project.class);
  }

  /** Keeps a condition on groups from being evaluated for their rows. */
  static RelOptRule belowAggregate(RelOptRule filter) {
    return new VolatilityGuard(filter, Filter.class, Aggregate.class);
  }

  /**
   * Keeps a condition on what two inputs have in common from being evaluated for all their rows.
   */
  static RelOptRule belowSetOperation(RelOptRule filter) {
    return new VolatilityGuard(filter, Filter.class, SetOp.class);
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return rule.getOperand().matches(call.rel(0))
        && rule.getOperand().getChildOperands().getFirst().matches(call.rel(1))
        && isDeterministic(call.rel(0), call.rel(1))
        && !(call.rel(0) instanceof Filter filter
            && call.rel(1) instanceof Project project
            && isWrittenOften(filter.getCondition(), project))
        && !(call.rel(1) instanceof Aggregate aggregate && hasGroupOfAll(aggregate))
        && !(call.rel(1) instanceof SetOp operation
            && !(operation instanceof Union)
            && ProtectedConditions.canFail(((Filter) call.rel(0)).getCondition()))
        && rule.matches(call);
  }

  /** Whether a condition would become large with columns replaced by what they are computed by. */
  static boolean isWrittenOften(RexNode condition, Project project) {
    long[] nodes = {0};
    condition.accept(
        new RexVisitorImpl<@Nullable Void>(true) {
          @Override
          public @Nullable Void visitInputRef(RexInputRef column) {
            nodes[0] += project.getProjects().get(column.getIndex()).nodeCount();
            return null;
          }
        });
    return nodes[0] > MAX_NODES && nodes[0] > 2L * condition.nodeCount();
  }

  private static boolean isDeterministic(RelNode upper, RelNode lower) {
    return switch (lower) {
      case Project project -> project.getProjects().stream().allMatch(RexUtil::isDeterministic);
      default ->
          !(upper instanceof Filter filter) || RexUtil.isDeterministic(filter.getCondition());
    };
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    if (call.rel(0) instanceof Project upper
        && call.rel(1) instanceof Project lower
        && lower.getProjects().stream().mapToInt(RexNode::nodeCount).sum() > LARGE_PROJECT_NODES) {
      Project merged = merged(upper, lower);
      if (merged != null) { // a chain of projections would be simplified again with each of them
        call.transformTo(merged);
      }
    } else {
      rule.onMatch(call);
    }
  }

  /** Returns two projections as one, unless one has windows or it would write much again. */
  static @Nullable Project merged(Project upper, Project lower) {
    if (upper.containsOver() || lower.containsOver()) {
      return null;
    }
    List<RexNode> merged =
        RelOptUtil.pushPastProjectUnlessBloat(
            upper.getProjects(), lower, ProjectMergeRule.DEFAULT_BLOAT);
    return merged == null
        ? null
        : upper.copy(upper.getTraitSet(), lower.getInput(), merged, upper.getRowType());
  }
}
