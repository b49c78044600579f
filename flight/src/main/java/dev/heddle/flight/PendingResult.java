package dev.heddle.flight;

import org.apache.arrow.flight.CancelStatus;
import org.jspecify.annotations.Nullable;

/** A result that a client has a ticket for; it is read once. Thread-safe. */
final class PendingResult {
  private final ResultCall.Body body;
  // guarded by this
  private @Nullable ResultCall reading;
  private boolean isGone;

  PendingResult(ResultCall.Body body) {
    this.body = body;
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
    }
    return CancelStatus.CANCELLED;
  }

  /** It has expired, unless it is being read. */
  synchronized void drop() {
    isGone = reading == null;
  }
}
