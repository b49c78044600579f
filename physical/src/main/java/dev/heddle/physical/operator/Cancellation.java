package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A query's switch: once cancelled, its threads stop at their next check. Thread-safe. */
public final class Cancellation {
  /** Why a query stops of which nothing else is known. */
  public static final String REASON = "Query was cancelled";

  private final AtomicBoolean cancelled = new AtomicBoolean();

  private volatile String reason = REASON;
  private volatile boolean isTimedOut;

  /**
   * Asks all threads of the query to stop.
   *
   * @param why says by whom it was cancelled, for its error
   */
  public void cancel(String why) {
    reason = why;
    cancel();
  }

  /**
   * Asks all threads of the query to stop since its time is over, unless it was cancelled before.
   *
   * @param why says which time, for its error
   */
  public void timeOut(String why) {
    if (!cancelled.get()) {
      isTimedOut = true;
      cancel(why);
    }
  }

  /** Returns whether its time was over before it was cancelled. */
  public boolean isTimedOut() {
    return isTimedOut;
  }

  /** Asks all threads of the query to stop. */
  public void cancel() {
    cancelled.set(true);
  }

  /** Returns whether {@link #cancel} has been called. */
  public boolean isCancelled() {
    return cancelled.get();
  }

  /** Returns the switch itself, for code that only reads it. */
  public AtomicBoolean flag() {
    return cancelled;
  }

  /**
   * Throws if the query has been cancelled, or if this thread has been interrupted, which cancels
   * it.
   *
   * @throws HeddleException with code {@code CANCELLED}, or {@code TIMEOUT} if its time is over
   */
  public void check() {
    if (Thread.currentThread().isInterrupted()) {
      cancel(); // the other threads have to see it too
    }
    if (cancelled.get()) {
      throw new HeddleException(isTimedOut ? ErrorCode.TIMEOUT : ErrorCode.CANCELLED, reason);
    }
  }
}
