package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What all parts of a {@link Scheduler} share: members, totals, and the event being handled. */
final class SchedulerContext {
  private final SchedulerOptions options;
  private final Members members;
  private final Map<JobId, Job> jobs;

  private List<Command> commands = new ArrayList<>();
  private List<Decision> decisions = new ArrayList<>();
  private boolean hasJournal;
  private boolean isRecovering;
  private boolean isUnfinished;
  private long nowMillis;
  private long heldBytes;
  private long creditBytes;
  private int consumersHeld;
  private int recallsOut;
  private int endedJobs;

  /**
   * Makes the context of a scheduler without members.
   *
   * @param jobs jobs that are not over, and some that are; may change
   */
  SchedulerContext(SchedulerOptions options, Map<JobId, Job> jobs) {
    this.options = options;
    this.jobs = jobs;
    this.members = new Members(options);
  }

  SchedulerOptions options() {
    return options;
  }

  Members members() {
    return members;
  }

  Map<JobId, Job> jobs() {
    return jobs;
  }

  // --- the event ------------------------------------------------------------------------------

  /** An event is about to be handled. */
  void begin(long now) {
    nowMillis = now;
    commands = new ArrayList<>();
    isUnfinished = false;
  }

  long nowMillis() {
    return nowMillis;
  }

  void add(Command command) {
    commands.add(command);
  }

  /** Returns what the event has led to so far. */
  List<Command> commands() {
    return commands;
  }

  /** Forgets what has been done in an earlier life. */
  void clearCommands() {
    commands.clear();
  }

  /** Returns whether the event has left something to do for the next one. */
  boolean isUnfinished() {
    return isUnfinished;
  }

  void leaveUnfinished() {
    isUnfinished = true;
  }

  // --- the journal ----------------------------------------------------------------------------

  boolean isRecovering() {
    return isRecovering;
  }

  /** Jobs of an earlier life are being brought back. */
  void beginRecovery() {
    isRecovering = true;
  }

  /** Decisions are recorded for a journal from now on. */
  void openJournal() {
    hasJournal = true;
  }

  void endRecovery() {
    isRecovering = false;
  }

  /** Notes a decision, if there is a journal. */
  void decide(Decision decision) {
    if (hasJournal) {
      decisions.add(decision);
    }
  }

  /** Returns what was decided since the last call. */
  List<Decision> takeDecisions() {
    List<Decision> taken = decisions;
    decisions = new ArrayList<>();
    return taken;
  }

  // --- totals ---------------------------------------------------------------------------------

  /** Returns the bytes of exchanges that are not released. */
  long heldBytes() {
    return heldBytes;
  }

  void addHeldBytes(long delta) {
    heldBytes += delta;
  }

  /** Returns about how many bytes the tasks of sources under way will write. */
  long creditBytes() {
    return creditBytes;
  }

  /** Returns how many assigned tasks are not sources. */
  int consumersHeld() {
    return consumersHeld;
  }

  /** Returns how many tasks were asked back without an answer. */
  int recallsOut() {
    return recallsOut;
  }

  void endJob() {
    endedJobs++;
  }

  /** Returns whether jobs have ended since the last call. */
  boolean takeEndedJobs() {
    boolean any = endedJobs > 0;
    endedJobs = 0;
    return any;
  }

  // --- leases ---------------------------------------------------------------------------------

  /** A worker gets a task. */
  void give(WorkerState worker, Lease lease) {
    worker.add(lease);
    members.place(worker);
    lease.job().addHeld(1);
    creditBytes += lease.creditBytes();
    if (!lease.stage().shape().isSource()) {
      consumersHeld++;
    }
  }

  /** A worker no longer holds a task. */
  void endLease(WorkerState worker, Lease lease) {
    forget(worker, lease);
    lease.stage().speculativeAttempts().endOf(lease);
    worker.remove(lease, nowMillis);
    members.place(worker);
  }

  /** A worker has begun with a task. */
  void started(WorkerState worker, Lease lease) {
    if (!lease.isStarted()) {
      lease.start(nowMillis);
      if (!lease.isOver()) {
        worker.endWait();
        endRecall(worker, lease);
        members.place(worker);
      }
    }
  }

  /** Asks a worker to stop an attempt, whose end does not matter any more. */
  void stop(WorkerState worker, Lease lease) {
    if (!lease.isOver()) {
      forget(worker, lease);
      members.place(worker);
      add(new Command.StopTask(worker.id(), lease.taskAttempt()));
    }
  }

  /** Asks a worker to return a task that it has not begun. */
  void recall(WorkerState worker, Lease lease) {
    lease.recall();
    worker.addRecall();
    recallsOut++;
    members.place(worker);
    add(new Command.RecallTask(worker.id(), lease.taskAttempt()));
  }

  /** An attempt goes on, but another one is the one that counts. */
  void supersede(WorkerState worker, Lease lease) {
    forget(worker, lease);
    members.place(worker);
  }

  /** Stops the slow attempt of a race, if it goes on. */
  void end(SpeculativeRace race) {
    if (race.slow().stage().speculativeAttempts().end(race)) {
      add(new Command.StopTask(race.worker().id(), race.slow().taskAttempt()));
    }
  }

  private void endRecall(WorkerState worker, Lease lease) {
    if (lease.endRecall()) {
      worker.endRecall();
      recallsOut--;
    }
  }

  /** A lease does not count any more, though the worker may still hold it. */
  private void forget(WorkerState worker, Lease lease) {
    if (!lease.end()) {
      return;
    }
    lease.job().addHeld(-1);
    creditBytes -= lease.creditBytes();
    if (!lease.stage().shape().isSource()) {
      consumersHeld--;
    }
    if (!lease.isStarted()) {
      worker.endWait();
    }
    endRecall(worker, lease);
  }
}
