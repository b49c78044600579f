package dev.heddle.planner.rules;

import java.util.List;
import java.util.Map;
import org.apache.calcite.plan.RelHintsPropagator;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * One of Calcite's rules that moves conditions below a join, except those that can fail for rows
 * which the join drops: {@code 10 / t.x > 1} is decided for rows of {@code t} with a match only.
 */
final class ProtectedJoinRule extends PlanRule {
  private final RelOptRule rule;
  private final Kind kind;

  private enum Kind {
    FILTER,
    CONDITION
  }

  private ProtectedJoinRule(RelOptRule rule, Kind kind) {
    super(
        rule.toString(),
        top ->
            kind == Kind.FILTER
                ? top.operand(Filter.class).oneInput(lower -> lower.operand(Join.class).anyInputs())
                : top.operand(Join.class).anyInputs());
    this.rule = rule;
    this.kind = kind;
  }

  /** Protects the rule that moves filters into the join below them. */
  static RelOptRule filter(RelOptRule rule) {
    return new ProtectedJoinRule(rule, Kind.FILTER);
  }

  /** Protects the rule that moves conditions of a join to its sides. */
  static RelOptRule condition(RelOptRule rule) {
    return new ProtectedJoinRule(rule, Kind.CONDITION);
  }

  @Override
  public boolean matches(RelOptRuleCall call) {
    return rule.getOperand().matches(call.rel(0)) && rule.matches(call);
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    switch (kind) {
      case FILTER -> filter(call, call.rel(0), call.rel(1));
      case CONDITION -> condition(call, call.rel(0));
    }
  }

  private void filter(RelOptRuleCall call, Filter filter, Join join) {
    ProtectedConditions parts = ProtectedConditions.above(join, filter.getCondition());
    if (parts.kept().isEmpty()) {
      rule.onMatch(call);
      return;
    }
    if (parts.movable().isEmpty()) {
      return;
    }
    RexBuilder rex = filter.getCluster().getRexBuilder();
    Filter movable = filter.copy(filter.getTraitSet(), filter.getInput(), parts.movable(rex));
    RelNode moved = Captured.result(rule, call, movable, join);
    if (moved != null && moved != movable) {
      call.transformTo(LogicalFilter.create(moved, parts.kept(rex)));
    }
  }

  private void condition(RelOptRuleCall call, Join join) {
    ProtectedConditions parts = ProtectedConditions.of(join);
    if (parts.kept().isEmpty()) {
      rule.onMatch(call);
      return;
    }
    RexBuilder rex = join.getCluster().getRexBuilder();
    Join movable = withCondition(join, parts.movable(rex));
    if (join.getJoinType() == JoinRelType.INNER) {
      call.transformTo(LogicalFilter.create(movable, parts.kept(rex)));
      return;
    }
    if (Captured.result(rule, call, movable) instanceof Join moved) {
      RexNode all = RexUtil.composeConjunction(rex, List.of(moved.getCondition(), parts.kept(rex)));
      call.transformTo(withCondition(moved, all));
    }
  }

  private static Join withCondition(Join join, RexNode condition) {
    return join.copy(
        join.getTraitSet(),
        condition,
        join.getLeft(),
        join.getRight(),
        join.getJoinType(),
        join.isSemiJoinDone());
  }

  /** A call of a rule whose result is looked at before it is taken. */
  private static final class Captured extends InnerCall {
    private @Nullable RelNode result;

    private Captured(RelOptRuleCall call, RelOptRule rule, RelNode[] rels) {
      super(call, rule.getOperand(), rels);
    }

    /** Returns what a rule makes of nodes; null for nothing. */
    static @Nullable RelNode result(RelOptRule rule, RelOptRuleCall call, RelNode... rels) {
      Captured captured = new Captured(call, rule, rels);
      rule.onMatch(captured);
      return captured.result;
    }

    @Override
    public void transformTo(
        RelNode rel, Map<RelNode, RelNode> equivalents, RelHintsPropagator hints) {
      result = rel;
    }
  }
}
