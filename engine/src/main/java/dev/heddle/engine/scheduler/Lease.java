package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.TaskAttempt;
import org.jspecify.annotations.Nullable;

/** A task that a worker holds, begun or not. */
final class Lease {
  private final Job job;
  private final Stage stage;
  private final int task;
  private final int attempt;
  private final long floorBytes;
  private final long creditBytes;
  private final long micros;
  private final @Nullable ServerState server;

  private long sinceMillis;
  private boolean isStarted;
  private boolean isRecalled;
  private boolean isNamed;
  private boolean isOver;

  /**
   * Makes the lease of a task that was not begun.
   *
   * @param sinceMillis when it was given
   * @param floorBytes memory that the task needs in any case
   * @param creditBytes about how many bytes it writes, if it is a source
   * @param micros how long it is expected to take
   * @param server where it writes to; null if it writes to no server
   */
  Lease(
      Job job,
      Stage stage,
      int task,
      int attempt,
      long sinceMillis,
      long floorBytes,
      long creditBytes,
      long micros,
      @Nullable ServerState server) {
    this.job = job;
    this.stage = stage;
    this.task = task;
    this.attempt = attempt;
    this.sinceMillis = sinceMillis;
    this.floorBytes = floorBytes;
    this.creditBytes = creditBytes;
    this.micros = micros;
    this.server = server;
  }

  Job job() {
    return job;
  }

  Stage stage() {
    return stage;
  }

  int task() {
    return task;
  }

  int attempt() {
    return attempt;
  }

  long floorBytes() {
    return floorBytes;
  }

  long creditBytes() {
    return creditBytes;
  }

  long micros() {
    return micros;
  }

  @Nullable ServerState server() {
    return server;
  }

  /** Returns when it was given, or begun if it was. */
  long sinceMillis() {
    return sinceMillis;
  }

  boolean isStarted() {
    return isStarted;
  }

  /** The worker has begun with it. */
  void start(long nowMillis) {
    isStarted = true;
    sinceMillis = nowMillis;
  }

  /** Returns whether it was asked back, and not answered yet. */
  boolean isRecalled() {
    return isRecalled;
  }

  void recall() {
    isRecalled = true;
  }

  /** The answer came, or is not awaited any more; false if it was not asked back. */
  boolean endRecall() {
    boolean was = isRecalled;
    isRecalled = false;
    return was;
  }

  /** The heartbeat that is being compared names it. */
  void name() {
    isNamed = true;
  }

  /** Returns whether the heartbeat that is being compared has named it, and forgets that. */
  boolean takeNamed() {
    boolean was = isNamed;
    isNamed = false;
    return was;
  }

  /**
   * Returns whether its end no longer matters, since the worker was ordered to stop, or only if it
   * comes first: see {@link SpeculativeRace}.
   */
  boolean isOver() {
    return isOver;
  }

  /** Its end no longer matters; false if it was over before. */
  boolean end() {
    boolean was = isOver;
    isOver = true;
    return !was;
  }

  /** Returns whether it is the attempt of its task that counts. */
  boolean isCurrent() {
    return stage.isCurrent(task, attempt);
  }

  /** Returns whether it may still win, beside the attempt that counts. */
  boolean isRacing() {
    SpeculativeRace race = stage.speculativeAttempts().of(task);
    return race != null && race.slow() == this;
  }

  /** Returns the name of the attempt. */
  TaskAttempt taskAttempt() {
    return new TaskAttempt(job.id(), stage.number(), task, attempt);
  }

  /** Returns whether it is this attempt. */
  boolean is(TaskAttempt other) {
    return task == other.partition()
        && attempt == other.attempt()
        && stage.number() == other.stage()
        && job.id().number() == other.job().number();
  }
}
