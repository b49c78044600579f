package dev.heddle.planner.rules;

import org.apache.calcite.plan.RelOptRuleCall;
import org.apache.calcite.rel.core.Values;
import org.apache.calcite.rel.logical.LogicalAggregate;

/**
 * Removes an aggregation over no row.
 *
 * <p>Calcite's own rule also removes one whose grouping sets hold the empty set, which has a row
 * even then.
 */
final class PruneEmptyGroups extends PlanRule {
  PruneEmptyGroups() {
    super(
        "PruneEmptyGroups",
        upper ->
            upper
                .operand(LogicalAggregate.class)
                .predicate(aggregate -> !hasGroupOfAll(aggregate))
                .oneInput(
                    lower -> lower.operand(Values.class).predicate(Values::isEmpty).noInputs()));
  }

  @Override
  public void onMatch(RelOptRuleCall call) {
    call.transformTo(call.builder().push(call.rel(0)).empty().build());
  }
}
