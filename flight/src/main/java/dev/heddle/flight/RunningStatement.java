package dev.heddle.flight;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What runs for a client's session, until it ends or its time is over. Thread-safe. */
final class RunningStatement {
  private final Runnable cancel;
  private final Duration time;
  private final @Nullable Future<?> timer; // null if it may run for ever
  private volatile boolean isTimedOut;

  /**
   * Begins to count its time.
   *
   * @param cancel ends it; must not wait
   * @param time how long it may run; zero for no bound
   */
  RunningStatement(Runnable cancel, Duration time, ScheduledExecutorService timers) {
    this.cancel = cancel;
    this.time = time;
    this.timer =
        time.isZero() ? null : timers.schedule(this::timeOut, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void timeOut() {
    isTimedOut = true;
    cancel.run();
  }

  void cancel() {
    cancel.run();
  }

  /** It is over. */
  void end() {
    if (timer != null) {
      boolean unused = timer.cancel(false);
    }
  }

  /** Returns why it failed: that its time is over, or else the error that it met. */
  RuntimeException reason(RuntimeException met) {
    if (!isTimedOut) {
      return met;
    }
    return new HeddleException(
        ErrorCode.TIMEOUT,
        "Statement was cancelled: it ran for more than "
            + SessionLimits.text(time)
            + ", the most that this server allows; ask for less, or for a server with a longer"
            + " --statement-timeout",
        met);
  }
}
