package dev.heddle.planner.lower;

import dev.heddle.frame.plan.PartitionKind;
import dev.heddle.physical.plan.PhysicalPlan;

/** The user's hint that rows are to be sent to all tasks of a join. */
public final class BroadcastHint {
  private BroadcastHint() {}

  /** Returns whether it is on the rows of a plan, also below filters and columns. */
  public static boolean isOn(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Repartition rows -> rows.kind() == PartitionKind.EVERYWHERE;
      case PhysicalPlan.Filter filter -> isOn(filter.input());
      case PhysicalPlan.Project project -> isOn(project.input());
      default -> false;
    };
  }
}
