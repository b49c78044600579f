package dev.heddle.engine.worker;

import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a worker runs when: leases wait in order for a slot and for their floor of memory. A
 * pure state machine; no thread, clock or socket. Used by one thread at a time.
 *
 * <p>Commands may come twice or out of order: an attempt that has ended, or was called off before
 * it came, does not run. The owner sends {@link #heartbeat} every second, so that the scheduler
 * notices what got lost on the way, and has it {@link #watch} then.
 *
 * <p>No thread can be ended from outside. An attempt that was asked to stop and is inside the
 * user's own code after {@value #GRACE_SECONDS} seconds is stuck: it still holds its slot, which
 * the scheduler sees in the heartbeat. A worker of which all slots are stuck gives up.
 */
public final class WorkerCore {
  /**
   * An attempt has this number of calls of {@link #watch}, one a second, to end once it is asked.
   */
  public static final int GRACE_SECONDS = 10;

  private static final int REMEMBERED = 4_096;

  private final WorkerId id;
  private final int slots;
  private final long memoryBytes;
  private final Map<TaskAttempt, Held> held = new LinkedHashMap<>();
  private final Map<TaskAttempt, Boolean> over = new LinkedHashMap<>();
  private final List<WorkerAction> actions = new ArrayList<>();
  private int running;
  private int stuck;
  private long runningFloorBytes;

  /** Makes a core that runs a number of tasks at a time, within an amount of memory. */
  public WorkerCore(WorkerId id, int slots, long memoryBytes) {
    this.id = id;
    this.slots = slots;
    this.memoryBytes = memoryBytes;
  }

  /** An attempt that has not ended. */
  private static final class Held {
    private final TaskStart start;
    private boolean runs;
    private boolean stops;
    private boolean isStuck;
    private int secondsAsked;

    Held(TaskStart start) {
      this.start = start;
    }
  }

  /** Takes a command in and returns what is to be done, in order. */
  public List<WorkerAction> handle(Command.ToWorker command) {
    if (command.worker().equals(id)) {
      switch (command) {
        case Command.StartTask c -> {
          TaskAttempt task = c.start().task();
          if (!over.containsKey(task)) {
            held.putIfAbsent(task, new Held(c.start()));
          }
        }
        case Command.RecallTask c -> recall(c.task());
        case Command.StopTask c -> stop(c.task());
      }
    }
    return fill();
  }

  private void recall(TaskAttempt task) {
    Held lease = held.get(task);
    if (lease == null || !lease.runs) {
      forget(task);
      tell(new Event.Recalled(id, task));
    }
  }

  private void stop(TaskAttempt task) {
    Held lease = held.get(task);
    if (lease == null || !lease.runs) {
      forget(task);
      tell(new Event.TaskFailed(id, task, new TaskFailure.Stopped()));
    } else if (!lease.stops) {
      lease.stops = true;
      actions.add(new WorkerAction.Interrupt(task));
    }
  }

  /**
   * An attempt has done its work.
   *
   * @param micros how long that took
   */
  public List<WorkerAction> finished(TaskAttempt task, Optional<SealedMap> output, long micros) {
    if (end(task) != null) {
      tell(new Event.TaskFinished(id, task, output, micros));
    }
    return fill();
  }

  /** An attempt has ended without a result. */
  public List<WorkerAction> failed(TaskAttempt task, TaskFailure failure) {
    Held lease = end(task);
    if (lease != null) {
      tell(new Event.TaskFailed(id, task, lease.stops ? new TaskFailure.Stopped() : failure));
    }
    return fill();
  }

  /** Returns the heartbeat, with the attempts that the worker holds. */
  public Event.Heartbeat heartbeat() {
    return new Event.Heartbeat(id, List.copyOf(held.keySet()));
  }

  /**
   * Called once a second: looks for attempts that do not stop.
   *
   * @param isInUserCode returns whether an attempt is inside the user's own code now
   */
  public List<WorkerAction> watch(Predicate<TaskAttempt> isInUserCode) {
    boolean isNew = false;
    for (Map.Entry<TaskAttempt, Held> entry : held.entrySet()) {
      Held lease = entry.getValue();
      if (lease.stops
          && !lease.isStuck
          && ++lease.secondsAsked >= GRACE_SECONDS
          && isInUserCode.test(entry.getKey())) {
        lease.isStuck = true;
        isNew = true;
        stuck++;
        actions.add(new WorkerAction.Stuck(entry.getKey()));
      }
    }
    if (isNew && stuck == slots) {
      actions.add(new WorkerAction.GiveUp());
    }
    return take();
  }

  /** Returns how many attempts are running. */
  public int running() {
    return running;
  }

  private @Nullable Held end(TaskAttempt task) {
    Held lease = held.get(task);
    if (lease == null || !lease.runs) {
      return null;
    }
    running--;
    stuck -= lease.isStuck ? 1 : 0;
    runningFloorBytes -= lease.start.floorBytes();
    forget(task);
    return lease;
  }

  private void forget(TaskAttempt task) {
    held.remove(task);
    over.put(task, true);
    if (over.size() > REMEMBERED) {
      over.remove(over.keySet().iterator().next());
    }
  }

  private void tell(Event.FromWorker message) {
    actions.add(new WorkerAction.Tell(message));
  }

  private List<WorkerAction> fill() {
    for (Held lease : held.values()) {
      if (running == slots) {
        break;
      }
      long floor = lease.start.floorBytes();
      if (!lease.runs) {
        if (running > 0 && floor > memoryBytes - runningFloorBytes) {
          break; // later ones wait too, or it would never get its turn
        }
        lease.runs = true;
        running++;
        runningFloorBytes += floor;
        tell(new Event.TaskStarted(id, lease.start.task()));
        actions.add(new WorkerAction.Run(lease.start));
      }
    }
    return take();
  }

  private List<WorkerAction> take() {
    List<WorkerAction> due = List.copyOf(actions);
    actions.clear();
    return due;
  }
}
