package dev.heddle.engine.scheduler.adaptive;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Divides the partitions of a stage's inputs among its tasks: adjacent small partitions are read by
 * one task, and a partition that is much larger than the others by several, each with a range of
 * the maps that wrote it.
 */
public final class PartitionCoalescing {
  private static final long MIN_TASK_BYTES = 1 << 20;

  /** A partition is skewed from this many times the median on. */
  private static final int SKEW = 2;

  private final JobView job;
  private final StageView stage;
  private final long[] sizes;
  private final long sum;
  private final List<TaskRange> ranges = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  private PartitionCoalescing(JobView job, StageView stage) {
    this.job = job;
    this.stage = stage;
    sizes = new long[stage.shape().tasks()];
    for (StageInput input : stage.shape().inputs()) {
      if (!input.isWhole()) {
        StageView writer = job.stage(input.stage());
        for (int i = 0; i < sizes.length; i++) {
          sizes[i] += writer.partitionBytes(i);
        }
      }
    }
    sum = Arrays.stream(sizes).sum();
  }

  /**
   * What each task of a stage reads.
   *
   * @param ranges one a task, in order, covering every partition once
   * @param reasons lines for {@code explain}
   */
  public record Division(List<TaskRange> ranges, List<String> reasons) {
    /** Copies the lists. */
    public Division {
      ranges = List.copyOf(ranges);
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * Divides a stage whose inputs are complete and which has not started.
   *
   * @param slots tasks that can run at a time: more tasks are made for them if there are bytes
   * @return empty if each task reads one partition
   */
  public static Optional<Division> of(
      JobView job, StageView stage, AdaptiveLimits limits, int slots) {
    if (limits.coalesceBytes() == 0 || !stage.shape().canCoalesce() || stage.shape().tasks() == 1) {
      return Optional.empty();
    }
    return new PartitionCoalescing(job, stage).divide(limits, Math.max(1, slots));
  }

  private Optional<Division> divide(AdaptiveLimits limits, int slots) {
    long target = Math.min(limits.coalesceBytes(), Math.max(MIN_TASK_BYTES, sum / slots));
    long fair = Math.max(limits.skewBytes(), sum / slots);
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    long skewed = Math.max(fair, SKEW * sorted[(sorted.length - 1) / 2]);
    int first = 0;
    long bytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      List<TaskRange> parts = sizes[i] > skewed ? split(i, fair) : List.of();
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
    if (ranges.size() == sizes.length && reasons.isEmpty()) {
      return Optional.empty();
    }
    if (reasons.isEmpty()) {
      reasons.add(
          sizes.length
              + " partitions of "
              + sum
              + " bytes are read by "
              + ranges.size()
              + " tasks");
    }
    return Optional.of(new Division(ranges, reasons));
  }

  private void addTask(int first, int end) {
    if (first < end) {
      ranges.add(new TaskRange(first, end, Optional.empty()));
    }
  }

  /** Returns parts of a partition of about equal bytes; one or none if it has no parts. */
  private List<TaskRange> split(int partition, long bytesEach) {
    StageView writer = largest(partition);
    if (writer == null) {
      return List.of();
    }
    long[] weights = new long[writer.tasks()];
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
                Optional.of(new TaskRange.Part(writer.number(), first, map + 1))));
        first = map + 1;
      }
    }
    if (parts.size() > 1) {
      reasons.add(
          "partition "
              + partition
              + " of "
              + sizes[partition]
              + " of "
              + sum
              + " bytes is read by "
              + parts.size()
              + " tasks, which divide what stage "
              + writer.number()
              + " has written");
    }
    return parts;
  }

  /**
   * Returns a stage that wrote at least half of a partition and may be split: each of the tasks
   * reads all bytes of the others.
   */
  private @Nullable StageView largest(int partition) {
    for (StageInput input : stage.shape().inputs()) {
      if (input.isDivisible() && !input.isWhole()) {
        StageView writer = job.stage(input.stage());
        if (2 * writer.partitionBytes(partition) >= sizes[partition]) {
          return writer;
        }
      }
    }
    return null;
  }
}
