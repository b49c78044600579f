package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import org.jspecify.annotations.Nullable;

/** What the plan of several tasks has to say of where a node runs, and why. Stateless. */
public final class PlanNotes {
  private PlanNotes() {}

  /** Returns a note to a node of a plan with exchanges; empty if there is nothing to say. */
  public static String of(PhysicalPlan node) {
    if (node instanceof PhysicalPlan.UnionAll union && hasEven(union.inputs().getFirst())) {
      return "rows of partitions found skewed are divided by ranges";
    }
    if (!(node instanceof PhysicalPlan.Window window)) {
      return "";
    }
    boolean isSentFor = window.input() instanceof PhysicalPlan.Exchange;
    return switch (sent(window.input())) {
      case Distribution.Single _, Distribution.Sequence _ ->
          isSentFor && window.partitionKeys().isEmpty()
              ? "in one task: " + WindowExchanges.obstacle(window).orElse("few rows")
              : "";
      case Distribution.Hash _ ->
          "each partition in one task: "
              + WindowExchanges.obstacle(window)
                  .orElse(
                      isSentFor
                          ? "few rows, or what follows needs those of a partition together"
                          : "its rows are together for what comes before");
      case Distribution.Broadcast _,
          Distribution.RoundRobin _,
          Distribution.Adjacent _,
          Distribution.Range _ ->
          "";
      case null -> "";
    };
  }

  /** Returns how the rows of the first input of a plan were sent; null if that is not known. */
  private static @Nullable Distribution sent(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Exchange exchange -> exchange.distribution();
      case PhysicalPlan.Share share when share.group() != PartitionGroup.ALL -> null;
      case PhysicalPlan.UnionAll _ -> null;
      default -> plan.inputs().isEmpty() ? null : sent(plan.inputs().getFirst());
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
