package dev.heddle.flight;

import java.time.Duration;

/**
 * What a server holds for its clients at most.
 *
 * @param sessions number of sessions that are open at once
 * @param handles number of prepared statements of a session, and of its results that are not read;
 *     of more, those that were used longest ago are dropped
 * @param sessionIdle how long a session without a connection is kept after its last use
 * @param handleIdle how long a prepared statement or an unread result is kept after its last use
 */
record SessionLimits(int sessions, int handles, Duration sessionIdle, Duration handleIdle) {
  static final SessionLimits DEFAULTS =
      new SessionLimits(1_000, 1_000, Duration.ofMinutes(30), Duration.ofMinutes(30));
}
