package dev.heddle.server.model;

import dev.heddle.engine.profile.ProcessProfile;
import dev.heddle.engine.profile.ProcessProfiler;
import dev.heddle.frame.error.HeddleException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Profiles of this process, one at a time, each on a thread of its own; the last one is there until
 * the next. Thread-safe.
 */
public final class OwnProfiles implements AutoCloseable {
  /** The longest that a page may ask for. */
  public static final int MAX_SECONDS = 30;

  private static final Logger LOG = LoggerFactory.getLogger(OwnProfiles.class);

  private @Nullable Thread thread; // guarded by this
  private long endNanos; // guarded by this
  private String failure = ""; // guarded by this
  private @Nullable Made last; // guarded by this
  private long number; // guarded by this

  /**
   * A profile that is there.
   *
   * @param number which one it is, from 1
   * @param at when it was there
   */
  public record Made(long number, Instant at, ProcessProfile profile) {}

  /** Begins one; false if one is being made. */
  public synchronized boolean begin(Duration time) {
    if (thread != null) {
      return false;
    }
    failure = "";
    endNanos = System.nanoTime() + time.toNanos();
    thread = Thread.ofPlatform().daemon().name("heddle-own-profile").start(() -> make(time));
    return true;
  }

  private void make(Duration time) {
    try {
      ProcessProfile profile = ProcessProfiler.profile(time);
      synchronized (this) {
        last = new Made(++number, Instant.now(), profile);
      }
    } catch (HeddleException e) {
      LOG.warn("this process cannot be profiled: {}", e.toString());
      synchronized (this) {
        failure = e.getMessage() == null ? e.toString() : e.getMessage();
      }
    } finally {
      synchronized (this) {
        thread = null;
      }
    }
  }

  /** Returns how long the one that is being made still takes; empty if none is. */
  public synchronized Optional<Duration> left() {
    return thread == null
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(Math.max(0, endNanos - System.nanoTime())));
  }

  /** Returns why there is none; empty if nothing failed. */
  public synchronized String failure() {
    return failure;
  }

  /** Returns the last one. */
  public synchronized Optional<Made> last() {
    return Optional.ofNullable(last);
  }

  @Override
  public synchronized void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
