package dev.heddle.engine.graph;

import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryStep;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** What happens in a job, for those who watch it. */
public sealed interface JobEvent {
  /** Returns when it happened, in microseconds since 1970 by the clock of who states it. */
  long epochMicros();

  /** Returns the same as what happened in a query. */
  QueryEvent of(long query);

  /** Returns now, as an event states it. */
  static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static Instant instant(long epochMicros) {
    return Instant.EPOCH.plus(epochMicros, ChronoUnit.MICROS);
  }

  /** A step of the query's life is over, which began at the event's moment. */
  record StepEnded(long epochMicros, QueryStep step, long nanos, long bytes) implements JobEvent {
    /**
     * Returns that a step ends now.
     *
     * @param begunNanos when it began, by {@link System#nanoTime}
     */
    public static StepEnded now(QueryStep step, long begunNanos, long bytes) {
      long nanos = System.nanoTime() - begunNanos;
      return new StepEnded(JobEvent.now() - nanos / 1_000, step, nanos, bytes);
    }

    @Override
    public QueryEvent of(long query) {
      return new QueryEvent.StepEnded(
          query, JobEvent.instant(epochMicros), step, Duration.ofNanos(nanos), bytes);
    }
  }

  /** The first task of a stage was given to someone who runs it. */
  record StageStarted(long epochMicros, int stage, int tasks) implements JobEvent {
    @Override
    public QueryEvent of(long query) {
      return new QueryEvent.StageStarted(query, JobEvent.instant(epochMicros), stage, tasks);
    }
  }

  /** All tasks of a stage have a result. */
  record StageEnded(long epochMicros, int stage, long rows, long bytes) implements JobEvent {
    @Override
    public QueryEvent of(long query) {
      return new QueryEvent.StageEnded(query, JobEvent.instant(epochMicros), stage, rows, bytes);
    }
  }

  /**
   * An attempt at a task runs.
   *
   * @param worker who runs it; empty for this process
   */
  record TaskStarted(long epochMicros, int stage, int partition, int attempt, String worker)
      implements JobEvent {
    @Override
    public QueryEvent of(long query) {
      return new QueryEvent.TaskStarted(
          query, JobEvent.instant(epochMicros), stage, partition, attempt, worker);
    }
  }

  /**
   * An attempt at a task runs no longer.
   *
   * @param worker who ran it; empty for this process
   * @param micros how long it ran
   * @param failure why it has no result, if it has none
   */
  record TaskEnded(
      long epochMicros,
      int stage,
      int partition,
      int attempt,
      String worker,
      long micros,
      long rows,
      long bytes,
      Optional<String> failure)
      implements JobEvent {
    @Override
    public QueryEvent of(long query) {
      return new QueryEvent.TaskEnded(
          query,
          JobEvent.instant(epochMicros),
          stage,
          partition,
          attempt,
          worker,
          Duration.of(micros, ChronoUnit.MICROS),
          rows,
          bytes,
          failure);
    }
  }
}
