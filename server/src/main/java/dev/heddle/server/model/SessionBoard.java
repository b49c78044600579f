package dev.heddle.server.model;

import dev.heddle.engine.ui.ObservedSession;
import java.util.List;

/** A session. Thread-safe. */
public final class SessionBoard implements Board {
  private final ObservedSession session;
  private final QueryLog queries;

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
}
