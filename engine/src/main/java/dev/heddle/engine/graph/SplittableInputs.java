package dev.heddle.engine.graph;

import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the exchanges of a stage whose rows may be in any task, if each task has all that they
 * meet.
 *
 * <p>Three kinds of nodes may be on the way to the stage's output: steps that look at each row by
 * itself, joins that deliver no unmatched rows of the other side, and what is merged later anyway
 * (partial aggregates, orders and limits of each task's own rows). A final aggregate or a window
 * wants the rows of a group together: there, partial aggregation before the exchange is what helps.
 */
final class SplittableInputs {
  private final Set<Integer> divisible = new HashSet<>();
  private final Set<Integer> seen = new HashSet<>();

  private SplittableInputs() {}

  /** Returns the numbers of the stages that write them. */
  static Set<Integer> of(PhysicalPlan fragment) {
    SplittableInputs inputs = new SplittableInputs();
    inputs.walk(fragment, true);
    return inputs.divisible;
  }

  private void walk(PhysicalPlan plan, boolean isFree) {
    if (plan instanceof PhysicalPlan.ExchangeRead read) {
      boolean isOnly = seen.add(read.exchange());
      if (isOnly && isFree && read.mergeOrder().isEmpty()) {
        divisible.add(read.exchange());
      } else {
        divisible.remove(read.exchange());
      }
    }
    NodeTraits traits = NodeTraits.of(plan);
    for (int i = 0; i < plan.inputs().size(); i++) {
      walk(plan.inputs().get(i), isFree && traits.isSplittable(i));
    }
  }
}
