package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.worker.WorkerAction;
import dev.heddle.engine.worker.WorkerCore;
import dev.heddle.physical.operator.Cancellation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Carries out what a worker's core decides: runs attempts on threads. Thread-safe. */
final class WorkerTasks {
  /** Runs an attempt to its end, on the caller's thread; throws nothing. */
  interface Work {
    TaskWork.Outcome run(TaskStart start, Cancellation cancellation);
  }

  private final WorkerCore core; // guarded by this
  private final Executor executor;
  private final Work work;
  private final Consumer<ControlMessage> out;
  private final Map<TaskAttempt, Cancellation> running = new HashMap<>(); // guarded by this
  private boolean closed; // guarded by this

  /**
   * Makes tasks of one life of a worker.
   *
   * @param out takes what is for the scheduler, in order, without waiting
   */
  WorkerTasks(
      WorkerId id,
      WorkerSettings settings,
      Executor executor,
      Work work,
      Consumer<ControlMessage> out) {
    this.core = new WorkerCore(id, settings.slots(), settings.memoryBytes());
    this.executor = executor;
    this.work = work;
    this.out = out;
  }

  synchronized void handle(Command.ToWorker command) {
    if (!closed) {
      Attempt first = carryOut(core.handle(command));
      if (first != null) {
        executor.execute(() -> run(first));
      }
    }
  }

  /** An attempt that is about to run. */
  private record Attempt(TaskStart start, Cancellation cancellation) {}

  /** Returns an attempt that the caller has run, if any is due; others run on threads. */
  private @Nullable Attempt carryOut(List<WorkerAction> actions) {
    Attempt first = null;
    for (WorkerAction action : actions) {
      switch (action) {
        case WorkerAction.Run run -> {
          Attempt attempt = new Attempt(run.start(), new Cancellation());
          running.put(run.start().task(), attempt.cancellation());
          if (first == null) {
            first = attempt;
          } else {
            executor.execute(() -> run(attempt));
          }
        }
        case WorkerAction.Interrupt interrupt -> {
          Cancellation cancellation = running.get(interrupt.task());
          if (cancellation != null) {
            cancellation.cancel();
          }
        }
        case WorkerAction.Tell tell -> out.accept(new ControlMessage.Told(tell.message()));
      }
    }
    return first;
  }

  /** Runs an attempt, and others that are due then, to their end. */
  private void run(Attempt first) {
    for (Attempt next = first; next != null; ) {
      long begun = System.nanoTime();
      TaskWork.Outcome outcome = work.run(next.start(), next.cancellation());
      next = ended(next.start().task(), outcome, (System.nanoTime() - begun) / 1_000);
    }
  }

  private synchronized @Nullable Attempt ended(
      TaskAttempt task, TaskWork.Outcome outcome, long micros) {
    running.remove(task);
    notifyAll();
    if (closed) {
      return null;
    }
    return switch (outcome) {
      case TaskWork.Finished done -> carryOut(core.finished(task, done.output(), micros));
      case TaskWork.Ended ended -> carryOut(core.failed(task, ended.failure()));
    };
  }

  /** Returns what says that the worker lives and what it holds. */
  synchronized Event.Heartbeat heartbeat() {
    return core.heartbeat();
  }

  /** Begins nothing any more, and stops what runs at its next check. */
  synchronized void stopAll() {
    closed = true;
    running.values().forEach(Cancellation::cancel);
  }

  /** Stops everything and waits for its end. */
  synchronized void close() {
    stopAll();
    boolean interrupted = false;
    while (!running.isEmpty()) {
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
