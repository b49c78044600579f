package dev.heddle.frame.watch;

import dev.heddle.frame.QueryResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A query that runs beside its caller. Thread-safe. */
public interface QueryHandle {
  /** Returns the query's number, unique in this process. */
  long query();

  /** Returns how far it is. */
  QueryProgress progress();

  /** Asks the query to stop; its result then fails with code {@code CANCELLED}. Returns at once. */
  void cancel();

  /**
   * Cancels the query if it is not over when this much time has passed from now on, and returns
   * this handle; the last call counts.
   *
   * @param timeout above zero
   */
  QueryHandle cancelAfter(Duration timeout);

  /**
   * Returns the result, the same future for each caller, who closes what it gives. It fails with
   * the query's {@link dev.heddle.frame.error.HeddleException}. Cancelling the future cancels the
   * query; a result that comes nevertheless is closed.
   */
  CompletableFuture<QueryResult> result();
}
