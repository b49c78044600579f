package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.Duration;

/**
 * What a server holds for its clients at most; immutable. Start at {@link #DEFAULTS} and refine.
 *
 * @param sessions number of sessions that are open at once
 * @param statements number of statements of a session that run at once
 * @param handles number of prepared statements of a session, and of its results that are not read;
 *     of more, those that were used longest ago are dropped
 * @param sessionIdle how long a session without a connection is kept after its last use
 * @param handleIdle how long a prepared statement or an unread result is kept after its last use
 * @param statementTime how long a statement may run, to its last row; zero for no bound
 * @param keepAlive how long a connection may be silent, without an answer even to the server's own
 *     questions, before it counts as gone; at least {@link #MIN_KEEP_ALIVE}
 */
public record SessionLimits(
    int sessions,
    int statements,
    int handles,
    Duration sessionIdle,
    Duration handleIdle,
    Duration statementTime,
    Duration keepAlive) {
  /** The shortest time in which a silent connection can be told from a slow one. */
  public static final Duration MIN_KEEP_ALIVE = Duration.ofSeconds(11);

  /** 1,000 of each number but 100 statements, half an hour, no bound of time, and a minute. */
  public static final SessionLimits DEFAULTS =
      new SessionLimits(
          1_000,
          100,
          1_000,
          Duration.ofMinutes(30),
          Duration.ofMinutes(30),
          Duration.ZERO,
          Duration.ofSeconds(60));

  /** Checks the ranges. */
  public SessionLimits {
    requireAtLeastOne("sessions", sessions);
    requireAtLeastOne("statements", statements);
    requireAtLeastOne("handles", handles);
    requirePositive("sessionIdle", sessionIdle);
    requirePositive("handleIdle", handleIdle);
    if (requireNonNull(keepAlive, "keepAlive is null").compareTo(MIN_KEEP_ALIVE) < 0) {
      throw unusable("keepAlive", text(keepAlive), "at least " + text(MIN_KEEP_ALIVE));
    }
    if (requireNonNull(statementTime, "statementTime is null").isNegative()) {
      throw unusable("statementTime", statementTime, "not negative");
    }
  }

  private static void requireAtLeastOne(String name, int value) {
    if (value < 1) {
      throw unusable(name, value, "at least 1");
    }
  }

  private static void requirePositive(String name, Duration value) {
    if (!requireNonNull(value, name + " is null").isPositive()) {
      throw unusable(name, value, "above 0");
    }
  }

  private static HeddleException unusable(String name, Object value, String rule) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot set limit " + name + " to " + value + ": it must be " + rule);
  }

  /** Returns these limits with another number of sessions. */
  public SessionLimits withSessions(int number) {
    return new SessionLimits(
        number, statements, handles, sessionIdle, handleIdle, statementTime, keepAlive);
  }

  /** Returns these limits with another number of statements that run at once in a session. */
  public SessionLimits withStatements(int number) {
    return new SessionLimits(
        sessions, number, handles, sessionIdle, handleIdle, statementTime, keepAlive);
  }

  /** Returns these limits with another number of handles. */
  public SessionLimits withHandles(int number) {
    return new SessionLimits(
        sessions, statements, number, sessionIdle, handleIdle, statementTime, keepAlive);
  }

  /** Returns these limits with other times after which sessions, and their handles, are dropped. */
  public SessionLimits withIdle(Duration session, Duration handle) {
    return new SessionLimits(
        sessions, statements, handles, session, handle, statementTime, keepAlive);
  }

  /** Returns these limits with another time of a statement; zero for no bound. */
  public SessionLimits withStatementTime(Duration time) {
    return new SessionLimits(
        sessions, statements, handles, sessionIdle, handleIdle, time, keepAlive);
  }

  /** Returns these limits with another time that a connection may be silent. */
  public SessionLimits withKeepAlive(Duration time) {
    return new SessionLimits(
        sessions, statements, handles, sessionIdle, handleIdle, statementTime, time);
  }

  /** Returns a time as messages have it. */
  static String text(Duration time) {
    if (time.toMillis() % 1_000 != 0) {
      return time.toMillis() + " ms";
    }
    return time.toSeconds() % 60 == 0 ? time.toMinutes() + " minutes" : time.toSeconds() + " s";
  }
}
