package dev.heddle.engine.scheduler.adaptive;

import dev.heddle.engine.graph.StageInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Decides which partitions of an exchange are skewed, where some readers take those and others the
 * rest. Each is so large that the task which reads it would run while others have nothing to do.
 */
public final class SkewedPartitions {
  /** A partition is skewed from this many halves of the median on. */
  private static final int SKEW_HALVES = 3;

  private SkewedPartitions() {}

  /**
   * What is skewed of what a stage has written.
   *
   * @param stage the stage
   * @param partitions the skewed ones, in ascending order; may be none
   * @param reason one line for {@code explain}; empty if there are none
   */
  public record Skew(int stage, List<Integer> partitions, String reason) {
    /** Copies the list. */
    public Skew {
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * Returns the first decision that can be taken: all rows have been written, and none was read.
   *
   * @param slots tasks that can run at a time; 0 if nobody has come yet
   */
  public static Optional<Skew> next(JobView job, AdaptiveLimits limits, int slots) {
    for (int i = 0; i < job.stageCount(); i++) {
      StageView reader = job.stage(i);
      for (StageInput input : reader.shape().inputs()) {
        StageView writer = job.stage(input.stage());
        if (input.isGrouped() && writer.skewed() == null && writer.isComplete()) {
          return Optional.of(of(writer, limits, slots));
        }
      }
    }
    return Optional.empty();
  }

  private static Skew of(StageView writer, AdaptiveLimits limits, int slots) {
    long[] sizes = new long[writer.shape().partitions()];
    for (int i = 0; i < sizes.length && limits.coalesceBytes() > 0; i++) {
      sizes[i] = writer.partitionBytes(i);
    }
    long sum = Arrays.stream(sizes).sum();
    long share = sum / (slots == 0 ? sizes.length : slots);
    long[] sorted = sizes.clone();
    Arrays.sort(sorted);
    long median = sorted[(sorted.length - 1) / 2];
    long most = Math.max(limits.skewBytes(), Math.max(share, SKEW_HALVES * median / 2));
    List<Integer> skewed = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < sizes.length; i++) {
      if (sizes[i] > most) {
        skewed.add(i);
        bytes += sizes[i];
      }
    }
    String reason =
        skewed.isEmpty()
            ? ""
            : "of its "
                + sizes.length
                + " partitions "
                + skewed
                + " are skewed: their "
                + bytes
                + " of "
                + sum
                + " bytes are divided among tasks by ranges";
    return new Skew(writer.number(), skewed, reason);
  }
}
