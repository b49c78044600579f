package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
import java.util.List;

/**
 * A plan with exchanges in it, and where its rows are.
 *
 * @param plan which makes the rows
 * @param place where they are
 */
record Placed(PhysicalPlan plan, Place place) {
  boolean isSingle() {
    return place instanceof Place.Single || isEverywhere();
  }

  boolean isEverywhere() {
    return place instanceof Place.Everywhere;
  }

  /** Returns a plan whose rows are in one task; those of a sequence keep their order. */
  PhysicalPlan single() {
    return isSingle() ? plan : exchange(plan, gathering());
  }

  /** Returns how the rows are brought together. */
  Distribution gathering() {
    return place instanceof Place.Sequence sequence
        ? new Distribution.Sequence(sequence.order())
        : new Distribution.Single(List.of());
  }

  /** Returns the place of rows that are made, in any way, where these are. */
  Place scattered() {
    return switch (place) {
      case Place.Single _, Place.Everywhere _ -> Place.SINGLE;
      case Place.Divided divided -> divided;
      case Place.Sequence sequence -> new Place.Divided(sequence.tasks());
      case Place.Ordered ordered -> new Place.Divided(ordered.tasks());
      case Place.Anywhere _, Place.Ranged _, Place.Hashed _ -> Place.ANYWHERE;
    };
  }

  /** Returns rows of a sequence in one task, others where they are. */
  Placed together() {
    return switch (place) {
      case Place.Sequence _ -> new Placed(single(), Place.SINGLE);
      case Place.Ordered _ -> new Placed(plan, scattered());
      case Place.Single _,
          Place.Everywhere _,
          Place.Divided _,
          Place.Anywhere _,
          Place.Ranged _,
          Place.Hashed _ ->
          this;
    };
  }

  boolean isBy(List<Integer> keys) {
    return place instanceof Place.Hashed hashed && hashed.keys().contains(keys);
  }

  Placed by(List<Integer> keys) {
    return isBy(keys)
        ? this
        : new Placed(exchange(plan, new Distribution.Hash(keys)), new Place.Hashed(List.of(keys)));
  }

  /** Whether rows that are equal in the columns are in one task. */
  boolean groups(List<Integer> columns) {
    return isSingle()
        || (place instanceof Place.Ranged ranged
            && ranged.columns().stream().anyMatch(columns::contains))
        || (place instanceof Place.Hashed hashed
            && hashed.keys().stream().anyMatch(columns::containsAll));
  }

  /** Returns what to expect of the number of rows that a plan has, with other columns. */
  static Estimate estimate(PhysicalPlan rows, Schema output) {
    return Estimates.of(rows.estimate().rows(), output);
  }

  /** Returns a plan whose rows are sent to other tasks. */
  static PhysicalPlan exchange(PhysicalPlan plan, Distribution distribution) {
    return new PhysicalPlan.Exchange(plan, distribution, plan.estimate());
  }
}
