package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.CancelStatus;
import org.jspecify.annotations.Nullable;

/** A result whose parts, mostly one, a client has tickets for; each is read once. Thread-safe. */
final class PendingResult {
  private final ResultCall.@Nullable Body body;
  private final @Nullable EarlyQuery early; // instead of the body, if it computes already
  // guarded by this
  private final Map<Integer, ResultCall> reading = new HashMap<>(); // by part
  private final BitSet read = new BitSet();
  private boolean isGone;

  /** Makes a result of one part. */
  PendingResult(ResultCall.Body body) {
    this.body = body;
    this.early = null;
  }

  /** Makes a result that has its parts when the query's first rows are there. */
  PendingResult(EarlyQuery early) {
    this.body = null;
    this.early = early;
  }

  /** Returns the query if it computes before it is read; null if not. */
  @Nullable EarlyQuery early() {
    return early;
  }

  /** Returns what sends a part. */
  ResultCall.Body body(int part) {
    if (body != null) {
      return body;
    }
    EarlyQuery query = requireNonNull(early, "neither body nor query");
    return call -> query.send(part, call);
  }

  private int parts() {
    return early == null ? 1 : early.parts();
  }

  /**
   * A call begins to read a part.
   *
   * @throws HeddleException if there is none, another one has read it or does, or the result was
   *     cancelled
   */
  synchronized void begin(int part, ResultCall call) {
    if (isGone) {
      throw FlightErrors.cancelled();
    }
    if (reading.containsKey(part)) {
      throw FlightErrors.invalid(
          "Cannot read the result: another call reads it; ask for another one");
    }
    if (read.get(part) || part >= parts()) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot find part "
              + part
              + " of the result: "
              + (read.get(part) ? "it was read" : "the result has parts 0 to " + (parts() - 1))
              + "; ask for the result again");
    }
    reading.put(part, call);
  }

  /** A call is over; returns whether that was the last part. */
  boolean end(int part) {
    boolean isLast;
    boolean closes;
    synchronized (this) {
      reading.remove(part);
      read.set(part);
      isLast = read.cardinality() == parts();
      closes = isLast || (isGone && reading.isEmpty());
    }
    if (early != null) {
      early.leave(part);
      if (closes) {
        early.close();
      }
    }
    return isLast;
  }

  /** Ends the query; returns whether there was something to end. */
  CancelStatus cancel() {
    List<ResultCall> calls;
    synchronized (this) {
      if (isGone) {
        return CancelStatus.NOT_CANCELLABLE;
      }
      isGone = true;
      calls = new ArrayList<>(reading.values());
    }
    calls.forEach(ResultCall::cancel);
    if (early != null && (calls.isEmpty() || early.parts() > 1)) {
      early.close();
    }
    return CancelStatus.CANCELLED;
  }

  /** Returns whether a call reads some of it. */
  synchronized boolean isRead() {
    return !reading.isEmpty();
  }

  /** It has expired, or its session ends; calls that read it go on. */
  void drop() {
    synchronized (this) {
      isGone = true;
      if (!reading.isEmpty()) {
        return;
      }
    }
    if (early != null) {
      early.close();
    }
  }
}
