package dev.heddle.planner.exchange;

import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.Optional;

/**
 * Places windows: by the hash of their partitions where these are many, by ranges of partitions and
 * order where they are few or there is one, else in one task. Serves one plan. Not thread-safe.
 */
final class WindowExchanges {
  /** Partitions for each task up to which one of them may keep a task busy for long. */
  private static final double MAX_KEYS_PER_PARTITION = 4;

  private final int partitions;
  private final RangeSorts sorts;
  private final RangeWindows ranges;
  private final WindowTotals totals;
  private final SkewedWindows skewed;

  WindowExchanges(
      int partitions, RangeSorts sorts, SharedExchanges shares, AggregateExchanges aggregates) {
    this.partitions = partitions;
    this.sorts = sorts;
    this.ranges = new RangeWindows(sorts, shares, aggregates);
    this.totals = new WindowTotals(shares, aggregates);
    this.skewed = new SkewedWindows(partitions, sorts, shares, ranges, totals);
  }

  /** Returns why the rows of one of a window's partitions cannot be divided, if that is so. */
  static Optional<String> obstacle(PhysicalPlan.Window window) {
    return WindowTotals.suits(window) ? Optional.empty() : WindowPieces.of(window).obstacle();
  }

  /** Returns a window over rows that have been placed. */
  Placed window(PhysicalPlan.Window window, Placed input) {
    if (input.groups(window.partitionKeys())) {
      return inPlace(window, input);
    }
    if (isFewPartitions(window) && !sorts.isFew(window.estimate().bytes())) {
      Placed rows = new Placed(input.plan(), input.scattered());
      if (WindowTotals.suits(window)) {
        return totals.place(window, rows);
      }
      WindowPieces pieces = WindowPieces.of(window);
      if (pieces.obstacle().isEmpty()) {
        return ranges.divide(window, pieces, rows);
      }
    }
    return inPlace(
        window,
        window.partitionKeys().isEmpty()
            ? new Placed(input.single(), Place.SINGLE)
            : input.by(window.partitionKeys()));
  }

  /** Prepares windows of a plan with exchanges for partitions that turn out skewed. */
  PhysicalPlan prepareForSkew(PhysicalPlan plan) {
    return skewed.divide(plan);
  }

  private static Placed inPlace(PhysicalPlan.Window window, Placed input) {
    return new Placed(
        window.withInputs(List.of(input.plan())), input.isSingle() ? Place.SINGLE : input.place());
  }

  /** Whether tasks that have a partition each would not all have about as much to do. */
  private boolean isFewPartitions(PhysicalPlan.Window window) {
    if (window.partitionKeys().isEmpty()) {
      return true;
    }
    double rows = window.input().estimate().rows();
    return rows > 0
        && KeyCounts.of(window.input(), window.partitionKeys())
            <= MAX_KEYS_PER_PARTITION * partitions;
  }
}
