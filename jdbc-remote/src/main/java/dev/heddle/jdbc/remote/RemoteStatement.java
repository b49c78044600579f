package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedStatement;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * A text, and its handle at the server between executions. An execution takes the handle and gives
 * it back; one that finds none, since it is the first or another one has it, prepares the text.
 */
final class RemoteStatement implements FeedStatement {
  /** What servers say of a handle that has expired. */
  private static final String GONE = "Cannot find the prepared statement";

  private final RemoteFeed feed;
  private final String text;
  private final AtomicReference<@Nullable PreparedStatement> handle = new AtomicReference<>();
  private volatile boolean isClosed;

  RemoteStatement(RemoteFeed feed, String text) {
    this.feed = feed;
    this.text = text;
  }

  /** Returns whether an error is that of a handle that the server has dropped. */
  static boolean isGone(HeddleException error) {
    return error.code() == ErrorCode.NOT_FOUND
        && String.valueOf(error.getMessage()).startsWith(GONE);
  }

  @Override
  public FeedCall call() {
    return feed.call(this);
  }

  boolean isOf(String run) {
    return run.equals(text);
  }

  /** Returns the handle, for one execution; null if there is none. */
  @Nullable PreparedStatement take() {
    return handle.getAndSet(null);
  }

  /** Takes over a handle, and keeps it for the next execution. */
  void keep(PreparedStatement prepared) {
    if (!handle.compareAndSet(null, prepared)) {
      feed.close(prepared);
    } else if (isClosed) {
      closeKept();
    }
  }

  private void closeKept() {
    PreparedStatement kept = take();
    if (kept != null) {
      feed.close(kept);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    closeKept();
  }
}
