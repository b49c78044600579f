package dev.heddle.physical.operator;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.IdentityHashMap;

/**
 * The metrics of each node of a plan, by the node's identity: equal nodes in two places of a plan
 * are counted apart. Thread-safe.
 */
public final class PlanMetrics {
  private final IdentityHashMap<PhysicalPlan, OperatorMetrics> byNode = new IdentityHashMap<>();

  /** Returns the metrics of a node; they are zero before the node has run. */
  public synchronized OperatorMetrics of(PhysicalPlan node) {
    return byNode.computeIfAbsent(node, _ -> new OperatorMetrics());
  }
}
