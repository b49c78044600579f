package dev.heddle.engine.scheduler;

import java.util.Arrays;

/**
 * The order in which tasks of stages start when several could: those that read exchanges, and so
 * let them go, before sources; then those with the longest way to the result; then the later stage.
 */
final class StageOrder {
  private StageOrder() {}

  /** Returns the numbers of the stages in order. */
  static int[] of(StageState[] stages) {
    int[] way = new int[stages.length];
    for (int i = stages.length - 1; i >= 0; i--) {
      for (int consumer : stages[i].consumers) {
        way[i] = Math.max(way[i], way[consumer] + 1);
      }
    }
    return Arrays.stream(stages)
        .sorted((a, b) -> compare(a, b, way))
        .mapToInt(stage -> stage.stage)
        .toArray();
  }

  private static int compare(StageState a, StageState b, int[] way) {
    int kinds = Boolean.compare(a.shape.isSource(), b.shape.isSource());
    int ways = Integer.compare(way[b.stage], way[a.stage]);
    return kinds != 0 ? kinds : ways != 0 ? ways : Integer.compare(b.stage, a.stage);
  }
}
