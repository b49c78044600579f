package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets a task read several adjacent partitions where they are small, and several tasks a part each
 * of one that is much larger than the others.
 */
final class TaskRanges {
  private static final long LEAST_BYTES = 1 << 20;

  /** How many times as large as the middle one a partition is that is divided. */
  private static final int SKEW = 2;

  private final Job job;
  private final StageState stage;
  private final long[] sizes;
  private final long sum;
  private final List<TaskRange> ranges = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();

  private TaskRanges(Job job, StageState stage) {
    this.job = job;
    this.stage = stage;
    sizes = new long[stage.shape.tasks()];
    for (StageInput input : stage.shape.inputs()) {
      if (!input.isWhole()) {
        long[] written = job.stages[input.stage()].partitionBytes;
        for (int i = 0; i < sizes.length; i++) {
          sizes[i] += written[i];
        }
      }
    }
    sum = Arrays.stream(sizes).sum();
  }

  /**
   * Decides about a stage whose inputs are complete and which has not started.
   *
   * @param slots tasks that can run at a time: more tasks are made for them if there are bytes
   */
  static void apply(Job job, StageState stage, SchedulerOptions options, int slots) {
    if (options.coalesceBytes() > 0 && stage.shape.canCoalesce() && stage.shape.tasks() > 1) {
      new TaskRanges(job, stage).apply(options, Math.max(1, slots));
    }
  }

  private void apply(SchedulerOptions options, int slots) {
    long target = Math.min(options.coalesceBytes(), Math.max(LEAST_BYTES, sum / slots));
    long fair = Math.max(options.skewBytes(), sum / slots);
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    long most = Math.max(fair, SKEW * sorted[(sorted.length - 1) / 2]);
    int first = 0;
    long bytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      List<TaskRange> parts = sizes[i] > most ? divide(i, fair) : List.of();
      if (parts.size() > 1) {
        addTask(first, i);
        ranges.addAll(parts);
        first = i + 1;
        bytes = 0;
        continue;
      }
      if (i > first && bytes + sizes[i] > target) {
        addTask(first, i);
        first = i;
        bytes = 0;
      }
      bytes += sizes[i];
    }
    addTask(first, sizes.length);
    if (ranges.size() != sizes.length || !steps.isEmpty()) {
      if (steps.isEmpty()) {
        steps.add(
            sizes.length
                + " partitions of "
                + sum
                + " bytes are read by "
                + ranges.size()
                + " tasks");
      }
      stage.setRanges(ranges.toArray(TaskRange[]::new));
      steps.forEach(step -> job.note(stage, step));
    }
  }

  private void addTask(int first, int end) {
    if (first < end) {
      ranges.add(new TaskRange(first, end, Optional.empty()));
    }
  }

  /** Returns parts of a partition, each of about as many bytes; one or none if it has no parts. */
  private List<TaskRange> divide(int partition, long bytesEach) {
    StageState writer = largest(partition);
    if (writer == null) {
      return List.of();
    }
    long[] weights = new long[writer.tasks];
    long all = 0;
    for (int map = 0; map < weights.length; map++) {
      weights[map] = writer.bytes(map, partition);
      all += weights[map];
    }
    long count = Math.min(weights.length, (sizes[partition] + bytesEach - 1) / bytesEach);
    List<TaskRange> parts = new ArrayList<>();
    int first = 0;
    long before = 0;
    long taken = 0;
    for (int map = 0; map < weights.length; map++) {
      before += weights[map];
      boolean isLast = map == weights.length - 1;
      // a part ends where it is nearest to its share of all bytes
      long next = isLast ? 0 : weights[map + 1];
      boolean isShare = (2 * before + next) * count >= 2 * all * (parts.size() + 1L);
      if (isLast || (isShare && before > taken && before < all)) {
        taken = before;
        parts.add(
            new TaskRange(
                partition,
                partition + 1,
                Optional.of(new TaskRange.Part(writer.stage, first, map + 1))));
        first = map + 1;
      }
    }
    if (parts.size() > 1) {
      steps.add(
          "partition "
              + partition
              + " of "
              + sizes[partition]
              + " of "
              + sum
              + " bytes is read by "
              + parts.size()
              + " tasks, which divide what stage "
              + writer.stage
              + " has written");
    }
    return parts;
  }

  /**
   * Returns a stage that wrote at least half of a partition and may be divided: the others' bytes
   * are read by each of the tasks.
   */
  private @Nullable StageState largest(int partition) {
    for (StageInput input : stage.shape.inputs()) {
      if (input.isDivisible() && !input.isWhole()) {
        StageState writer = job.stages[input.stage()];
        if (2 * writer.partitionBytes[partition] >= sizes[partition]) {
          return writer;
        }
      }
    }
    return null;
  }
}
