package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageInput;
import java.util.Arrays;

/** Lets a task read several adjacent partitions where they are small. */
final class Coalescing {
  private static final long LEAST_BYTES = 1 << 20;

  private Coalescing() {}

  /**
   * Decides about a stage whose inputs are complete and which has not started.
   *
   * @param mostBytes up to which size partitions are put together; 0 for never
   * @param slots tasks that can run at a time: more tasks are made for them if there are bytes
   */
  static void apply(StageTasks[] stages, StageTasks stage, long mostBytes, int slots) {
    int partitions = stage.shape.tasks();
    if (mostBytes <= 0 || !stage.shape.canCoalesce() || partitions == 1) {
      return;
    }
    long[] sizes = new long[partitions];
    for (StageInput input : stage.shape.inputs()) {
      if (!input.isWhole()) {
        long[] written = stages[input.stage()].partitionBytes;
        for (int i = 0; i < partitions; i++) {
          sizes[i] += written[i];
        }
      }
    }
    long sum = Arrays.stream(sizes).sum();
    long target = Math.min(mostBytes, Math.max(LEAST_BYTES, sum / Math.max(1, slots)));
    int[] starts = new int[partitions];
    int tasks = 0;
    long bytes = 0;
    for (int i = 0; i < partitions; i++) {
      if (i == 0 || bytes + sizes[i] > target) {
        starts[tasks++] = i;
        bytes = 0;
      }
      bytes += sizes[i];
    }
    if (tasks < partitions) {
      stage.firstPartitions = Arrays.copyOf(starts, tasks);
      stage.tasks = tasks;
    }
  }
}
