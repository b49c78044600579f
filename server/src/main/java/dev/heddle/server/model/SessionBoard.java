package dev.heddle.server.model;

import dev.heddle.engine.ui.ObservedSession;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.QueryState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A session. Thread-safe. */
public final class SessionBoard implements Board {
  private final ObservedSession session;
  private final QueryLog queries;
  private boolean isSampled; // guarded by this
  private long sampledUntil; // by the clock of nanoTime; guarded by this

  /** Shows a session whose queries are in a log. */
  public SessionBoard(ObservedSession session, QueryLog queries) {
    this.session = session;
    this.queries = queries;
  }

  @Override
  public String title() {
    return "Session of process " + ProcessHandle.current().pid();
  }

  @Override
  public QueryLog queries() {
    return queries;
  }

  @Override
  public List<Member> members() {
    return List.of(
        new Member(
            "this process",
            "process " + ProcessHandle.current().pid(),
            "localhost",
            1,
            session.threads(),
            queries.running().size(),
            session.memoryBytes(),
            session.memoryLimitBytes(),
            session.spillBytes(),
            0));
  }

  @Override
  public List<BucketUse> buckets() {
    return List.of();
  }

  @Override
  public String idle(List<QueryRecord> running) {
    if (running.isEmpty()) {
      return "No query runs.";
    }
    for (QueryRecord each : running) {
      if (each.summary().state() == QueryState.RUNNING) {
        return "";
      }
    }
    return switch (running.getFirst().summary().state()) {
      case WAITING -> "Nothing runs: queries wait for memory that others have.";
      case PLANNING -> "Nothing runs yet: the query is planned.";
      case RUNNING, FINISHED, FAILED, CANCELLED -> "";
    };
  }

  @Override
  public boolean cancel(QueryRecord query) {
    return session.cancel(query.query());
  }

  @Override
  public synchronized Duration sampled() {
    long left = sampledUntil - System.nanoTime();
    return isSampled && left > 0 ? Duration.ofNanos(left) : Duration.ZERO;
  }

  @Override
  public synchronized void sample(Duration time) {
    session.profile(time);
    isSampled = time.isPositive();
    sampledUntil = System.nanoTime() + time.toNanos();
  }

  @Override
  public Optional<CpuProfile> profileSoFar(QueryRecord query) {
    return session.profileSoFar(query.query());
  }
}
