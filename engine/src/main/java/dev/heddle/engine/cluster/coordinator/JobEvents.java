package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.JobTimeline;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What has happened in a job since its client was last told, if that wants to know, and what the
 * dashboard is told of it, if there is one. Used by one thread.
 */
final class JobEvents {
  /** At most this number waits for a client that does not ask; the oldest go. */
  private static final int MAX_WAITING = 20_000;

  private final JobId job;
  private final boolean isWatched;
  private final @Nullable ClusterFeed feed;
  private final JobTimeline timeline;
  private final Deque<JobEvent> waiting = new ArrayDeque<>();

  JobEvents(JobId job, ControlMessage.Submit submit, @Nullable ClusterFeed feed) {
    this.job = job;
    this.feed = feed;
    this.isWatched = submit.isWatched();
    this.timeline = new JobTimeline(job, id -> "worker " + id.number(), this::add);
  }

  /** The job is known from now on. */
  void begin(JobOwner owner, ControlMessage.Submit submit) {
    if (feed != null) {
      feed.add(new ClusterEvent.JobBegan(job, owner, submit.text(), submit.query(), Instant.now()));
    }
  }

  /** The job is over. */
  void end(Optional<String> failure) {
    if (feed != null) {
      feed.add(new ClusterEvent.JobEnded(job, failure, Instant.now()));
    }
  }

  private void add(JobEvent event) {
    if (feed != null) {
      feed.add(new ClusterEvent.JobHappened(job, event));
    }
    if (!isWatched) {
      return;
    }
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
    if (job != null && job.events().isTold()) {
      job.events().timeline.handled(event);
    }
  }

  private boolean isTold() {
    return isWatched || feed != null;
  }

  /** The scheduler gives a task to a worker. */
  void handled(Command.StartTask start) {
    if (isTold()) {
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
