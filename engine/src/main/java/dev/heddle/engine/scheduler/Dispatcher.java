package dev.heddle.engine.scheduler;

import java.util.Collection;

/** Gives tasks to workers, and asks back what others could run sooner. */
final class Dispatcher {
  private static final int MAX_STARTS = 250;

  private final SchedulerContext context;

  Dispatcher(SchedulerContext context) {
    this.context = context;
  }

  /** Does what one event should take at most; if more is to be done, notes that. */
  void run(Collection<Job> jobs) {
    Members members = context.members();
    boolean sourcesGo = false;
    int starts = 0;
    while (!members.areFull()) {
      if (starts == MAX_STARTS) {
        context.leaveUnfinished();
        return;
      }
      if (startOne(jobs, sourcesGo)) {
        starts++;
        continue;
      }
      if (sourcesGo || context.consumersHeld() > 0) {
        break;
      }
      sourcesGo = true; // nothing else is going to free bytes
    }
    if (!members.free().isEmpty() && !members.overfull().isEmpty()) {
      recall();
    }
  }

  /** Starts a task of the job whose turn it is, or of another one if none of it can start. */
  private boolean startOne(Collection<Job> jobs, boolean sourcesGo) {
    Job best = null;
    for (Job job : jobs) {
      if (job.nextReady(0) >= 0 && (best == null || job.comesBefore(best))) {
        best = job;
      }
    }
    if (best == null) {
      return false;
    }
    if (startOne(best, sourcesGo)) {
      return true;
    }
    for (Job job : jobs) {
      if (job != best && startOne(job, sourcesGo)) {
        return true;
      }
    }
    return false;
  }

  private boolean startOne(Job job, boolean sourcesGo) {
    for (int rank = job.nextReady(0); rank >= 0; rank = job.nextReady(rank + 1)) {
      Stage stage = job.stageOfRank(rank);
      if ((!sourcesGo && isWithheld(stage)) || context.members().awaitsService(stage)) {
        continue;
      }
      long lead = context.options().leadMicros();
      WorkerState worker = context.members().choose(stage.shape().floorBytes());
      if (worker == null && stage.times().recentMicros(lead) < lead) {
        worker = context.members().chooseAhead(stage.shape().floorBytes());
      }
      if (worker == null) {
        continue;
      }
      ServerState server = null;
      if (context.options().needsServers() && stage.shape().partitions() > 0) {
        server = context.members().chooseServer(worker, context.nowMillis());
        if (server == null) {
          return false;
        }
      }
      job.attempts().start(stage, worker, server);
      return true;
    }
    return false;
  }

  /** Returns whether a source waits until bytes that exchanges hold have been read. */
  boolean isWithheld(Stage stage) {
    return stage.shape().isSource()
        && context.heldBytes() + context.creditBytes() >= context.options().creditBytes();
  }

  private void recall() {
    Members members = context.members();
    int wanted = members.freeSlots() - context.recallsOut();
    for (; wanted > 0 && !members.overfull().isEmpty(); wanted--) {
      WorkerState worker = members.overfull().at(0);
      Lease lease = worker.recallable();
      if (lease == null) {
        throw new IllegalStateException(worker.id() + " has no task to recall");
      }
      context.recall(worker, lease);
    }
  }
}
