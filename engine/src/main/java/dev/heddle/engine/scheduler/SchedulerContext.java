package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What all parts of a {@link Scheduler} share: members, totals, and the event being handled. */
final class SchedulerContext {
  final SchedulerOptions options;
  final Members members;

  /** Jobs that are not over, and some that are. */
  final Map<JobId, Job> jobs;

  /** What the event has led to so far. */
  List<Command> commands = new ArrayList<>();

  /** What has been decided since it was last asked for; only kept if there is a journal. */
  List<Decision> decisions = new ArrayList<>();

  boolean hasJournal;

  long nowMillis;

  /** Bytes of exchanges that are not released. */
  long heldBytes;

  /** Bytes that tasks of sources under way will about write. */
  long creditBytes;

  /** How many tasks are held that are not sources. */
  int consumersHeld;

  /** How many tasks have been asked back without an answer. */
  int recallsOut;

  /** Whether the event has left something to do for the next one. */
  boolean isUnfinished;

  /** How many jobs are over that the scheduler still knows. */
  int jobsEnded;

  /** Whether jobs of an earlier life are being brought back. */
  boolean isRecovering;

  SchedulerContext(SchedulerOptions options, Map<JobId, Job> jobs) {
    this.options = options;
    this.jobs = jobs;
    this.members = new Members(options);
  }

  void add(Command command) {
    commands.add(command);
  }

  void decide(Decision decision) {
    if (hasJournal) {
      decisions.add(decision);
    }
  }

  /** A worker no longer holds a task. */
  void endLease(WorkerState worker, Lease lease) {
    forget(worker, lease);
    if (!lease.stage.races.isEmpty()) {
      lease.stage.races.removeIf(race -> race.slow() == lease);
    }
    worker.remove(lease, nowMillis);
    members.place(worker);
  }

  /** A worker has begun with a task. */
  void started(WorkerState worker, Lease lease) {
    if (!lease.started) {
      lease.started = true;
      lease.sinceMillis = nowMillis;
      if (!lease.isOver) {
        worker.notStarted--;
        endRecall(worker, lease);
        members.place(worker);
      }
    }
  }

  /** Asks a worker to stop an attempt, whose end does not matter any more. */
  void stop(WorkerState worker, Lease lease) {
    if (!lease.isOver) {
      forget(worker, lease);
      members.place(worker);
      add(new Command.StopTask(worker.id, lease.job.attempt(lease)));
    }
  }

  /** Asks a worker to give back a task that it has not begun. */
  void recall(WorkerState worker, Lease lease) {
    lease.recalling = true;
    worker.recalls++;
    recallsOut++;
    members.place(worker);
    add(new Command.RecallTask(worker.id, lease.job.attempt(lease)));
  }

  /** An attempt goes on, but another one is the one that counts. */
  void supersede(WorkerState worker, Lease lease) {
    forget(worker, lease);
    members.place(worker);
  }

  /** Stops the slow attempt of a race, if it goes on. */
  void end(Race race) {
    if (race.slow().stage.races.remove(race)) {
      add(new Command.StopTask(race.worker().id, race.slow().job.attempt(race.slow())));
    }
  }

  private void endRecall(WorkerState worker, Lease lease) {
    if (lease.recalling) {
      lease.recalling = false;
      worker.recalls--;
      recallsOut--;
    }
  }

  /** A lease does not count any more, though the worker may still hold it. */
  private void forget(WorkerState worker, Lease lease) {
    if (lease.isOver) {
      return;
    }
    lease.isOver = true;
    lease.job.held--;
    creditBytes -= lease.creditBytes;
    if (!lease.stage.shape.isSource()) {
      consumersHeld--;
    }
    if (!lease.started) {
      worker.notStarted--;
    }
    endRecall(worker, lease);
  }
}
