package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;

/** What the scheduler wants done, in the order it is given. */
public sealed interface Command {
  /** Announce an exchange to its store. */
  record CreateExchange(ExchangeId exchange, ExchangeShape shape) implements Command {}

  /** Start a task. */
  record StartTask(TaskAttempt task, StageTemplate template) implements Command {}

  /** Stop a task that has been started; its end is still reported. */
  record StopTask(TaskAttempt task) implements Command {}

  /** Free an exchange. */
  record ReleaseExchange(ExchangeId exchange) implements Command {}

  /** Tell the user that the result is complete. */
  record CompleteJob(JobId job) implements Command {}

  /** Tell the user what went wrong. */
  record FailJob(JobId job, HeddleException error) implements Command {}
}
