package dev.heddle.frame.watch;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.error.Arguments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What happens in a query's life, the same wherever it runs. Of one query the first is {@link
 * Began} and the last is {@link Ended}; what is in between comes in the order in which it became
 * known here, so that a task that ran elsewhere may be told of a moment late, and with its end
 * alone if it was short. A query that is planned again, since rows that it had kept were lost, has
 * another {@link Planned}, after which its stages are others. Only {@link Profiled} may come behind
 * the last, since samples are known late.
 */
public sealed interface QueryEvent {
  /** Returns the query's number, unique in this process. */
  long query();

  /** Returns when it happened, by the clock of the process that it happened in. */
  Instant at();

  /**
   * A query has begun.
   *
   * @param text the statement as it was written; of a frame of verbs, these
   */
  record Began(long query, Instant at, String text) implements QueryEvent {
    /** Checks that nothing is null. */
    public Began {
      requireNonNull(at, "at is null");
      requireNonNull(text, "text is null");
    }
  }

  /**
   * A step of the query's life is over. Steps of one kind may come several times, and overlap
   * others.
   *
   * @param at when it began
   * @param took how long it took
   * @param bytes what it made or moved; 0 where nothing is counted
   */
  record StepEnded(long query, Instant at, QueryStep step, Duration took, long bytes)
      implements QueryEvent {
    /** Checks that nothing is null. */
    public StepEnded {
      requireNonNull(at, "at is null");
      requireNonNull(step, "step is null");
      requireNonNull(took, "took is null");
    }
  }

  /**
   * The query has a plan.
   *
   * @param stages producers before consumers; the last one gives the result
   * @param nodes the physical plan's nodes, inputs before those that read them
   */
  record Planned(long query, Instant at, List<PlannedStage> stages, List<PlanNode> nodes)
      implements QueryEvent {
    /** Copies the lists, and checks that nothing is null. */
    public Planned {
      requireNonNull(at, "at is null");
      stages = Arguments.all(stages, "stages");
      nodes = Arguments.all(nodes, "nodes");
    }
  }

  /**
   * Tasks of a stage may run from now on.
   *
   * @param tasks how many it has
   */
  record StageStarted(long query, Instant at, int stage, int tasks) implements QueryEvent {
    /** Checks that nothing is null. */
    public StageStarted {
      requireNonNull(at, "at is null");
    }
  }

  /**
   * All tasks of a stage have a result.
   *
   * @param rows rows written by them
   * @param bytes bytes written by them
   */
  record StageEnded(long query, Instant at, int stage, long rows, long bytes)
      implements QueryEvent {
    /** Checks that nothing is null. */
    public StageEnded {
      requireNonNull(at, "at is null");
    }
  }

  /**
   * A task runs.
   *
   * @param attempt 0 for the first, higher where it is done again
   * @param worker who runs it; empty for this process
   */
  record TaskStarted(long query, Instant at, int stage, int task, int attempt, String worker)
      implements QueryEvent {
    /** Checks that nothing is null. */
    public TaskStarted {
      requireNonNull(at, "at is null");
      requireNonNull(worker, "worker is null");
    }
  }

  /**
   * A task runs no longer.
   *
   * @param worker who ran it; empty for this process
   * @param ran how long it ran
   * @param rows rows that it has written
   * @param bytes bytes that it has written
   * @param failure why it has no result, if it has none
   */
  record TaskEnded(
      long query,
      Instant at,
      int stage,
      int task,
      int attempt,
      String worker,
      Duration ran,
      long rows,
      long bytes,
      Optional<String> failure)
      implements QueryEvent {
    /** Checks that nothing is null. */
    public TaskEnded {
      requireNonNull(at, "at is null");
      requireNonNull(worker, "worker is null");
      requireNonNull(ran, "ran is null");
      requireNonNull(failure, "failure is null");
    }
  }

  /**
   * The query is over.
   *
   * @param last how far it was in the end
   * @param failure why it has no result, if it has none
   * @param profile where its time went; empty if it was never run
   * @param findings what was wrong with it, the costliest first
   */
  record Ended(
      long query,
      Instant at,
      QueryProgress last,
      Optional<String> failure,
      Optional<QueryProfile> profile,
      List<Finding> findings)
      implements QueryEvent {
    /** Copies the list, and checks that nothing is null. */
    public Ended {
      requireNonNull(at, "at is null");
      requireNonNull(last, "last is null");
      requireNonNull(failure, "failure is null");
      requireNonNull(profile, "profile is null");
      findings = Arguments.all(findings, "findings");
    }
  }

  /**
   * It is known where the CPU time of a query that was profiled went. Comes once: before {@link
   * Ended} if what asked for the profile waits for it, as a report does, else up to some seconds
   * behind.
   *
   * @param profile of all processes that the query ran in
   */
  record Profiled(long query, Instant at, CpuProfile profile) implements QueryEvent {
    /** Checks that nothing is null. */
    public Profiled {
      requireNonNull(at, "at is null");
      requireNonNull(profile, "profile is null");
    }
  }
}
