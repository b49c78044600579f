package dev.heddle.physical.operator;

import dev.heddle.physical.plan.PhysicalPlan;

/** Leaves out rows that stand behind enough others of their group; see {@link LeadingRows}. */
final class GroupLimitOperatorFactory implements OperatorFactory {
  private final PhysicalPlan.GroupLimit node;

  GroupLimitOperatorFactory(PhysicalPlan.GroupLimit node) {
    this.node = node;
  }

  @Override
  public Operator open(TaskContext context) {
    return new LeadingRows(node, context);
  }

  @Override
  public void close() {}
}
