package dev.heddle.engine.session;

import dev.heddle.engine.profile.CpuSampler;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lets the queries of a session be profiled that begin while it is on. Has a thread only then,
 * which starts the sampler, so that no query waits for it. Thread-safe.
 */
final class ProfileSwitch {
  private long untilNanos; // guarded by this
  private @Nullable Thread thread; // guarded by this
  private boolean isOn; // guarded by this

  /** Turns it on for a time from now on, or off if the time is zero. */
  synchronized void turnOn(Duration time) {
    untilNanos = System.nanoTime() + time.toNanos();
    if (thread == null && !time.isZero()) {
      thread = Thread.ofPlatform().daemon().name("heddle-profile").start(this::hold);
    }
    isOn &= !time.isZero();
    notifyAll();
  }

  /** Returns whether a query that begins now is profiled. */
  synchronized boolean isOn() {
    return isOn;
  }

  private void hold() {
    CpuSampler.process().hold();
    try {
      awaitEnd();
    } finally {
      CpuSampler.process().release();
    }
  }

  private synchronized void awaitEnd() {
    isOn = true;
    try {
      for (long left = left(); left > 0; left = left()) {
        wait(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nothing interrupts it but the end of the process
    }
    isOn = false;
    thread = null;
  }

  private long left() {
    return (untilNanos - System.nanoTime() + 999_999) / 1_000_000;
  }
}
