package dev.heddle.flight;

import org.apache.arrow.flight.CancelStatus;
import org.jspecify.annotations.Nullable;

/** A result that a client has a ticket for; it is read once. Thread-safe. */
final class PendingResult {
  private final ResultCall.Body body;
  private final @Nullable EarlyQuery early; // the body, if it computes already
  // guarded by this
  private @Nullable ResultCall reading;
  private boolean isGone;

  PendingResult(ResultCall.Body body) {
    this.body = body;
    this.early = body instanceof EarlyQuery query ? query : null;
  }

  /** Returns the query if it computes before it is read; null if not. */
  @Nullable EarlyQuery early() {
    return early;
  }

  ResultCall.Body body() {
    return body;
  }

  /**
   * A call begins to read it.
   *
   * @throws dev.heddle.frame.error.HeddleException if another one does, or it was cancelled
   */
  synchronized void begin(ResultCall call) {
    if (isGone) {
      throw FlightErrors.cancelled();
    }
    if (reading != null) {
      throw FlightErrors.invalid(
          "Cannot read the result: another call reads it; ask for another one");
    }
    reading = call;
  }

  /** Ends the query; returns whether there was something to end. */
  synchronized CancelStatus cancel() {
    if (isGone) {
      return CancelStatus.NOT_CANCELLABLE;
    }
    isGone = true;
    if (reading != null) {
      reading.cancel();
    } else if (early != null) {
      early.close();
    }
    return CancelStatus.CANCELLED;
  }

  /** Returns whether a call reads it. */
  synchronized boolean isRead() {
    return reading != null;
  }

  /** It has expired, or its session ends; a call that reads it goes on. */
  synchronized void drop() {
    isGone = true;
    if (reading == null && early != null) {
      early.close();
    }
  }
}
