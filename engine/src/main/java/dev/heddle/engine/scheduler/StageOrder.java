package dev.heddle.engine.scheduler;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The order in which tasks of stages start when several could: those that read exchanges, and so
 * let them go, before sources; then those with the longest way to the result; then the later stage.
 */
final class StageOrder {
  private StageOrder() {}

  /** Returns the numbers of the stages in order. */
  static int[] of(StageTasks[] stages) {
    int[] way = new int[stages.length];
    for (int i = stages.length - 1; i >= 0; i--) {
      for (int consumer : stages[i].consumers) {
        way[i] = Math.max(way[i], way[consumer] + 1);
      }
    }
    Comparator<StageTasks> order = Comparator.comparing(stage -> stage.shape.isSource());
    return Arrays.stream(stages)
        .sorted(
            order.thenComparing(stage -> -way[stage.stage]).thenComparing(stage -> -stage.stage))
        .mapToInt(stage -> stage.stage)
        .toArray();
  }
}
