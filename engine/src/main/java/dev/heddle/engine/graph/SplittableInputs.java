package dev.heddle.engine.graph;

import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the exchanges of a stage whose rows may be in any task, if each task has all that they
 * meet.
 *
 * <p>On the way to the stage's output there are only steps that look at each row by itself, joins
 * that deliver no rows of the other side which meet none, and what is merged later anyway: partial
 * aggregates, and orders and limits of each task's own rows. A final aggregate or a window wants
 * the rows of a group together: there, partial aggregation before the exchange is what helps.
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
    for (int i = 0; i < plan.inputs().size(); i++) {
      walk(plan.inputs().get(i), isFree && passes(plan, i));
    }
  }

  /** Whether rows of an input of a node may be in any task if those that the node delivers may. */
  static boolean passes(PhysicalPlan plan, int input) {
    return switch (plan) {
      case PhysicalPlan.HashJoin join ->
          input == 0 ? keepsLeft(join.kind()) : keepsRight(join.kind());
      case PhysicalPlan.NestedLoopJoin join ->
          input == 0 ? keepsLeft(join.kind()) : keepsRight(join.kind());
      case PhysicalPlan.Aggregate aggregate -> aggregate.mode() == AggregateMode.PARTIAL;
      case PhysicalPlan.Filter _,
          PhysicalPlan.Project _,
          PhysicalPlan.Expand _,
          PhysicalPlan.Unnest _,
          PhysicalPlan.RandomKey _,
          PhysicalPlan.Sort _,
          PhysicalPlan.TopN _,
          PhysicalPlan.Limit _ ->
          true;
      case PhysicalPlan.Scan _,
          PhysicalPlan.Values _,
          PhysicalPlan.ExchangeRead _,
          PhysicalPlan.SharedRead _,
          PhysicalPlan.Share _,
          PhysicalPlan.GroupLimit _,
          PhysicalPlan.Window _,
          PhysicalPlan.RowIndex _,
          PhysicalPlan.UnionAll _,
          PhysicalPlan.Exchange _ ->
          false;
    };
  }

  /** Whether left rows may be divided: no right row comes out because it has met none. */
  private static boolean keepsLeft(JoinKind kind) {
    return switch (kind) {
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> true;
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> false;
    };
  }

  private static boolean keepsRight(JoinKind kind) {
    return switch (kind) {
      case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> true;
      case LEFT, FULL, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
    };
  }
}
