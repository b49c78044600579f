package dev.heddle.engine.scheduler.adaptive;

import dev.heddle.engine.graph.StageInput;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides, once it is known how large the other inputs of a join are, whether the rows of its
 * largest input are repartitioned at all. If the others are small, the tasks that make those rows
 * read all of the others and do the work of the joining stage too.
 *
 * <p>The stage that makes the rows waits for that decision, unless the others are likely to be too
 * large. So a planner's choice between broadcasting and repartitioning is only an estimate: the
 * exact size decides.
 */
public final class AdaptiveBroadcast {
  /** Reading this many bytes in all is always worth one stage less. */
  private static final long SMALL_READ_BYTES = 1 << 20;

  /** Estimates are of bytes in memory; written blocks are about this many times smaller. */
  private static final int COMPRESSION = 2;

  /** Inputs are awaited up to this many times the limit by the estimate. */
  private static final int ESTIMATE_DOUBT = 4;

  private AdaptiveBroadcast() {}

  /**
   * A stage whose tasks do the work of one of its inputs too.
   *
   * @param stage the joining stage
   * @param input the stage that makes its largest input
   * @param reason one line for {@code explain}
   */
  public record Fusion(int stage, int input, String reason) {}

  /** Returns the first join whose other inputs are known to be small; empty if there is none. */
  public static Optional<Fusion> next(JobView job, AdaptiveLimits limits) {
    for (int i = 0; i < job.stageCount(); i++) {
      StageView stage = job.stage(i);
      StageView largest = largest(job, stage, limits);
      if (largest != null && pays(job, stage, largest, limits)) {
        return Optional.of(new Fusion(i, largest.number(), reason(job, stage, largest)));
      }
    }
    return Optional.empty();
  }

  private static String reason(JobView job, StageView stage, StageView largest) {
    long bytes = 0;
    for (StageInput input : stage.shape().inputs()) {
      bytes += isOther(input, largest) ? job.stage(input.stage()).bytes() : 0;
    }
    return "its other inputs have "
        + bytes
        + " bytes: each of the "
        + largest.tasks()
        + " tasks of stage "
        + largest.number()
        + " reads all of them and does its work, so that what that stage makes, "
        + (largest.shape().estimatedBytes() < 0
            ? "of unknown size"
            : largest.shape().estimatedBytes() + " bytes by the estimate")
        + ", is not sent";
  }

  /** Returns whether a stage is not to start, since its consumer may yet do its work. */
  public static boolean isAwaited(JobView job, StageView stage, AdaptiveLimits limits) {
    if (!stage.isOpenToChange() || stage.consumers().length != 1) {
      return false;
    }
    StageView consumer = job.stage(stage.consumers()[0]);
    return largest(job, consumer, limits) == stage && isLikely(job, consumer, stage, limits);
  }

  /** Returns the input whose work a stage may do; null if there is none, or it has started. */
  private static @Nullable StageView largest(JobView job, StageView stage, AdaptiveLimits limits) {
    if (limits.broadcastBytes() == 0
        || !stage.shape().canCoalesce()
        || !stage.isOpenToChange()
        || !stage.isNeeded()) {
      return null;
    }
    StageView largest = null;
    int partitioned = 0;
    for (StageInput input : stage.shape().inputs()) {
      partitioned += input.isWhole() ? 0 : 1;
      StageView writer = job.stage(input.stage());
      if (input.isDivisible()
          && !input.isWhole()
          && (largest == null || size(writer) > size(largest))) {
        largest = writer;
      }
    }
    return largest == null
            || partitioned < 2
            || largest.tasks() < stage.tasks()
            || !largest.isOpenToChange()
            || largest.consumers().length != 1
            || !job.fits(stage.shape().floorBytes() + largest.shape().floorBytes())
            || readsInParts(largest, stage)
        ? null
        : largest;
  }

  private static long size(StageView stage) {
    return stage.shape().estimatedBytes() < 0 ? Long.MAX_VALUE : stage.shape().estimatedBytes();
  }

  /** Returns whether both read an exchange of which one of them reads parts only. */
  private static boolean readsInParts(StageView one, StageView other) {
    for (StageInput input : one.shape().inputs()) {
      for (StageInput another : other.shape().inputs()) {
        if (input.stage() == another.stage() && !(input.isWhole() && another.isWhole())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether it is an input that is partitioned now and would be read whole. */
  private static boolean isOther(StageInput input, StageView largest) {
    return !input.isWhole() && input.stage() != largest.number();
  }

  private static boolean pays(
      JobView job, StageView stage, StageView largest, AdaptiveLimits limits) {
    long bytes = 0;
    for (StageInput input : stage.shape().inputs()) {
      if (isOther(input, largest)) {
        StageView writer = job.stage(input.stage());
        if (!writer.isComplete()) {
          return false;
        }
        bytes += writer.bytes();
      }
    }
    return isSmall(bytes, largest, limits);
  }

  /** Returns whether the other inputs that are not complete may turn out to be small. */
  private static boolean isLikely(
      JobView job, StageView stage, StageView largest, AdaptiveLimits limits) {
    long bytes = 0;
    boolean isOpen = false;
    for (StageInput input : stage.shape().inputs()) {
      if (isOther(input, largest)) {
        StageView writer = job.stage(input.stage());
        isOpen |= !writer.isComplete();
        bytes +=
            writer.isComplete()
                ? writer.bytes()
                : Math.max(0, writer.shape().estimatedBytes()) / COMPRESSION / ESTIMATE_DOUBT;
      }
    }
    return isOpen && isSmall(bytes, largest, limits);
  }

  /** Returns whether reading the others whole, in each task, costs less than sending the rows. */
  private static boolean isSmall(long bytes, StageView largest, AdaptiveLimits limits) {
    long estimate = largest.shape().estimatedBytes();
    long maxReadBytes =
        estimate < 0 ? Long.MAX_VALUE : Math.max(SMALL_READ_BYTES, estimate / COMPRESSION);
    return bytes <= limits.broadcastBytes() && bytes * largest.tasks() <= maxReadBytes;
  }
}
