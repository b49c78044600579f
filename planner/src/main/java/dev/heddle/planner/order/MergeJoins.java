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
  private MergeJoins() {}

  /** Returns a join that merges its sides, if they are sorted and it pays. */
  static PhysicalPlan of(PhysicalPlan.HashJoin join, MergeCosts costs) {
    if (join.kind() == JoinKind.LEFT_ANTI_NULL_AWARE
        || join.kind() == JoinKind.LEFT_MARK // what a left row finds depends on all right rows
        || join.range().filter(JoinRange::isNearest).isPresent()) {
      return join;
    }
    List<PhysicalPlan.MergeKey> merged = merged(join);
    if (merged.isEmpty()) {
      return join;
    }
    PhysicalPlan.MergeJoin found = make(join, merged, List.of());
    PhysicalPlan right = InputOrders.ordered(join.right(), found.rightOrder()).orElseThrow();
    if (!costs.areLower(join, InputOrders.scan(right))) {
      return join;
    }
    PhysicalPlan left = InputOrders.ordered(join.left(), found.leftOrder()).orElseThrow();
    return make(
        (PhysicalPlan.HashJoin) join.withInputs(List.of(left, right)),
        merged,
        IntervalBounds.of(List.of(InputOrders.scan(left), InputOrders.scan(right))));
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
