package dev.heddle.server.model;

import dev.heddle.engine.ui.ObservedSession;
import dev.heddle.frame.watch.CpuProfile;
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
  public boolean cancel(QueryRecord query) {
    return session.cancel(query.query());
  }

  @Override
  public boolean canSample() {
    return true;
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
