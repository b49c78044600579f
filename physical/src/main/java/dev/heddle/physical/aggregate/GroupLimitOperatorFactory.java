package dev.heddle.physical.aggregate;

import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;

/** Leaves out rows that follow enough others of their group; see {@link LeadingRows}. */
public final class GroupLimitOperatorFactory implements OperatorFactory {
  private final PhysicalPlan.GroupLimit node;

  public GroupLimitOperatorFactory(PhysicalPlan.GroupLimit node) {
    this.node = node;
  }

  @Override
  public Operator open(TaskContext context) {
    return new LeadingRows(node, context);
  }

  @Override
  public void close() {}
}
