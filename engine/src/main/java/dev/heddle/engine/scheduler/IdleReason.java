package dev.heddle.engine.scheduler;

import java.util.Optional;

/** Words in one line what a job waits for. */
final class IdleReason {
  private IdleReason() {}

  static String of(Job job, SchedulerContext context, Optional<String> missing) {
    if (job.isComplete()) {
      return job.isKept()
          ? "The rows are persisted for other jobs"
          : "The result is complete and waits for the client";
    }
    int started = 0;
    for (WorkerState worker : context.members().workers()) {
      for (Lease lease : worker.leases().copy()) {
        started += lease.job() == job && lease.isStarted() && !lease.isOver() ? 1 : 0;
      }
    }
    if (started > 0) {
      return started + (started == 1 ? " task runs" : " tasks run");
    }
    if (missing.isPresent()) {
      return missing.get();
    }
    if (job.held() > 0) {
      return job.held() + " tasks are with workers that have not begun with them";
    }
    int ready = job.nextReady(0);
    if (ready >= 0) {
      Stage stage = job.stageOfRank(ready);
      String who = stage.pending() + " tasks of stage " + stage.number() + " wait for ";
      if (context.members().free().isEmpty()) {
        return who + "a free slot: all " + context.members().slots() + " are taken";
      }
      return who + stage.shape().floorBytes() + " bytes of memory on a worker with a free slot";
    }
    if (job.attempts().areDelayed()) {
      return "Tasks that failed wait for their next attempt";
    }
    return job.inputs().awaitPin()
        ? "Persisted rows were lost, and are computed again"
        : "No task can start";
  }
}
