package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/** A query's switch: once cancelled, its threads stop at their next check. Thread-safe. */
public final class Cancellation {
  private volatile boolean cancelled;

  /** Asks all threads of the query to stop. */
  public void cancel() {
    cancelled = true;
  }

  /** Returns whether {@link #cancel} has been called. */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Throws if the query has been cancelled.
   *
   * @throws HeddleException with code {@code CANCELLED}
   */
  public void check() {
    if (cancelled) {
      throw new HeddleException(ErrorCode.CANCELLED, "Query was cancelled");
    }
  }
}
