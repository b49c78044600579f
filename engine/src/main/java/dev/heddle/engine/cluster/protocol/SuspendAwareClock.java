package dev.heddle.engine.cluster.protocol;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A monotonic clock that stops while its process does. A process that was stopped, by a signal,
 * with its container or while its virtual machine moved, has received nothing in that time: that
 * others were silent proves nothing about them. Its owner reads it often; of the time between two
 * readings no more than a limit counts. Thread-safe.
 */
public final class SuspendAwareClock {
  private static final long MAX_MILLIS = 3_000;

  private final LongSupplier nanoTime;
  private long readNanos;
  private long stoppedNanos;

  public SuspendAwareClock() {
    this(System::nanoTime);
  }

  SuspendAwareClock(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.readNanos = nanoTime.getAsLong();
  }

  /** Returns the time, of no meaning but in differences. */
  public synchronized long millis() {
    long now = nanoTime.getAsLong();
    long most = TimeUnit.MILLISECONDS.toNanos(MAX_MILLIS);
    stoppedNanos += Math.max(0, now - readNanos - most);
    readNanos = now;
    return TimeUnit.NANOSECONDS.toMillis(now - stoppedNanos);
  }
}
