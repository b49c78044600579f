package dev.heddle.engine.scheduler.adaptive;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.physical.plan.PartitionGroup;
import java.util.List;
import java.util.Optional;

/**
 * Leaves stages out of a job that have nothing to write since an input turned out to have no rows,
 * such as a join of which one side is empty. None of their tasks runs, whatever else they would
 * read, and what only they read is not made any more.
 */
public final class EmptyInputElimination {
  private EmptyInputElimination() {}

  /**
   * A stage that need not run.
   *
   * @param stage the stage
   * @param input the stage that has written no rows, or none that it would read
   * @param reason one line for {@code explain}
   */
  public record Elimination(int stage, int input, String reason) {}

  /** Returns the first stage that has nothing to write and has not started; empty if none has. */
  public static Optional<Elimination> next(JobView job, AdaptiveLimits limits) {
    if (limits.coalesceBytes() == 0) {
      return Optional.empty();
    }
    for (int i = 0; i < job.stageCount(); i++) {
      StageView stage = job.stage(i);
      boolean isExpected = i == job.stageCount() - 1 && job.isResultExpected();
      if (stage.isNeeded() && stage.isOpenToChange() && !isExpected) {
        for (StageInput input : stage.shape().inputs()) {
          if (input.isRequired() && isEmpty(job.stage(input.stage()))) {
            return Optional.of(
                elimination(stage, input, "stage " + input.stage() + " has written no rows"));
          }
          if (input.isRequired() && isWithoutSkew(input, job.stage(input.stage()))) {
            return Optional.of(
                elimination(stage, input, "no partition of stage " + input.stage() + " is skewed"));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isEmpty(StageView writer) {
    return writer.isComplete() && writer.rows() == 0 && !writer.hasChangedRows();
  }

  /** Returns whether only skewed partitions are read, and there are none. */
  private static boolean isWithoutSkew(StageInput input, StageView writer) {
    return input.group() == PartitionGroup.SKEWED && List.of().equals(writer.skewed());
  }

  private static Elimination elimination(StageView stage, StageInput input, String why) {
    return new Elimination(
        stage.number(), input.stage(), why + ", so none of its " + stage.tasks() + " tasks is run");
  }

  /** Returns whether a stage was left out for want of this one's rows, directly or further on. */
  public static boolean dependsOn(JobView job, StageView writer) {
    for (int number : writer.consumers()) {
      StageView consumer = job.stage(number);
      boolean isLeftOut = consumer.emptyInput() >= 0;
      if ((consumer.emptyInput() == writer.number() && !readsNoneOf(consumer, writer))
          || (consumer.wasStarted() && !isLeftOut && dependsOn(job, consumer))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a stage reads skewed partitions only, of which there are none for good. */
  private static boolean readsNoneOf(StageView consumer, StageView writer) {
    return consumer.shape().inputs().stream()
        .anyMatch(input -> input.stage() == writer.number() && isWithoutSkew(input, writer));
  }
}
