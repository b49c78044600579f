package dev.heddle.planner.rules;

import java.util.Map;
import org.apache.calcite.plan.RelHintsPropagator;
import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.plan.RelOptRuleOperand;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.tools.RelBuilder;

/** A call of a rule inside that of another one, which builds and gives on results as that does. */
class InnerCall extends RelOptRuleCall {
  private final RelOptRuleCall outer;

  InnerCall(RelOptRuleCall outer, RelOptRuleOperand operand, RelNode[] rels) {
    super(outer.getPlanner(), operand, rels, Map.of());
    this.outer = outer;
  }

  @Override
  public final RelBuilder builder() {
    return outer.builder();
  }

  @Override
  public void transformTo(
      RelNode rel, Map<RelNode, RelNode> equivalents, RelHintsPropagator hints) {
    outer.transformTo(rel, equivalents, hints);
  }
}
