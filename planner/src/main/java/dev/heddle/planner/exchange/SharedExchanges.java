package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Places rows that several parts of a plan read: each is computed, and sent, once. One object
 * serves one plan. Not thread-safe.
 */
final class SharedExchanges {
  /** Bytes of all tasks together up to which each of them reads all shared rows. */
  private static final double MAX_REPEATED_SHARE_BYTES = 4 << 20;

  private final int partitions;
  private final boolean isSparing;
  private final Function<PhysicalPlan, Placed> place;
  private final Map<Integer, PhysicalPlan.Share> shares = new HashMap<>();
  private final Map<Integer, Placed> placedShares = new HashMap<>();

  /**
   * Finds what a plan shares; where only large inputs are divided each task reads all of few rows.
   *
   * @param place places the input of a share
   */
  SharedExchanges(
      PhysicalPlan plan,
      int partitions,
      PartitionedInputs inputs,
      Function<PhysicalPlan, Placed> place) {
    this.partitions = partitions;
    this.isSparing = inputs == PartitionedInputs.LARGE;
    this.place = place;
    findShares(plan);
  }

  private void findShares(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Share share) {
      shares.put(share.number(), share);
    }
    plan.inputs().forEach(this::findShares);
  }

  /**
   * Returns rows that several parts read, from one exchange: they are placed as they were computed.
   */
  Placed share(int number) {
    Placed known = placedShares.get(number);
    if (known == null) {
      PhysicalPlan.Share share = shares.get(number);
      if (share == null) {
        throw new IllegalStateException("Nothing shares rows as number " + number);
      }
      Placed input = place.apply(share.input());
      double bytes = share.estimate().bytes();
      boolean isFew = isSparing && bytes >= 0 && bytes * partitions <= MAX_REPEATED_SHARE_BYTES;
      known =
          switch (input.place()) {
            case Place.Hashed hashed when !isFew ->
                shared(number, input, new Distribution.Hash(hashed.keys().getFirst()), hashed);
            case Place.Anywhere _, Place.Divided _, Place.Ordered _, Place.Ranged _ when !isFew ->
                shared(number, input, new Distribution.RoundRobin(), Place.ANYWHERE);
            case Place.Hashed _,
                Place.Ranged _,
                Place.Anywhere _,
                Place.Divided _,
                Place.Sequence _,
                Place.Ordered _,
                Place.Single _,
                Place.Everywhere _ ->
                shared(number, input, new Distribution.Broadcast(), Place.EVERYWHERE);
          };
      placedShares.put(number, known);
    }
    return known;
  }

  private static Placed shared(int number, Placed input, Distribution distribution, Place place) {
    PhysicalPlan written = Placed.exchange(input.plan(), distribution);
    return new Placed(new PhysicalPlan.Share(number, written, written.estimate()), place);
  }

  /** Sends the rows of a join's right side to all tasks. */
  Placed broadcast(Placed right) {
    if (right.isEverywhere()
        && (right.plan() instanceof PhysicalPlan.Share || !hasExchange(right.plan()))) {
      return right;
    }
    int number = nextNumber();
    PhysicalPlan.Share share =
        new PhysicalPlan.Share(number, right.plan(), right.plan().estimate());
    shares.put(number, share);
    Placed placed = shared(number, right, new Distribution.Broadcast(), Place.EVERYWHERE);
    placedShares.put(number, placed);
    return placed;
  }

  /**
   * Makes rows once that two parts of the plan read, each where it needs them. Those of skewed
   * partitions are there already.
   */
  PhysicalPlan twice(Placed rows) {
    if (isSkewed(rows.plan())) {
      return rows.plan();
    }
    int number = nextNumber();
    shares.put(number, new PhysicalPlan.Share(number, rows.plan(), rows.plan().estimate()));
    Placed placed = shared(number, rows, new Distribution.RoundRobin(), Place.ANYWHERE);
    placedShares.put(number, placed);
    return placed.plan();
  }

  /**
   * Shares an exchange between those that read its skewed partitions, see {@link #skewed}, and one
   * that reads all others, which this returns.
   */
  PhysicalPlan.Share even(PhysicalPlan.Exchange written) {
    int number = nextNumber();
    PhysicalPlan.Share share =
        new PhysicalPlan.Share(number, written, PartitionGroup.EVEN, written.estimate());
    shares.put(number, share);
    return share;
  }

  /** Returns whether each task reads all of what is shared. */
  boolean isBroadcast(int number) {
    Placed placed = placedShares.get(number);
    return placed != null && placed.isEverywhere();
  }

  /** Returns the rows of the skewed partitions of an exchange, which may be in any task. */
  static PhysicalPlan skewed(PhysicalPlan.Share share) {
    return new PhysicalPlan.SharedRead(
        share.number(), share.output(), PartitionGroup.SKEWED, share.estimate());
  }

  /** Returns whether a plan has the rows of an exchange's skewed partitions. */
  static boolean isSkewed(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.SharedRead read && read.group() == PartitionGroup.SKEWED;
  }

  private int nextNumber() {
    return 1 + shares.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  private static boolean hasExchange(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Exchange
        || plan.inputs().stream().anyMatch(SharedExchanges::hasExchange);
  }

  /** Returns a plan for the same rows in another place. */
  static PhysicalPlan again(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Share share ->
          new PhysicalPlan.SharedRead(share.number(), share.output(), share.estimate());
      case PhysicalPlan.SharedRead read ->
          new PhysicalPlan.SharedRead(read.number(), read.output(), read.group(), read.estimate());
      default -> plan;
    };
  }
}
