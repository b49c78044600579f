package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;

/** What the plan of several tasks has to say of where a node runs, and why. Stateless. */
public final class PlanNotes {
  private PlanNotes() {}

  /** Returns a note to a node of a plan with exchanges; empty if there is nothing to say. */
  public static String of(PhysicalPlan node) {
    if (node instanceof PhysicalPlan.UnionAll union
        && hasEven(union.inputs().getFirst())) {
      return "rows of partitions found skewed are divided by ranges";
    }
    if (!(node instanceof PhysicalPlan.Window window
        && window.input() instanceof PhysicalPlan.Exchange exchange)) {
      return "";
    }
    return switch (exchange.distribution()) {
      case Distribution.Single _, Distribution.Sequence _ ->
          window.partitionKeys().isEmpty()
              ? "in one task: " + WindowExchanges.obstacle(window).orElse("few rows")
              : "";
      case Distribution.Hash _ ->
          "each partition in one task: "
              + WindowExchanges.obstacle(window)
                  .orElse("few rows, or what follows needs those of a partition together");
      case Distribution.Broadcast _,
          Distribution.RoundRobin _,
          Distribution.Adjacent _,
          Distribution.Range _ ->
          "";
    };
  }

  private static boolean hasEven(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Share share
        ? share.group() == PartitionGroup.EVEN
        : !(plan instanceof PhysicalPlan.Exchange)
            && plan.inputs().size() == 1
            && hasEven(plan.inputs().getFirst());
  }
}
