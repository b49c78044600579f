package dev.heddle.engine.session;

import dev.heddle.engine.profile.CpuSampler;
import dev.heddle.engine.profile.ProfileSupport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lets the queries of a session be profiled that begin while it is on. Has a thread only then,
 * which starts the sampler, so that no query waits for it. Thread-safe.
 */
final class ProfileSwitch {
  private static final long MAX_START_NANOS = 3_000_000_000L;

  private long untilNanos; // guarded by this
  private @Nullable Thread thread; // guarded by this
  private boolean isOn; // guarded by this

  /**
   * Turns it on for a time from now on, or off if the time is zero.
   *
   * @throws dev.heddle.frame.error.HeddleException if the JDK cannot take samples
   */
  synchronized void turnOn(Duration time) {
    if (!time.isZero()) {
      ProfileSupport.check();
    }
    untilNanos = System.nanoTime() + time.toNanos();
    if (thread == null && !time.isZero()) {
      thread = Thread.ofPlatform().daemon().name("heddle-profile").start(this::hold);
    }
    isOn &= !time.isZero();
    notifyAll();
  }

  /** Waits until it is on, if it has been turned on and that takes a moment. */
  synchronized void awaitOn() {
    try {
      long end = System.nanoTime() + MAX_START_NANOS;
      for (long left = MAX_START_NANOS; thread != null && !isOn && left > 0; ) {
        wait(Math.max(1, left / 1_000_000));
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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
    notifyAll();
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
