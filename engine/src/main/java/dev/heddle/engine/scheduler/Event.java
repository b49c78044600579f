package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Optional;

/** An input of the scheduler. Events that come twice, late or out of order do no harm. */
public sealed interface Event {
  /** An event that a worker sends; it is sent unchanged. */
  sealed interface FromWorker extends Event {
    /** Returns the worker that reports it. */
    WorkerId worker();
  }

  /** A new job. */
  record JobSubmitted(JobId job, JobShape shape) implements Event {}

  /**
   * Somebody wants the job no more.
   *
   * @param reason says so, for its error
   */
  record CancelRequested(JobId job, String reason) implements Event {
    /** The user wants the job no more. */
    public CancelRequested(JobId job) {
      this(job, Cancellation.REASON);
    }
  }

  /** Nobody waits for the job any more. */
  record ClientLost(JobId job) implements Event {}

  /** The client has read the result, which can go. */
  record ResultTaken(JobId job) implements Event {}

  /** The client could not read what some tasks of the result stage have written. */
  record ResultLost(JobId job, int exchange, int version, List<Integer> maps) implements Event {}

  /** The client could not read what an attempt at a task of a streamed result has written. */
  record PartLost(JobId job, int exchange, int part, int attempt) implements Event {}

  /**
   * A worker is there. An earlier incarnation of the same number is lost with that.
   *
   * @param host where it runs
   * @param slots how many tasks it runs at a time
   * @param memoryBytes what its tasks have together
   */
  record WorkerJoined(WorkerId worker, String host, int slots, long memoryBytes) implements Event {}

  /** A worker is gone: its connection broke, or its process is known to have ended. */
  record WorkerLost(WorkerId worker, String reason) implements Event {}

  /**
   * A shuffle server is there. An earlier incarnation of the same number is lost with that.
   *
   * @param worker whose part it is, if it keeps small exchanges in a worker's memory; it is lost
   *     with the worker
   */
  record ServerJoined(ShuffleAddress server, Optional<WorkerId> worker) implements Event {}

  /** A shuffle server is gone with all that it stored. */
  record ServerLost(ShuffleAddress server, String reason) implements Event {}

  /** The worker lives, and holds these attempts, started or not. */
  record Heartbeat(WorkerId worker, List<TaskAttempt> held) implements FromWorker {}

  /** The worker will leave: it gets nothing new. */
  record DrainRequested(WorkerId worker) implements FromWorker {}

  /** The worker has begun with an attempt. */
  record TaskStarted(WorkerId worker, TaskAttempt task) implements FromWorker {}

  /**
   * A task has done its work and sealed what it wrote, if not to the caller's sink.
   *
   * @param micros how long it ran
   */
  record TaskFinished(WorkerId worker, TaskAttempt task, Optional<SealedMap> output, long micros)
      implements FromWorker {}

  /** A task has ended without a result. */
  record TaskFailed(WorkerId worker, TaskAttempt task, TaskFailure failure) implements FromWorker {}

  /** The worker returns an attempt that it has not begun. */
  record Recalled(WorkerId worker, TaskAttempt task) implements FromWorker {}

  /** There was more to do than an event should take: the rest of it. */
  record GoOn() implements Event {}

  /** Time has passed. */
  record Tick() implements Event {}
}
