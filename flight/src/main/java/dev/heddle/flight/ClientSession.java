package dev.heddle.flight;

import dev.heddle.frame.Session;
import java.util.function.LongSupplier;

/**
 * What one client has at the server: settings, prepared statements, unread results. Thread-safe.
 */
final class ClientSession {
  private final String id;
  private final Session session;
  private final LongSupplier nanos;
  private final HandleTable<ClientStatement> statements;
  private final HandleTable<PendingResult> results;
  // guarded by this
  private int running;
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

  /** Something begins to run, so that it does not expire. */
  synchronized void begin() {
    running++;
    usedNanos = nanos.getAsLong();
  }

  /** What began is over. */
  synchronized void end() {
    running--;
    usedNanos = nanos.getAsLong();
  }

  /** Notes that it is used. */
  synchronized void use() {
    usedNanos = nanos.getAsLong();
  }

  /** Returns whether it was not used for a time. */
  synchronized boolean isIdleFor(long idleNanos) {
    return running == 0 && nanos.getAsLong() - usedNanos > idleNanos;
  }

  void expireHandles() {
    statements.expire();
    results.expire();
  }

  /** Cancels what runs and frees all. */
  void close() {
    session.close();
    statements.clear();
    results.clear();
  }
}
