package dev.heddle.flight;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The sessions of a server's clients, as the package describes them. Thread-safe. */
final class ClientSessions {
  private static final long MAX_PAUSE_MILLIS = 10_000;

  private final Session origin;
  private final SessionAccess access;
  private final SessionLimits limits;
  private final LongSupplier nanos;
  private final Thread expiry;
  private final ScheduledThreadPoolExecutor timers;
  private final LongAdder preparations = new LongAdder();
  // guarded by this
  private final Map<String, ClientSession> sessions = new HashMap<>();
  private final Map<ClientSession, ClientConnection> connections = new HashMap<>(); // of cookieless
  private boolean isClosed;

  /**
   * Makes none.
   *
   * @param origin whose tables all sessions have; stays the caller's
   * @param access what each of them may use
   * @param nanos a clock that never goes back
   */
  ClientSessions(Session origin, SessionAccess access, SessionLimits limits, LongSupplier nanos) {
    this.origin = origin;
    this.access = access;
    this.limits = limits;
    this.nanos = nanos;
    this.expiry = Thread.ofVirtual().name("heddle-flight-expiry").unstarted(this::expireNowAndThen);
    ThreadFactory daemons = Thread.ofPlatform().daemon().name("heddle-flight-timer").factory();
    this.timers = new ScheduledThreadPoolExecutor(1, daemons);
    timers.setRemoveOnCancelPolicy(true);
  }

  /** Begins to look for what expires. */
  void start() {
    expiry.start();
  }

  SessionAccess access() {
    return access;
  }

  SessionLimits limits() {
    return limits;
  }

  /** Returns the session that a call has; null if it has none yet. */
  synchronized @Nullable ClientSession find(@Nullable String cookie, ClientConnection connection) {
    ClientSession named = cookie == null ? null : sessions.get(cookie);
    return cookie == null ? connection.session : named;
  }

  /** Returns the session that a call has, which is opened if it has none yet. */
  synchronized ClientSession of(@Nullable String cookie, ClientConnection connection) {
    if (isClosed) {
      throw new HeddleException(ErrorCode.CLOSED, "Cannot answer: the server ends");
    }
    ClientSession found = find(cookie, connection);
    if (found != null) {
      if (cookie != null) {
        connections.remove(found); // outlives the connection, since the client can name it
        if (connection.session == found) {
          connection.session = null;
        }
      }
      found.use();
      return found;
    }
    if (cookie != null) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot use the session: it was closed, or not used for "
              + SessionLimits.text(limits.sessionIdle())
              + "; connect again");
    }
    if (sessions.size() >= limits.sessions()) {
      throw new HeddleException(
          ErrorCode.REFUSED,
          "Cannot open a session: "
              + sessions.size()
              + " are open, the most that this server has; close some, connect later, or ask for a"
              + " server with more --max-sessions");
    }
    if (connection.isGone) {
      throw FlightErrors.cancelled(); // the client cannot learn which session it would have
    }
    ClientSession opened =
        new ClientSession(
            UUID.randomUUID().toString(), origin.newSession(access), limits, timers, nanos);
    sessions.put(opened.id(), opened);
    connection.session = opened;
    connections.put(opened, connection);
    return opened;
  }

  /**
   * Returns the session that a handle belongs to.
   *
   * @param what the handle names, for the message
   * @throws HeddleException {@code NOT_FOUND} if it is gone
   */
  synchronized ClientSession ofHandle(String what, String handle) {
    ClientSession found = findByHandle(handle);
    if (found == null) {
      throw HandleTable.gone(what, limits);
    }
    found.use();
    return found;
  }

  /** Returns the session that a handle belongs to; null if it is gone. */
  synchronized @Nullable ClientSession findByHandle(String handle) {
    int end = handle.indexOf('/');
    return end < 0 ? null : sessions.get(handle.substring(0, end));
  }

  /** A connection is gone; so is its session, unless the client can name it. */
  void ended(ClientConnection connection) {
    ClientSession session;
    synchronized (this) {
      connection.isGone = true;
      session = connection.session;
      connection.session = null;
      if (session != null && connections.remove(session) == null) {
        session = null;
      }
    }
    if (session != null) {
      ClientSession gone = session;
      Thread.ofVirtual().name("heddle-flight-end").start(() -> close(gone));
    }
  }

  /** Closes a session. */
  void close(ClientSession session) {
    synchronized (this) {
      if (sessions.remove(session.id()) == null) {
        return;
      }
      ClientConnection connection = connections.remove(session);
      if (connection != null) {
        connection.session = null;
      }
    }
    session.close();
    synchronized (this) {
      notifyAll();
    }
  }

  /** Closes what is idle for too long. */
  void expire() {
    List<ClientSession> all;
    List<ClientSession> idle = new ArrayList<>();
    synchronized (this) {
      all = List.copyOf(sessions.values());
      for (ClientSession each : all) {
        if (!connections.containsKey(each) && each.isIdleFor(limits.sessionIdle().toNanos())) {
          idle.add(each);
        }
      }
    }
    idle.forEach(this::close);
    all.forEach(ClientSession::expireHandles);
  }

  private void expireNowAndThen() {
    long shortest = Math.min(limits.sessionIdle().toMillis(), limits.handleIdle().toMillis());
    try {
      while (pause(Math.clamp(shortest / 2, 1, MAX_PAUSE_MILLIS))) {
        expire();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server ends
    }
  }

  private synchronized boolean pause(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = millis; left > 0 && !isClosed; ) {
      wait(left);
      left = (end - System.nanoTime()) / 1_000_000;
    }
    return !isClosed;
  }

  /** A statement was prepared. */
  void prepared() {
    preparations.increment();
  }

  /** Returns what there is of all clients. */
  ResultServerStatus status() {
    List<ClientSession> all;
    synchronized (this) {
      all = List.copyOf(sessions.values());
    }
    return new ResultServerStatus(
        all.size(),
        all.stream().mapToInt(each -> each.statements().size()).sum(),
        all.stream().mapToInt(each -> each.results().size()).sum(),
        all.stream().mapToInt(ClientSession::running).sum(),
        preparations.sum());
  }

  /** Waits until this number of sessions are open. */
  synchronized void await(int number) throws InterruptedException {
    while (sessions.size() != number) {
      wait();
    }
  }

  /** Closes all sessions; none is opened any more. */
  void close() {
    List<ClientSession> all;
    synchronized (this) {
      isClosed = true;
      all = List.copyOf(sessions.values());
      notifyAll();
    }
    all.forEach(this::close);
    timers.shutdownNow();
  }
}
