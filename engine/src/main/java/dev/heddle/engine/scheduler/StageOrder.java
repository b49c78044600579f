package dev.heddle.engine.scheduler;

import java.util.List;

/**
 * The order in which tasks of stages start when several could: those that read exchanges, and so
 * let them go, before sources; then those with the longest way to the result; then the later stage.
 */
final class StageOrder {
  private StageOrder() {}

  /** Returns the numbers of the stages in order. */
  static int[] of(List<Stage> stages) {
    int[] way = new int[stages.size()];
    for (int i = stages.size() - 1; i >= 0; i--) {
      for (int consumer : stages.get(i).consumers()) {
        way[i] = Math.max(way[i], way[consumer] + 1);
      }
    }
    return stages.stream().sorted((a, b) -> compare(a, b, way)).mapToInt(Stage::number).toArray();
  }

  private static int compare(Stage a, Stage b, int[] way) {
    int kinds = Boolean.compare(a.shape().isSource(), b.shape().isSource());
    int ways = Integer.compare(way[b.number()], way[a.number()]);
    return kinds != 0 ? kinds : ways != 0 ? ways : Integer.compare(b.number(), a.number());
  }
}
