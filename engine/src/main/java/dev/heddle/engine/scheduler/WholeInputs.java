package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageInput;
import org.jspecify.annotations.Nullable;

/**
 * Decides, once it is known how large the other inputs of a join are, whether the rows of its
 * largest input go to other tasks by their keys at all: if the others are few bytes, the tasks that
 * make those rows read all of the others and do the work of the joining stage too.
 *
 * <p>The stage that makes the rows waits for that, unless others are likely to be too large. So it
 * is the same whether a planner has thought that the other side is small, or not: its exact size
 * decides.
 */
final class WholeInputs {
  /** So many bytes in all may be read in any case: a step less is worth them. */
  private static final long LITTLE_BYTES = 1 << 20;

  /** Estimates are of bytes in memory; what is written is about so many times smaller. */
  private static final int PACKED = 2;

  /** How many times too large others may be by the estimate that are awaited all the same. */
  private static final int DOUBT = 4;

  private WholeInputs() {}

  /** Lets stages take in what they read, where what is known now says so; false if none did. */
  static boolean apply(Job job, SchedulerOptions options) {
    boolean hasTaken = false;
    for (StageState stage : job.stages) {
      StageState largest = largest(job, stage, options);
      if (largest != null && pays(job, stage, largest, options)) {
        long bytes = 0;
        for (StageInput input : stage.shape.inputs()) {
          bytes += isOther(input, largest) ? job.stages[input.stage()].bytes : 0;
        }
        job.takeIn(stage, largest.stage);
        job.decide(new Decision.TookIn(job.id, stage.stage, largest.stage));
        job.note(
            stage,
            "its other inputs have "
                + bytes
                + " bytes: each of the "
                + largest.tasks
                + " tasks of stage "
                + largest.stage
                + " reads all of them and does its work, so that what that stage makes, "
                + (largest.shape.estimatedBytes() < 0
                    ? "of unknown size"
                    : largest.shape.estimatedBytes() + " bytes by the estimate")
                + ", is not sent");
        hasTaken = true;
      }
    }
    return hasTaken;
  }

  /** Returns whether a stage is not to start since it may be taken in by the one that reads it. */
  static boolean isAwaited(Job job, StageState stage, SchedulerOptions options) {
    if (stage.hasArrays() || stage.consumers.length != 1) {
      return false;
    }
    StageState consumer = job.stages[stage.consumers[0]];
    return largest(job, consumer, options) == stage && isLikely(job, consumer, stage, options);
  }

  /** Returns the input that a stage may take in; null if there is none, or it has started. */
  private static @Nullable StageState largest(Job job, StageState stage, SchedulerOptions options) {
    if (options.wholeBytes() == 0
        || !stage.shape.canCoalesce()
        || stage.hasArrays()
        || stage.wasStarted
        || !stage.isNeeded) {
      return null;
    }
    StageState largest = null;
    int partitioned = 0;
    for (StageInput input : stage.shape.inputs()) {
      partitioned += input.isWhole() ? 0 : 1;
      StageState writer = job.stages[input.stage()];
      if (input.isDivisible()
          && !input.isWhole()
          && (largest == null || size(writer) > size(largest))) {
        largest = writer;
      }
    }
    return largest == null
            || partitioned < 2
            || largest.tasks < stage.tasks
            || largest.hasArrays()
            || largest.wasStarted
            || largest.consumers.length != 1
            || !job.fits(stage.shape.floorBytes() + largest.shape.floorBytes())
            || readsInParts(largest, stage)
        ? null
        : largest;
  }

  private static long size(StageState stage) {
    return stage.shape.estimatedBytes() < 0 ? Long.MAX_VALUE : stage.shape.estimatedBytes();
  }

  /** Whether both read something of which one of them reads parts only. */
  private static boolean readsInParts(StageState one, StageState other) {
    for (StageInput input : one.shape.inputs()) {
      for (StageInput another : other.shape.inputs()) {
        if (input.stage() == another.stage() && !(input.isWhole() && another.isWhole())) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether it is an input that would have to be read whole and now is not. */
  private static boolean isOther(StageInput input, StageState largest) {
    return !input.isWhole() && input.stage() != largest.stage;
  }

  private static boolean pays(
      Job job, StageState stage, StageState largest, SchedulerOptions options) {
    long bytes = 0;
    for (StageInput input : stage.shape.inputs()) {
      if (isOther(input, largest)) {
        StageState writer = job.stages[input.stage()];
        if (!writer.isComplete()) {
          return false;
        }
        bytes += writer.bytes;
      }
    }
    return bytes <= options.wholeBytes() && bytes * largest.tasks <= mostBytes(largest);
  }

  /** Whether the other inputs that are not complete may turn out to be few bytes. */
  private static boolean isLikely(
      Job job, StageState stage, StageState largest, SchedulerOptions options) {
    long bytes = 0;
    boolean isOpen = false;
    for (StageInput input : stage.shape.inputs()) {
      if (isOther(input, largest)) {
        StageState writer = job.stages[input.stage()];
        isOpen |= !writer.isComplete();
        bytes +=
            writer.isComplete()
                ? writer.bytes
                : Math.max(0, writer.shape.estimatedBytes()) / PACKED / DOUBT;
      }
    }
    return isOpen && bytes <= options.wholeBytes() && bytes * largest.tasks <= mostBytes(largest);
  }

  /** Returns how many bytes may be read in all so that what a stage makes need not be sent. */
  private static long mostBytes(StageState stage) {
    long estimate = stage.shape.estimatedBytes();
    return estimate < 0 ? Long.MAX_VALUE : Math.max(LITTLE_BYTES, estimate / PACKED);
  }
}
