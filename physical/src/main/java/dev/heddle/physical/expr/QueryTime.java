package dev.heddle.physical.expr;

import java.time.ZoneId;

/**
 * The moment and the zone that a whole query sees, and what its random numbers follow from.
 *
 * @param epochMicros what {@code now()} gives, in microseconds since the epoch
 * @param zone the session's time zone
 * @param seed what the planner makes the seeds of random numbers from; tasks have those
 */
public record QueryTime(long epochMicros, ZoneId zone, long seed) {
  /** The moment and the zone of what draws no random numbers any more. */
  public QueryTime(long epochMicros, ZoneId zone) {
    this(epochMicros, zone, 0);
  }
}
