package dev.heddle.engine.worker;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.Event;

/** What a {@link WorkerCore} wants done. */
public sealed interface WorkerAction {
  /** Run an attempt; its end is reported to the core. */
  record Run(TaskStart start) implements WorkerAction {}

  /** Stop an attempt that runs; its end is still reported to the core. */
  record Interrupt(TaskAttempt task) implements WorkerAction {}

  /** Report that an attempt does not stop. Its slot is lost until it ends after all. */
  record Stuck(TaskAttempt task) implements WorkerAction {}

  /** All slots are lost: end the process, so that another one takes its place. */
  record GiveUp() implements WorkerAction {}

  /** Send this to the scheduler. */
  record Tell(Event.FromWorker message) implements WorkerAction {}
}
