package dev.heddle.flight;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * What one client has at the server: settings, prepared statements, unread results. Thread-safe.
 */
final class ClientSession {
  private static final long END_MILLIS = 10_000;

  private final String id;
  private final Session session;
  private final LongSupplier nanos;
  private final HandleTable<ClientStatement> statements;
  private final HandleTable<PendingResult> results;
  // guarded by this
  private final Map<Object, Runnable> running = new HashMap<>(); // and what ends it
  private boolean isClosed;
  private long usedNanos;

  ClientSession(String id, Session session, SessionLimits limits, LongSupplier nanos) {
    this.id = id;
    this.session = session;
    this.nanos = nanos;
    this.usedNanos = nanos.getAsLong();
    this.statements =
        new HandleTable<>("prepared statement", id, limits, nanos, _ -> false, _ -> {});
    this.results =
        new HandleTable<>("result", id, limits, nanos, PendingResult::isRead, PendingResult::drop);
  }

  /** Returns what its cookie is, which nobody can guess. */
  String id() {
    return id;
  }

  Session session() {
    return session;
  }

  HandleTable<ClientStatement> statements() {
    return statements;
  }

  HandleTable<PendingResult> results() {
    return results;
  }

  /**
   * Something begins to run, so that the session does not expire.
   *
   * @param cancel ends it when the session is closed; must not wait
   * @throws HeddleException if the session has been closed
   */
  synchronized void begin(Object what, Runnable cancel) {
    if (isClosed) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot use the session: it has been closed; connect again");
    }
    running.put(what, cancel);
    usedNanos = nanos.getAsLong();
  }

  /** What began is over. */
  synchronized void end(Object what) {
    running.remove(what);
    usedNanos = nanos.getAsLong();
    notifyAll();
  }

  /** Notes that it is used. */
  synchronized void use() {
    usedNanos = nanos.getAsLong();
  }

  /** Returns whether it was not used for a time. */
  synchronized boolean isIdleFor(long idleNanos) {
    return running.isEmpty() && nanos.getAsLong() - usedNanos > idleNanos;
  }

  void expireHandles() {
    statements.expire();
    results.expire();
  }

  /** Cancels what runs, waits for its end, and frees all. */
  void close() {
    List<Runnable> cancels;
    synchronized (this) {
      isClosed = true;
      cancels = List.copyOf(running.values());
    }
    cancels.forEach(Runnable::run);
    session.cancelAll();
    awaitEnd();
    session.close();
    statements.clear();
    results.clear();
  }

  private synchronized void awaitEnd() {
    long end = System.nanoTime() + END_MILLIS * 1_000_000;
    try {
      for (long left = END_MILLIS; !running.isEmpty() && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
