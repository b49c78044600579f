package dev.heddle.planner.rules;

import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelRule;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.tools.RelBuilderFactory;
import org.apache.calcite.util.ImmutableBitSet;

/** The base of our own rules: a rule made from a name and a pattern, without generated code. */
abstract class PlanRule extends RelRule<RelRule.Config> {
  PlanRule(String name, OperandTransform pattern) {
    super(new Pattern(name, pattern, RelFactories.LOGICAL_BUILDER));
  }

  /** Returns whether there is a group of all rows, which has a row of the result even if empty. */
  static boolean hasGroupOfAll(Aggregate aggregate) {
    return aggregate.getGroupSets().stream().anyMatch(ImmutableBitSet::isEmpty);
  }

  private record Pattern(
      String description, OperandTransform operandSupplier, RelBuilderFactory relBuilderFactory)
      implements Config {
    @Override
    public RelOptRule toRule() {
      throw new IllegalStateException("Rule " + description + " is made by its constructor");
    }

    @Override
    public Config withRelBuilderFactory(RelBuilderFactory factory) {
      return new Pattern(description, operandSupplier, factory);
    }

    @Override
    public Config withDescription(String newDescription) {
      return new Pattern(newDescription, operandSupplier, relBuilderFactory);
    }

    @Override
    public Config withOperandSupplier(OperandTransform newPattern) {
      return new Pattern(description, newPattern, relBuilderFactory);
    }
  }
}
