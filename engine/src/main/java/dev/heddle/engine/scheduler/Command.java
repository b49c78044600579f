package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;

/** What the scheduler wants done, in the order it is given. */
public sealed interface Command {
  /** What is for a worker; it travels as it is. */
  sealed interface ToWorker extends Command {
    /** Returns its receiver. */
    WorkerId worker();
  }

  /** Run a task as soon as a slot and its memory are free. */
  record StartTask(WorkerId worker, TaskStart start) implements ToWorker {}

  /** Give an attempt back if it has not begun. */
  record RecallTask(WorkerId worker, TaskAttempt task) implements ToWorker {}

  /** Stop an attempt, begun or not; its end is still reported. */
  record StopTask(WorkerId worker, TaskAttempt task) implements ToWorker {}

  /**
   * Announce an exchange to the server that stores it.
   *
   * @param stage number of the writing stage
   * @param maps number of tasks that write it
   * @param partitions number of partitions
   */
  record CreateExchange(ExchangeId exchange, int stage, int maps, int partitions)
      implements Command {}

  /** Free an exchange on the servers or workers that store it. */
  record ReleaseExchange(ExchangeId exchange) implements Command {}

  /**
   * Notify the client that the result is complete. May come again with a later version of the
   * winners, when a part of the result was lost before it was taken.
   *
   * @param result what the result stage has written
   * @param version version of its winners
   */
  record CompleteJob(JobId job, ExchangeId result, int version) implements Command {}

  /**
   * Notify the client of a streamed result that its first parts, up to one, have been written.
   * Comes again, from a part on, when that was lost and has been written anew.
   *
   * @param result what the result stage writes
   * @param firstPart first of the parts that are new
   * @param endPart the one behind the last
   * @param parts how many there will be
   */
  record ExtendResult(JobId job, ExchangeId result, int firstPart, int endPart, int parts)
      implements Command {}

  /** Report to the client why the job failed; the job is over. */
  record FailJob(JobId job, ErrorCode code, String message) implements Command {}

  /** The worker counts as lost: close its connection, so that it joins anew. */
  record ExpireWorker(WorkerId worker, String reason) implements Command {}

  /**
   * An attempt takes longer than its bytes explain: the next command starts a second one. Nothing
   * is to be done but to note it.
   *
   * @param ranMillis for how long it has been assigned
   * @param expectedMillis how long it should have taken
   */
  record NoteStraggler(WorkerId worker, TaskAttempt task, long ranMillis, long expectedMillis)
      implements Command {}

  /**
   * Sizes of what has been written decide how a stage goes on. Nothing is to be done but to note
   * it.
   *
   * @param text what was made of the stage, with the numbers that decided
   */
  record NoteStep(JobId job, int stage, String text) implements Command {}

  /** The worker holds nothing that is still needed, and may end. */
  record WorkerDrained(WorkerId worker) implements Command {}
}
