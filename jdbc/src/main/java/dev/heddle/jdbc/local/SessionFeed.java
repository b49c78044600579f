package dev.heddle.jdbc.local;

import dev.heddle.frame.PreparedQuery;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedStatement;
import dev.heddle.jdbc.feed.QueryShape;
import dev.heddle.jdbc.feed.RowFeed;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** The feed of a session, which other connections may share. */
final class SessionFeed implements RowFeed {
  private final Session session;
  private final Runnable release;
  private boolean isClosed; // guarded by this

  /**
   * Makes a feed.
   *
   * @param release called once when it is closed; closes the session if nobody else has it
   */
  SessionFeed(Session session, Runnable release) {
    this.session = session;
    this.release = release;
  }

  private Session session() {
    if (!isOpen()) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use the connection: it is closed; open another one");
    }
    return session;
  }

  @Override
  public FeedCall call() {
    return new SessionCall(session());
  }

  @Override
  public FeedStatement prepare(String text) {
    return new FeedStatement() {
      @Override
      public FeedCall call() {
        return SessionFeed.this.call();
      }

      @Override
      public void close() {
        // The session keeps nothing of a text.
      }
    };
  }

  @Override
  public void limitAnswers(Duration time, Runnable end) {
    // No network is between them.
  }

  @Override
  public QueryShape describe(String query) {
    PreparedQuery prepared = session().prepare(query);
    for (String name : prepared.parameters().keySet()) {
      if (!name.chars().allMatch(Character::isDigit)) {
        throw new AnalysisException(
            "Cannot prepare the query: parameter $" + name + " has a name; write ?");
      }
    }
    return new QueryShape(List.copyOf(prepared.parameters().values()), prepared.schema());
  }

  @Override
  public List<TableInfo> tables() {
    return session().tables();
  }

  @Override
  public ZoneId zone() {
    return session.timeZone();
  }

  @Override
  public synchronized boolean isOpen() {
    return !isClosed;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    release.run();
  }
}
