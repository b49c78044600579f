package dev.heddle.planner.exchange;

import dev.heddle.frame.plan.PartitionKind;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.List;

/** Places rows in the number of parts that is asked for. Serves one plan. Not thread-safe. */
final class Repartitions {
  private final int partitions;
  private final RangeSorts ranges;

  Repartitions(int partitions, RangeSorts ranges) {
    this.partitions = partitions;
    this.ranges = ranges;
  }

  /** Returns whether a plan asks for parts. */
  static boolean areIn(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Repartition
        || plan.inputs().stream().anyMatch(Repartitions::areIn);
  }

  /** Returns the plan for one part: only what sorts the rows of each is left. */
  static PhysicalPlan without(PhysicalPlan plan) {
    if (!areIn(plan)) {
      return plan;
    }
    PhysicalPlan over = plan.withInputs(plan.inputs().stream().map(Repartitions::without).toList());
    return over instanceof PhysicalPlan.Repartition rows ? inOnePart(rows) : over;
  }

  private static PhysicalPlan inOnePart(PhysicalPlan.Repartition rows) {
    return rows.kind() == PartitionKind.SORTED
        ? new PhysicalPlan.Sort(rows.input(), rows.keys(), rows.estimate())
        : rows.input();
  }

  /** Returns rows that are placed as is asked for. */
  Placed place(PhysicalPlan.Repartition rows, Placed input) {
    int parts = rows.parts();
    if (rows.kind() == PartitionKind.SORTED) {
      return new Placed(
          new PhysicalPlan.Sort(input.plan(), rows.keys(), rows.estimate()),
          input.place() instanceof Place.Sequence || input.place() instanceof Place.Ordered
              ? input.scattered()
              : input.place());
    }
    if (rows.kind() == PartitionKind.EVERYWHERE) {
      return input; // sent by a join that has a use for it
    }
    if (parts == 1) {
      return new Placed(input.single(), Place.SINGLE);
    }
    return switch (rows.kind()) {
      case EVENLY ->
          new Placed(
              Placed.exchange(input.plan(), new Distribution.RoundRobin(parts)),
              new Place.Divided(parts));
      case BY_HASH -> {
        List<Integer> keys = rows.keys().stream().map(SortOrder::column).toList();
        yield new Placed(
            Placed.exchange(input.plan(), new Distribution.Hash(keys, false, parts)),
            parts == partitions ? new Place.Hashed(List.of(keys)) : new Place.Divided(parts));
      }
      case BY_RANGE ->
          new Placed(
              ranges.byRanges(input.together(), rows.keys(), new Distribution.Range(parts, true)),
              new Place.Divided(parts));
      case FEWER -> fewer(input, parts);
      case SORTED, EVERYWHERE -> throw new IllegalStateException("Not divided by " + rows.kind());
    };
  }

  private Placed fewer(Placed input, int parts) {
    int tasks =
        switch (input.place()) {
          case Place.Single _, Place.Everywhere _ -> 1;
          case Place.Sequence sequence -> sequence.tasks();
          case Place.Divided divided -> divided.tasks();
          case Place.Ordered ordered -> ordered.tasks();
          case Place.Anywhere _, Place.Ranged _, Place.Hashed _ -> partitions;
        };
    if (tasks <= parts) {
      return input;
    }
    return new Placed(
        Placed.exchange(input.plan(), new Distribution.Adjacent(parts)),
        input.place() instanceof Place.Sequence sequence
            ? new Place.Sequence(parts, sequence.order())
            : new Place.Divided(parts));
  }
}
