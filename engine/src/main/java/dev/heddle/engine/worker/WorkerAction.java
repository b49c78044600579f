package dev.heddle.engine.worker;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.Event;

/** What a {@link WorkerCore} wants done. */
public sealed interface WorkerAction {
  /** Run an attempt; its end is told to the core. */
  record Run(TaskStart start) implements WorkerAction {}

  /** Stop an attempt that runs; its end is told to the core all the same. */
  record Interrupt(TaskAttempt task) implements WorkerAction {}

  /** Send this to the scheduler. */
  record Tell(Event.FromWorker message) implements WorkerAction {}
}
