package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the stages of a job read: what others of them write, and kept results of other jobs. */
final class JobInputs {
  private final JobRun job;
  private final Turn turn;

  JobInputs(JobRun job, Turn turn) {
    this.job = job;
    this.turn = turn;
  }

  /** Returns what a task of a stage reads, all of which is complete. */
  List<TaskInput> of(StageTasks stage) {
    List<StageInput> read = stage.shape.inputs();
    List<JobId> pins = stage.shape.pins();
    boolean isCurrent = stage.inputs.size() == read.size() + pins.size();
    for (int i = 0; i < read.size() && isCurrent; i++) {
      isCurrent = isCurrent(stage.inputs.get(i), job, job.stages[read.get(i).stage()]);
    }
    for (int i = 0; i < pins.size() && isCurrent; i++) {
      JobRun pinned = pinned(pins.get(i));
      isCurrent = isCurrent(stage.inputs.get(read.size() + i), pinned, pinned.resultStage());
    }
    if (!isCurrent) {
      List<TaskInput> inputs = new ArrayList<>();
      for (StageInput input : read) {
        StageTasks writer = job.stages[input.stage()];
        inputs.add(
            new TaskInput(input.stage(), job.exchange(writer), input.isWhole(), writer.version));
      }
      for (int i = 0; i < pins.size(); i++) {
        JobRun pinned = pinned(pins.get(i));
        StageTasks writer = pinned.resultStage();
        inputs.add(new TaskInput(-1 - i, pinned.exchange(writer), true, writer.version));
      }
      stage.inputs = List.copyOf(inputs);
    }
    return stage.inputs;
  }

  private static boolean isCurrent(TaskInput input, JobRun of, StageTasks writer) {
    return input.version() == writer.version
        && input.exchange().exchange() == of.exchange(writer).exchange();
  }

  private JobRun pinned(JobId pin) {
    return Objects.requireNonNull(turn.jobs.get(pin));
  }

  /** Returns whether all that tasks of a stage read can be read. */
  boolean areComplete(StageTasks stage) {
    for (StageInput input : stage.shape.inputs()) {
      if (!job.stages[input.stage()].isComplete()) {
        return false;
      }
    }
    return arePinsComplete(stage);
  }

  private boolean arePinsComplete(StageTasks stage) {
    for (JobId pin : stage.shape.pins()) {
      JobRun pinned = turn.jobs.get(pin);
      if (pinned == null || !pinned.isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the result of another job is read. */
  boolean containPin(JobId pin) {
    for (StageTasks stage : job.stages) {
      if (stage.shape.pins().contains(pin)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the result of another job is not complete, but will be. */
  boolean awaitPin() {
    for (StageTasks stage : job.stages) {
      if (!arePinsComplete(stage)) {
        return gone().isEmpty();
      }
    }
    return false;
  }

  /** Returns a job that is over whose result some task is still to read. */
  Optional<JobId> gone() {
    for (StageTasks stage : job.stages) {
      if (stage.isNeeded && !stage.isComplete()) {
        for (JobId pin : stage.shape.pins()) {
          JobRun pinned = turn.jobs.get(pin);
          if (pinned == null || pinned.hasEnded()) {
            return Optional.of(pin);
          }
        }
      }
    }
    return Optional.empty();
  }
}
