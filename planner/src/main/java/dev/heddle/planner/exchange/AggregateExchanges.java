package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Places aggregations: before their rows are sent, or before and after, or where they are. */
final class AggregateExchanges {
  private static final double MAX_PARTIAL_GROUP_RATIO = 0.8; // groups per row

  /** States of groups of all tasks together up to which one task merges them. */
  private static final double MAX_SINGLE_TASK_STATES = 50_000;

  private final int partitions;
  private final boolean isSparing;

  /**
   * Makes placement of aggregations; where only large inputs are divided one task merges few
   * states.
   */
  AggregateExchanges(int partitions, PartitionedInputs inputs) {
    this.partitions = partitions;
    this.isSparing = inputs == PartitionedInputs.LARGE;
  }

  /** Returns an aggregation of rows that have been placed. */
  Placed aggregate(PhysicalPlan.Aggregate aggregate, Placed input) {
    List<Integer> keys = aggregate.keys();
    if (aggregate.mode().isPiecewise()) {
      Place place = input.isSingle() ? input.place() : moved(input.place(), keys);
      return new Placed(aggregate.withInputs(List.of(input.plan())), place);
    }
    if (input.groups(keys)) {
      return new Placed(
          aggregate.withInputs(List.of(input.plan())),
          input.isSingle() ? Place.SINGLE : moved(input.place(), keys));
    }
    List<Integer> outputKeys = IntStream.range(0, keys.size()).boxed().toList();
    boolean isFew =
        isSparing
            && aggregate.estimate().rows() >= 0
            && aggregate.estimate().rows() * partitions <= MAX_SINGLE_TASK_STATES;
    Place placed = keys.isEmpty() ? Place.SINGLE : new Place.Hashed(List.of(outputKeys));
    Distribution merging =
        keys.isEmpty() || isFew
            ? new Distribution.Single(List.of())
            : new Distribution.Hash(outputKeys);
    if (DistinctStages.pay(aggregate, partitions)) {
      return new Placed(
          DistinctStages.of(aggregate, input.plan()).plan(merging, partitions),
          isFew ? Place.SINGLE : placed);
    }
    boolean readsStates = aggregate.mode().readsStates();
    if (!readsStates && !pays(aggregate)) {
      PhysicalPlan moved = keys.isEmpty() ? input.single() : input.by(keys).plan();
      return new Placed(aggregate.withInputs(List.of(moved)), placed);
    }
    PhysicalPlan partial = readsStates ? input.plan() : partial(aggregate, input.plan());
    PhysicalPlan result =
        new PhysicalPlan.Aggregate(
            Placed.exchange(partial, merging),
            outputKeys,
            aggregate.calls(),
            readsStates ? aggregate.mode() : AggregateMode.FINAL,
            aggregate.output(),
            aggregate.estimate());
    return new Placed(result, isFew ? Place.SINGLE : placed);
  }

  /** Returns whether tasks are to aggregate the rows they have before those are exchanged. */
  private static boolean pays(PhysicalPlan.Aggregate aggregate) {
    double rows = aggregate.input().estimate().rows();
    boolean reduces =
        aggregate.keys().isEmpty() || aggregate.estimate().rows() <= MAX_PARTIAL_GROUP_RATIO * rows;
    return reduces && aggregate.calls().stream().allMatch(AggregateStates::isMergeable);
  }

  /** Returns the place after grouping by {@code keys}, which become the first columns. */
  private static Place moved(Place place, List<Integer> keys) {
    if (place instanceof Place.Ranged ranged) {
      List<Integer> columns =
          ranged.columns().stream().filter(keys::contains).map(keys::indexOf).toList();
      return columns.isEmpty() ? Place.ANYWHERE : new Place.Ranged(ranged.group(), columns);
    }
    if (place instanceof Place.Divided) {
      return place;
    }
    List<List<Integer>> kept = new ArrayList<>();
    if (place instanceof Place.Hashed hashed) {
      for (List<Integer> one : hashed.keys()) {
        if (keys.containsAll(one)) {
          kept.add(one.stream().map(keys::indexOf).toList());
        }
      }
    }
    return kept.isEmpty() ? Place.ANYWHERE : new Place.Hashed(kept);
  }

  private PhysicalPlan partial(PhysicalPlan.Aggregate aggregate, PhysicalPlan input) {
    Schema output = AggregateStates.output(aggregate.keys(), aggregate.calls(), input.output());
    double rows =
        Math.min(aggregate.input().estimate().rows(), aggregate.estimate().rows() * partitions);
    return new PhysicalPlan.Aggregate(
        input,
        aggregate.keys(),
        aggregate.calls(),
        AggregateMode.PARTIAL,
        output,
        Estimates.of(rows, output));
  }
}
