package dev.heddle.flight;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * What one client has at the server: settings, prepared statements, unread results. Thread-safe.
 */
final class ClientSession {
  private static final long END_MILLIS = 10_000;

  private final String id;
  private final Session session;
  private final SessionLimits limits;
  private final ScheduledExecutorService timers;
  private final LongSupplier nanos;
  private final HandleTable<ClientStatement> statements;
  private final HandleTable<PendingResult> results;
  // guarded by this
  private final Map<Object, RunningStatement> running = new HashMap<>();
  private boolean isClosed;
  private long usedNanos;
  private volatile int endpoints = 1;

  /**
   * Makes one.
   *
   * @param session is taken over
   * @param timers end statements whose time is over
   */
  ClientSession(
      String id,
      Session session,
      SessionLimits limits,
      ScheduledExecutorService timers,
      LongSupplier nanos) {
    this.id = id;
    this.session = session;
    this.limits = limits;
    this.timers = timers;
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

  /** Returns how many parts its client wants large results in. */
  int endpoints() {
    return endpoints;
  }

  void setEndpoints(int newEndpoints) {
    endpoints = newEndpoints;
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
   * @param cancel ends it when the session is closed, or its time is over; must not wait
   * @throws HeddleException if the session has been closed, or {@code REFUSED} if too much runs
   */
  synchronized RunningStatement begin(Object what, Runnable cancel) {
    if (isClosed) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot use the session: it has been closed; connect again");
    }
    if (running.size() >= limits.statements()) {
      throw new HeddleException(
          ErrorCode.REFUSED,
          "Cannot run the statement: "
              + running.size()
              + " run in this session, the most that this server has; read or cancel one first, or"
              + " ask for a server with more --max-statements");
    }
    RunningStatement statement = new RunningStatement(cancel, limits.statementTime(), timers);
    running.put(what, statement);
    usedNanos = nanos.getAsLong();
    return statement;
  }

  /** What began is over. */
  synchronized void end(Object what) {
    RunningStatement ended = running.remove(what);
    if (ended != null) {
      ended.end();
    }
    usedNanos = nanos.getAsLong();
    notifyAll();
  }

  /** Returns how many statements run, and results are on their way. */
  synchronized int running() {
    return running.size();
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
    List<RunningStatement> left;
    synchronized (this) {
      isClosed = true;
      left = List.copyOf(running.values());
    }
    left.forEach(RunningStatement::cancel);
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
