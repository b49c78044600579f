package dev.heddle.s3;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Adds up how long threads wait for a service.
 *
 * <p>Virtual threads wait side by side on behalf of one that works on a query: of theirs only the
 * time counts in which any waits. Thread-safe.
 */
final class WaitClock {
  private final LongSupplier clock;
  private final LongAdder ownNanos = new LongAdder();

  // all below are guarded by this
  private int helpers;
  private long helpersSince;
  private long helpersNanos;

  WaitClock() {
    this(System::nanoTime);
  }

  /** Makes a clock that reads another one. */
  WaitClock(LongSupplier clock) {
    this.clock = clock;
  }

  /** Does what the calling thread waits for. */
  <T extends @Nullable Object> T during(Supplier<T> request) {
    if (!Thread.currentThread().isVirtual()) {
      long begun = clock.getAsLong();
      try {
        return request.get();
      } finally {
        ownNanos.add(clock.getAsLong() - begun);
      }
    }
    synchronized (this) {
      if (helpers++ == 0) {
        helpersSince = clock.getAsLong();
      }
    }
    try {
      return request.get();
    } finally {
      synchronized (this) {
        if (--helpers == 0) {
          helpersNanos += clock.getAsLong() - helpersSince;
        }
      }
    }
  }

  /** Returns the sum. */
  synchronized long nanos() {
    long running = helpers == 0 ? 0 : clock.getAsLong() - helpersSince;
    return ownNanos.sum() + helpersNanos + running;
  }
}
