package dev.heddle.engine.graph;

import dev.heddle.physical.plan.NodeTraits;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;

/** Finds the exchanges of a stage without whose rows it has nothing to write. */
final class MandatoryInputs {
  private MandatoryInputs() {}

  /** Returns the numbers of the stages that write them. */
  static Set<Integer> of(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.ExchangeRead read) {
      return Set.of(read.exchange());
    }
    List<PhysicalPlan> inputs = plan.inputs();
    return switch (NodeTraits.of(plan).mandatory()) {
      case NONE -> Set.of();
      case LEFT -> of(inputs.get(0));
      case RIGHT -> of(inputs.get(1));
      case EACH -> ofAll(inputs, MandatoryInputs::union);
      case COMMON -> ofAll(inputs, MandatoryInputs::intersection);
    };
  }

  private static Set<Integer> ofAll(
      List<PhysicalPlan> plans, BinaryOperator<Set<Integer>> together) {
    return plans.stream().map(MandatoryInputs::of).reduce(together).orElse(Set.of());
  }

  private static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
    Set<Integer> both = new HashSet<>(one);
    both.addAll(other);
    return both;
  }

  private static Set<Integer> intersection(Set<Integer> one, Set<Integer> other) {
    Set<Integer> both = new HashSet<>(one);
    both.retainAll(other);
    return both;
  }
}
