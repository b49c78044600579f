package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.TaskAttempt;
import org.jspecify.annotations.Nullable;

/** A task that a worker holds, begun or not. */
final class Lease {
  final Job job;
  final StageState stage;
  final int task;
  final int attempt;

  /** When it was given, or begun if it was. */
  long sinceMillis;

  final long floorBytes;
  final long creditBytes;

  /** How long it is thought to take. */
  final long micros;

  final @Nullable ServerState server;
  boolean started;
  boolean recalling;

  /** Whether the heartbeat that is being compared names it. */
  boolean isNamed;

  /**
   * Whether its end no longer matters, since the worker has been told to stop, or only if it comes
   * first: see {@link Race}.
   */
  boolean isOver;

  Lease(
      Job job,
      StageState stage,
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

  /** Returns whether it may still win, beside the attempt that counts. */
  boolean isRacing() {
    Race race = stage.race(task);
    return race != null && race.slow() == this;
  }

  /** Returns whether it is this attempt. */
  boolean is(TaskAttempt other) {
    return task == other.partition()
        && attempt == other.attempt()
        && stage.stage == other.stage()
        && job.id.number() == other.job().number();
  }
}
