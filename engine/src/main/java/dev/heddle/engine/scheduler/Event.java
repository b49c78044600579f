package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.frame.error.HeddleException;

/** What the scheduler is told. */
public sealed interface Event {
  /** A new job. */
  record JobSubmitted(JobId job, StageGraph graph) implements Event {}

  /** A task has done its work, and committed what it wrote. */
  record TaskFinished(TaskAttempt task) implements Event {}

  /** A task has ended without a result. */
  record TaskFailed(TaskAttempt task, HeddleException error) implements Event {}

  /** The user wants the job no more. */
  record CancelRequested(JobId job) implements Event {}
}
