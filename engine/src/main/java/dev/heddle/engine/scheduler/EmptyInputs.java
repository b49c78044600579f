package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageInput;

/**
 * Leaves stages out of a job that have nothing to write since what they read turned out to have no
 * rows, such as a join of which one side is empty: none of their tasks runs, whatever else they
 * would read, and what only they wanted is not made any more.
 */
final class EmptyInputs {
  private EmptyInputs() {}

  /** Leaves out stages, one because of another too; false if there is none. */
  static boolean apply(Job job, SchedulerOptions options) {
    if (options.coalesceBytes() == 0) {
      return false;
    }
    boolean hasLeftOut = false;
    for (StageState stage : job.stages) {
      if (stage.isNeeded && !stage.hasArrays() && !stage.wasStarted && !isLast(job, stage)) {
        for (StageInput input : stage.shape.inputs()) {
          if (input.isRequired() && isEmpty(job.stages[input.stage()])) {
            job.decide(new Decision.LeftOut(job.id, stage.stage, input.stage()));
            job.note(
                stage,
                "stage "
                    + input.stage()
                    + " has written no rows, so none of its "
                    + stage.tasks
                    + " tasks is run");
            stage.leaveOut(input.stage());
            hasLeftOut = true;
            break;
          }
        }
      }
    }
    return hasLeftOut;
  }

  /** Whether its rows go where they are expected, if there are any, or stay for other jobs. */
  private static boolean isLast(Job job, StageState stage) {
    return stage == job.resultStage() && (job.isKept() || stage.shape.partitions() == 0);
  }

  private static boolean isEmpty(StageState writer) {
    return writer.isComplete() && writer.rows == 0 && !writer.hasChanged;
  }

  /** Stops what is under way for stages only that have been left out. */
  static void stopUnneeded(Job job) {
    for (StageState stage : job.stages) {
      if (!stage.isNeeded && stage.held > 0) {
        job.makeAnew(stage, true);
      }
    }
  }

  /** Returns whether a stage was left out for another one, or for one that has read that one. */
  static boolean dependOn(Job job, StageState writer) {
    for (int number : writer.consumers) {
      StageState consumer = job.stages[number];
      if (consumer.isLeftOutFor(writer.stage)
          || (consumer.wasStarted && !consumer.isLeftOut() && dependOn(job, consumer))) {
        return true;
      }
    }
    return false;
  }
}
