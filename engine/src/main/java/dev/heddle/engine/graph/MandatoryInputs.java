package dev.heddle.engine.graph;

import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the exchanges of a stage without whose rows it has nothing to write.
 *
 * <p>States of an aggregate without keys say nothing where there was no row: the stage that merges
 * them makes the one row of the result without them too.
 */
final class MandatoryInputs {
  private MandatoryInputs() {}

  /** Returns the numbers of the stages that write them. */
  static Set<Integer> of(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.ExchangeRead read -> Set.of(read.exchange());
      case PhysicalPlan.HashJoin join -> of(join.kind(), join.left(), join.right());
      case PhysicalPlan.NestedLoopJoin join -> of(join.kind(), join.left(), join.right());
      case PhysicalPlan.UnionAll union -> ofAll(union);
      case PhysicalPlan.Aggregate aggregate ->
          aggregate.keys().isEmpty() && aggregate.mode() != AggregateMode.PARTIAL
              ? Set.of()
              : of(aggregate.input());
      case PhysicalPlan.Filter _,
          PhysicalPlan.Project _,
          PhysicalPlan.Expand _,
          PhysicalPlan.Unnest _,
          PhysicalPlan.Sort _,
          PhysicalPlan.TopN _,
          PhysicalPlan.Limit _,
          PhysicalPlan.GroupLimit _,
          PhysicalPlan.Window _,
          PhysicalPlan.RowIndex _,
          PhysicalPlan.RandomKey _,
          PhysicalPlan.Share _ ->
          of(plan.inputs().getFirst());
      case PhysicalPlan.Scan _,
          PhysicalPlan.Values _,
          PhysicalPlan.SharedRead _,
          PhysicalPlan.Exchange _ ->
          Set.of();
    };
  }

  private static Set<Integer> of(JoinKind kind, PhysicalPlan left, PhysicalPlan right) {
    return switch (kind) {
      case INNER, LEFT_SEMI, RIGHT_SEMI -> union(of(left), of(right));
      case LEFT, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> of(left);
      case RIGHT, RIGHT_ANTI -> of(right);
      case FULL -> intersection(of(left), of(right));
    };
  }

  private static Set<Integer> ofAll(PhysicalPlan.UnionAll union) {
    return union.inputs().stream()
        .map(MandatoryInputs::of)
        .reduce(MandatoryInputs::intersection)
        .orElse(Set.of());
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
