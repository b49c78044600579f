package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.rate.RequestGate;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats requests whose failure may pass, at most {@value #MAX_TRIES} tries without progress.
 * Pauses double from {@value #FIRST_PAUSE_MILLIS} ms (four times as long when the service asks to
 * slow down) to {@value #LONGEST_PAUSE_MILLIS} ms. Each is drawn at random between half and all of
 * it, so that readers do not come back together. Thread-safe.
 */
final class S3Retry {
  static final int MAX_TRIES = 8;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  /** Waits; a test counts instead. */
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  private final Pause pause;
  private final LongAdder retries = new LongAdder();

  S3Retry() {
    this(Thread::sleep);
  }

  S3Retry(Pause pause) {
    this.pause = pause;
  }

  /** Returns how often something has been tried again. */
  long retries() {
    return retries.sum();
  }

  /** Makes a request until it succeeds, fails for good or has failed too often. */
  <T extends @Nullable Object> T call(
      RequestGate gate, String verb, String path, Supplier<T> request) {
    for (int failures = 1; ; failures++) {
      pass(gate, verb, path);
      try {
        return request.get();
      } catch (RuntimeException e) {
        if (S3Errors.isSlowDown(e)) {
          gate.refused();
        }
        pauseOrThrow(verb, path, e, failures);
      }
    }
  }

  /**
   * Waits until the bucket's gate lets a request through.
   *
   * @throws HeddleException if the thread is interrupted
   */
  static void pass(RequestGate gate, String verb, String path) {
    try {
      gate.pass();
    } catch (InterruptedException e) {
      throw interrupted(verb, path, e);
    }
  }

  private static HeddleException interrupted(String verb, String path, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new HeddleException(
        ErrorCode.CANCELLED, "Cannot " + verb + " " + path + ": it was interrupted", e);
  }

  /**
   * Pauses before another try.
   *
   * @param failures how many tries have failed since the last progress
   * @throws HeddleException if there is to be no other
   */
  void pauseOrThrow(String verb, String path, Exception failure, int failures) {
    if (failures >= MAX_TRIES || !S3Errors.isTransient(failure)) {
      throw S3Errors.of(verb, path, failure);
    }
    retries.increment();
    try {
      pause.of(pauseAfter(failures, S3Errors.isSlowDown(failure)));
    } catch (InterruptedException e) {
      throw interrupted(verb, path, e);
    }
  }

  private static Duration pauseAfter(int failures, boolean isSlowDown) {
    long first = isSlowDown ? 4 * FIRST_PAUSE_MILLIS : FIRST_PAUSE_MILLIS;
    long most = Math.min(LONGEST_PAUSE_MILLIS, first << (failures - 1));
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(most / 2, most + 1));
  }
}
