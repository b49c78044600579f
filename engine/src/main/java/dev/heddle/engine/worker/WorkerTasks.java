package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.code.UserFrames;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.physical.operator.Cancellation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out what a worker's core decides: runs attempts on threads, which are daemons, since no
 * one can end them while they are in the user's own code. Thread-safe.
 */
final class WorkerTasks {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerTasks.class);
  private static final long WAIT_MILLIS = 100;
  private static final int WAITS = (int) (1_000 * WorkerCore.GRACE_SECONDS / WAIT_MILLIS);

  /** Runs an attempt to its end, on the caller's thread; throws nothing. */
  interface Work {
    TaskWork.Outcome run(TaskStart start, Cancellation cancellation);
  }

  private final WorkerCore core; // guarded by this
  private final Executor executor;
  private final Work work;
  private final Consumer<ControlMessage> out;
  private final Runnable giveUp;
  private final Map<TaskAttempt, Cancellation> running = new HashMap<>(); // guarded by this
  private final Set<TaskAttempt> stuck = new HashSet<>(); // guarded by this
  private boolean closed; // guarded by this

  /**
   * Makes tasks of one life of a worker.
   *
   * @param out takes what is for the scheduler, in order, without waiting
   * @param giveUp is run once no slot is left that could be used again; it does not wait
   */
  WorkerTasks(
      WorkerId id,
      WorkerSettings settings,
      Executor executor,
      Work work,
      Consumer<ControlMessage> out,
      Runnable giveUp) {
    this.core = new WorkerCore(id, settings.slots(), settings.memoryBytes());
    this.executor = executor;
    this.work = work;
    this.out = out;
    this.giveUp = giveUp;
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
        case WorkerAction.Stuck lost -> abandon(lost.task());
        case WorkerAction.GiveUp _ -> {
          LOG.error("all slots are lost to functions that do not return: this process ends");
          giveUp.run();
        }
        case WorkerAction.Tell tell -> out.accept(new ControlMessage.TaskEvent(tell.message()));
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
    if (stuck.remove(task)) {
      LOG.info("{} has ended after all, its slot is free again", task);
    }
    notifyAll();
    if (closed) {
      return null;
    }
    return switch (outcome) {
      case TaskWork.Finished done -> carryOut(core.finished(task, done.output(), micros));
      case TaskWork.Ended ended -> carryOut(core.failed(task, ended.failure()));
    };
  }

  /** Returns the heartbeat, with the attempts that the worker holds. */
  synchronized Event.Heartbeat heartbeat() {
    return core.heartbeat();
  }

  /** Called once a second: looks for attempts that do not stop. */
  synchronized void watch() {
    if (!closed) {
      carryOut(core.watch(task -> UserFrames.of(task.job()).isPresent()));
    }
  }

  private void abandon(TaskAttempt task) {
    stuck.add(task);
    UserFrames.of(task.job())
        .ifPresentOrElse(
            frames ->
                LOG.warn(
                    "{} was asked to stop {} s ago and does not: its slot is lost until function"
                        + " class {} returns, which is at {}",
                    task,
                    WorkerCore.GRACE_SECONDS,
                    frames.type(),
                    frames.top()),
            () ->
                LOG.warn(
                    "{} was asked to stop {} s ago and does not; it is left behind",
                    task,
                    WorkerCore.GRACE_SECONDS));
  }

  /** Begins nothing any more, and stops what runs at its next check. */
  synchronized void stopAll() {
    closed = true;
    running.values().forEach(Cancellation::cancel);
  }

  /**
   * Stops everything and waits for its end, but not for what is stuck in the user's own code, nor
   * longer than some seconds for anything if the process is ending.
   *
   * @return whether all has ended
   */
  synchronized boolean close(BooleanSupplier processIsEnding) {
    stopAll();
    boolean interrupted = false;
    for (int waits = 1; running.size() > stuck.size(); waits++) {
      try {
        wait(WAIT_MILLIS); // less than that if one has ended
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (waits >= WAITS) {
        for (TaskAttempt task : running.keySet()) {
          if (!stuck.contains(task)
              && (processIsEnding.getAsBoolean() || UserFrames.of(task.job()).isPresent())) {
            abandon(task);
          }
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return running.isEmpty();
  }
}
