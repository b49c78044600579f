package dev.heddle.s3lab;

import java.util.concurrent.locks.LockSupport;

/** Lets bytes through at a rate. Thread-safe: all callers share it. */
final class RateLimit {
  /** A caller that was late may catch up on this time. */
  private static final long BURST_NANOS = 5_000_000;

  private final double nanosPerByte;
  private long freeAt = System.nanoTime();

  /** Makes a limit; 0 for none. */
  RateLimit(long bytesPerSecond) {
    nanosPerByte = bytesPerSecond == 0 ? 0 : 1e9 / bytesPerSecond;
  }

  /** Waits until bytes may go. */
  void pass(int bytes) {
    if (nanosPerByte == 0) {
      return;
    }
    long until;
    synchronized (this) {
      long now = System.nanoTime();
      freeAt = Math.max(freeAt, now - BURST_NANOS) + (long) (bytes * nanosPerByte);
      until = freeAt;
    }
    long left = until - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = until - System.nanoTime();
    }
  }
}
