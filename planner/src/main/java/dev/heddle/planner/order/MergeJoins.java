package dev.heddle.planner.order;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Merges the sides of joins that come sorted by the join's keys, where that pays. Stateless. */
final class MergeJoins {
  /**
   * Below this number of right rows a table of all of them is made soon, and stays in the cache.
   */
  private static final double MIN_RIGHT_ROWS = 1 << 18;

  /**
   * What share of the left rows should meet a right one. A hash join's runtime filter spares the
   * scan the others: with one in eight it takes a quarter of a merge join's time, with one in two
   * twice that.
   */
  private static final double MIN_MEETING_SHARE = 1.0 / 3;

  private MergeJoins() {}

  /** Returns a join that merges its sides, if they are sorted and it pays. */
  static PhysicalPlan of(PhysicalPlan.HashJoin join) {
    if (join.kind() == JoinKind.LEFT_ANTI_NULL_AWARE
        || join.kind() == JoinKind.LEFT_MARK // what a left row finds depends on all right rows
        || join.range().filter(JoinRange::isNearest).isPresent()
        || join.right().estimate().rows() < MIN_RIGHT_ROWS
        || meeting(join) < MIN_MEETING_SHARE * join.left().estimate().rows()) {
      return join;
    }
    List<PhysicalPlan.MergeKey> merged = merged(join);
    if (merged.isEmpty()) {
      return join;
    }
    PhysicalPlan.MergeJoin found = make(join, merged, List.of());
    PhysicalPlan left = InputOrders.ordered(join.left(), found.leftOrder()).orElseThrow();
    PhysicalPlan right = InputOrders.ordered(join.right(), found.rightOrder()).orElseThrow();
    return make(
        (PhysicalPlan.HashJoin) join.withInputs(List.of(left, right)),
        merged,
        IntervalBounds.of(List.of(InputOrders.scan(left), InputOrders.scan(right))));
  }

  /** Returns about how many left rows a runtime filter would let pass. */
  private static double meeting(PhysicalPlan.HashJoin join) {
    return switch (join.kind()) {
      // a filter has one key's values; what other conditions leave of the rows says nothing of it
      case INNER, LEFT_SEMI ->
          join.residual().isEmpty() && join.leftKeys().size() == 1
              ? join.estimate().rows()
              : join.right().estimate().rows();
      case RIGHT, RIGHT_SEMI, RIGHT_ANTI -> join.right().estimate().rows();
      case LEFT, FULL, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> join.left().estimate().rows();
    };
  }

  private static PhysicalPlan.MergeJoin make(
      PhysicalPlan.HashJoin join, List<PhysicalPlan.MergeKey> merged, List<ScanValue> bounds) {
    return new PhysicalPlan.MergeJoin(
        join.left(),
        join.right(),
        join.kind(),
        join.leftKeys(),
        join.rightKeys(),
        join.nullSafe(),
        join.residual(),
        merged,
        bounds,
        join.output(),
        join.estimate());
  }

  /** Returns the keys that both sides are sorted by. */
  private static List<PhysicalPlan.MergeKey> merged(PhysicalPlan.HashJoin join) {
    List<PhysicalPlan.MergeKey> merged = new ArrayList<>();
    boolean isLonger = true;
    while (isLonger && merged.size() < join.leftKeys().size()) {
      Optional<PhysicalPlan.MergeKey> next = next(join, merged);
      next.ifPresent(merged::add);
      isLonger = next.isPresent();
    }
    return merged;
  }

  private static Optional<PhysicalPlan.MergeKey> next(
      PhysicalPlan.HashJoin join, List<PhysicalPlan.MergeKey> before) {
    for (int key = 0; key < join.leftKeys().size(); key++) {
      int number = key;
      boolean isNew = before.stream().noneMatch(other -> other.key() == number);
      if (!isNew
          || !join.left()
              .output()
              .field(join.leftKeys().get(key))
              .type()
              .equals(join.right().output().field(join.rightKeys().get(key)).type())) {
        continue;
      }
      for (SortDirection direction : SortDirection.values()) {
        for (NullPlacement nulls : NullPlacement.values()) {
          List<PhysicalPlan.MergeKey> all = new ArrayList<>(before);
          all.add(new PhysicalPlan.MergeKey(key, direction, nulls));
          PhysicalPlan.MergeJoin found = make(join, all, List.of());
          if (InputOrders.isScanIn(join.left(), found.leftOrder())
              && InputOrders.isScanIn(join.right(), found.rightOrder())) {
            return Optional.of(all.getLast());
          }
        }
      }
    }
    return Optional.empty();
  }
}
