package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.JobTimeline;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a job since its client was last told, if that wants to know. Used by one
 * thread.
 */
final class JobEvents {
  /** At most this number waits for a client that does not ask; the oldest go. */
  private static final int MAX_WAITING = 20_000;

  private final boolean isWatched;
  private final JobTimeline timeline;
  private final Deque<JobEvent> waiting = new ArrayDeque<>();

  JobEvents(JobId job, ControlMessage.Submit submit) {
    this.isWatched = submit.isWatched();
    this.timeline = new JobTimeline(job, id -> "worker " + id.number(), this::add);
  }

  private void add(JobEvent event) {
    if (waiting.size() == MAX_WAITING) {
      waiting.removeFirst();
    }
    waiting.add(event);
  }

  /** The scheduler was told something, of one of the jobs or of all. */
  static void handled(Event event, Map<JobId, OpenJob> jobs) {
    switch (event) {
      case Event.TaskStarted e -> handled(e, jobs.get(e.task().job()));
      case Event.TaskFinished e -> handled(e, jobs.get(e.task().job()));
      case Event.TaskFailed e -> handled(e, jobs.get(e.task().job()));
      case Event.WorkerLost e -> jobs.values().forEach(job -> handled(e, job));
      default -> {} // starts and ends nothing
    }
  }

  private static void handled(Event event, @Nullable OpenJob job) {
    if (job != null && job.events().isWatched) {
      job.events().timeline.handled(event);
    }
  }

  /** The scheduler gives a task to a worker. */
  void handled(Command.StartTask start) {
    if (isWatched) {
      timeline.handled(start);
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Returns what nobody has been told yet. */
  List<JobEvent> take() {
    List<JobEvent> taken = List.copyOf(waiting);
    waiting.clear();
    return taken;
  }
}
