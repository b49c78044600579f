package dev.heddle.jdbc.connection;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.jdbc.error.SqlErrors;
import dev.heddle.jdbc.error.SqlState;
import dev.heddle.jdbc.feed.CopiedRows;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedOutcome;
import dev.heddle.jdbc.feed.RowCursor;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** One execution of a statement with its time limit, from its start to the end of its rows. */
final class StatementCall {
  private final FeedCall call;
  private final int timeoutSeconds;
  private final @Nullable Future<?> timer;
  private volatile boolean isTimedOut;

  /**
   * Starts the time limit.
   *
   * @param timeoutSeconds 0 for none
   */
  StatementCall(FeedCall call, int timeoutSeconds) {
    this.call = call;
    this.timeoutSeconds = timeoutSeconds;
    this.timer =
        timeoutSeconds == 0
            ? null
            : Timeouts.after(Duration.ofSeconds(timeoutSeconds), this::timeOut);
  }

  private void timeOut() {
    isTimedOut = true;
    call.cancel();
  }

  List<FeedOutcome> execute(String text, List<? extends @Nullable Object> parameters)
      throws SQLException {
    try {
      return call.execute(text, parameters);
    } catch (RuntimeException e) {
      end();
      throw error(e);
    }
  }

  boolean fetch(RowCursor cursor) throws SQLException {
    try {
      boolean hasRows = cursor.next();
      if (!hasRows) {
        end();
      }
      return hasRows;
    } catch (RuntimeException e) {
      end();
      throw error(e);
    }
  }

  /** Reads rows to their end and keeps them; returns how many there are. */
  long keep(RowCursor cursor, CopiedRows rows) throws SQLException {
    try {
      return rows.add(cursor);
    } catch (RuntimeException e) {
      end();
      throw error(e);
    }
  }

  void cancel() {
    call.cancel();
  }

  /** Ends the time limit. */
  void end() {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  private SQLException error(RuntimeException e) {
    if (isTimedOut && e instanceof HeddleException typed && typed.code() == ErrorCode.CANCELLED) {
      return SqlErrors.of(
          SqlState.TIMEOUT,
          "Query was cancelled: it took longer than its limit of " + timeoutSeconds + " s",
          e);
    }
    return SqlErrors.of(e);
  }
}
