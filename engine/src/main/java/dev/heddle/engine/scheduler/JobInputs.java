package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.TaskInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** What the stages of a job read: output of its other stages, and persisted results. */
final class JobInputs {
  private final Job job;
  private final SchedulerContext context;

  JobInputs(Job job, SchedulerContext context) {
    this.job = job;
    this.context = context;
  }

  /** Returns what a task of a stage reads, all of which is complete. */
  List<TaskInput> of(Stage stage) {
    List<StageInput> read = stage.shape().inputs();
    List<JobId> pins = stage.shape().pins();
    boolean isCurrent = stage.inputs().size() == read.size() + pins.size();
    for (int i = 0; i < read.size() && isCurrent; i++) {
      isCurrent = isCurrent(stage.inputs().get(i), job, job.stage(read.get(i).stage()));
    }
    for (int i = 0; i < pins.size() && isCurrent; i++) {
      Job pinned = pinned(pins.get(i));
      isCurrent = isCurrent(stage.inputs().get(read.size() + i), pinned, pinned.resultStage());
    }
    if (!isCurrent) {
      List<TaskInput> inputs = new ArrayList<>();
      for (StageInput input : read) {
        Stage writer = job.stage(input.stage());
        inputs.add(
            new TaskInput(
                input.stage(),
                job.exchange(writer),
                input.isWhole(),
                writer.version(),
                input.group(),
                input.isGrouped() ? Objects.requireNonNull(writer.skewed()) : List.of(),
                input.firstTask()));
      }
      for (int i = 0; i < pins.size(); i++) {
        Job pinned = pinned(pins.get(i));
        Stage writer = pinned.resultStage();
        inputs.add(new TaskInput(-1 - i, pinned.exchange(writer), true, writer.version()));
      }
      stage.setInputs(inputs);
    }
    return stage.inputs();
  }

  private static boolean isCurrent(TaskInput input, Job of, Stage writer) {
    return input.version() == writer.version()
        && input.exchange().exchange() == of.exchange(writer).exchange();
  }

  private Job pinned(JobId pin) {
    return Objects.requireNonNull(context.jobs().get(pin));
  }

  /** Returns whether all that tasks of a stage read can be read. */
  boolean areComplete(Stage stage) {
    for (StageInput input : stage.shape().inputs()) {
      if (!job.stage(input.stage()).isComplete()) {
        return false;
      }
    }
    return arePinsComplete(stage);
  }

  private boolean arePinsComplete(Stage stage) {
    for (JobId pin : stage.shape().pins()) {
      Job pinned = context.jobs().get(pin);
      if (pinned == null || !pinned.isComplete()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the result of another job is read. */
  boolean containPin(JobId pin) {
    for (Stage stage : job.stages()) {
      if (stage.shape().pins().contains(pin)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the result of another job is not complete, but will be. */
  boolean awaitPin() {
    for (Stage stage : job.stages()) {
      if (!arePinsComplete(stage)) {
        return gone().isEmpty();
      }
    }
    return false;
  }

  /** Returns a job that is over whose result some task is still to read. */
  Optional<JobId> gone() {
    for (Stage stage : job.stages()) {
      if (stage.isNeeded() && !stage.isComplete()) {
        for (JobId pin : stage.shape().pins()) {
          Job pinned = context.jobs().get(pin);
          if (pinned == null || pinned.hasEnded()) {
            return Optional.of(pin);
          }
        }
      }
    }
    return Optional.empty();
  }
}
