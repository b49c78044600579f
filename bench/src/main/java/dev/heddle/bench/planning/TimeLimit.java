package dev.heddle.bench.planning;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Gives queries up that take too long. */
final class TimeLimit implements AutoCloseable {
  /** No limit. */
  static final double NONE = Double.MAX_VALUE;

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());

  /**
   * Returns what a query gives, or nothing if it was given up.
   *
   * @param millis after which it is cancelled, or {@link #NONE}
   * @param cancel ends the query with code {@code CANCELLED}
   */
  <T> Optional<T> within(double millis, Runnable cancel, Supplier<T> query) {
    ScheduledFuture<?> end =
        millis == NONE ? null : clock.schedule(cancel, (long) millis, TimeUnit.MILLISECONDS);
    try {
      return Optional.of(query.get());
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.CANCELLED && end != null) {
        return Optional.empty();
      }
      throw e;
    } finally {
      if (end != null) {
        end.cancel(false);
      }
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }
}
