package dev.heddle.jdbc.local;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ScriptHandler;
import dev.heddle.frame.Session;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedOutcome;
import dev.heddle.jdbc.feed.HeapCursor;
import dev.heddle.jdbc.feed.RowCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One execution in a session. */
final class SessionCall implements FeedCall {
  private final Session session;
  // guarded by this
  private @Nullable Thread waiting;
  private boolean isCancelled;

  SessionCall(Session session) {
    this.session = session;
  }

  @Override
  public List<FeedOutcome> execute(String text, List<? extends @Nullable Object> parameters) {
    List<FeedOutcome> outcomes = new ArrayList<>();
    try {
      return cancellable(
          () -> {
            session.execute(text, SqlParameters.of(parameters), new Collector(outcomes));
            return outcomes;
          });
    } catch (RuntimeException e) {
      for (FeedOutcome outcome : outcomes) {
        if (outcome instanceof FeedOutcome.Cursor(var cursor)) {
          cursor.close();
        }
      }
      throw e;
    }
  }

  /** Takes what the statements give. */
  private final class Collector implements ScriptHandler {
    private final List<FeedOutcome> outcomes;

    Collector(List<FeedOutcome> outcomes) {
      this.outcomes = outcomes;
    }

    @Override
    public void query(String statement, DataFrame rows) {
      outcomes.add(new FeedOutcome.Cursor(new SessionCursor(SessionCall.this, rows.toArrow())));
    }

    @Override
    public void result(StatementResult result) {
      outcomes.add(
          result.rows() == null
              ? new FeedOutcome.Count(result.changedRows())
              : new FeedOutcome.Cursor(cursor(result.rows())));
    }
  }

  /** Returns a cursor over known rows; those of simple types need no query. */
  private RowCursor cursor(QueryResult rows) {
    Schema schema = rows.schema();
    boolean isSimple = schema.fields().stream().allMatch(field -> HeapCursor.isHeld(field.type()));
    if (!isSimple) {
      return new SessionCursor(this, session.from(rows).toArrow());
    }
    List<@Nullable Object[]> values = new ArrayList<>();
    rows.forEach(row -> values.add(row.toArray()));
    return new HeapCursor(schema, values);
  }

  /** Runs something that waits for the engine; {@link #cancel} interrupts it. */
  <T> T cancellable(Supplier<T> body) {
    synchronized (this) {
      if (isCancelled) {
        throw new HeddleException(ErrorCode.CANCELLED, "Query was cancelled");
      }
      waiting = Thread.currentThread();
    }
    try {
      return body.get();
    } finally {
      synchronized (this) {
        waiting = null;
        if (isCancelled) {
          Thread.interrupted(); // that was cancel's
        }
      }
    }
  }

  @Override
  public synchronized void cancel() {
    isCancelled = true;
    if (waiting != null) {
      waiting.interrupt();
    }
  }
}
