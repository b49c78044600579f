package dev.heddle.engine.profile;

import java.time.Instant;

/**
 * Turns times of the recorder into those of {@link System#nanoTime}. Both are seen at nearly one
 * moment again and again; since the recorder's time is taken second, the least difference of late
 * is the truest. Used by one thread at a time.
 */
final class FlightClock {
  private static final int WINDOW = 64;

  private final long[] differences = new long[WINDOW];
  private int count;
  private long least;

  /** Makes a clock that takes the recorder's for the system's until both have been seen. */
  FlightClock(Instant now, long nanos) {
    least = epochNanos(now) - nanos;
  }

  /** The recorder's clock was at a time a moment after the other one was. */
  void seen(Instant time, long nanos) {
    differences[count++ % WINDOW] = epochNanos(time) - nanos;
    least = Long.MAX_VALUE;
    for (int i = 0; i < Math.min(count, WINDOW); i++) {
      least = Math.min(least, differences[i]);
    }
  }

  /** Returns what {@link System#nanoTime} was at a time of the recorder. */
  long nanos(Instant time) {
    return epochNanos(time) - least;
  }

  private static long epochNanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000 + time.getNano();
  }
}
