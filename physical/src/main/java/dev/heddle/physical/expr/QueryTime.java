package dev.heddle.physical.expr;

import java.time.ZoneId;

/**
 * The moment and the zone that a whole query sees.
 *
 * @param epochMicros what {@code now()} gives, in microseconds since the epoch
 * @param zone the session's time zone
 */
public record QueryTime(long epochMicros, ZoneId zone) {}
