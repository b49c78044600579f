package dev.heddle.engine.setting;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.physical.operator.Cancellation;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What runs for a session, each with its switch: it ends when all is cancelled, or when it has run
 * for the session's {@code statement_timeout}. Thread-safe.
 */
public final class TimedWork {
  private static final ScheduledThreadPoolExecutor TIMERS = timers();

  private final SessionSettings settings;
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();

  /** Makes it for a session of these settings. */
  public TimedWork(SessionSettings settings) {
    this.settings = settings;
  }

  private static ScheduledThreadPoolExecutor timers() {
    ScheduledThreadPoolExecutor timers =
        new ScheduledThreadPoolExecutor(
            1, work -> Thread.ofPlatform().daemon().name("heddle-timeouts").unstarted(work));
    timers.setRemoveOnCancelPolicy(true);
    return timers;
  }

  /**
   * Runs something on this thread.
   *
   * @param cancellation is what ends it
   * @throws HeddleException with code {@code TIMEOUT} if its time was over before it
   */
  public <T> T run(Cancellation cancellation, Supplier<T> body) {
    Duration time = settings.statementTimeout();
    running.add(cancellation);
    try {
      return time.isZero() ? body.get() : runFor(time, cancellation, body);
    } finally {
      running.remove(cancellation);
    }
  }

  private static <T> T runFor(Duration time, Cancellation cancellation, Supplier<T> body) {
    String why =
        "Statement was cancelled: it ran for more than "
            + StatementTime.text(time)
            + ", which statement_timeout allows; ask for less, or set it to a longer time or to 0";
    Future<?> timer =
        TIMERS.schedule(() -> cancellation.timeOut(why), time.toMillis(), TimeUnit.MILLISECONDS);
    try {
      return body.get();
    } catch (HeddleException e) {
      if (e.code() == ErrorCode.CANCELLED && cancellation.isTimedOut()) {
        throw new HeddleException(ErrorCode.TIMEOUT, why, e);
      }
      throw e;
    } finally {
      timer.cancel(false);
    }
  }

  /** Asks all to end. */
  public void cancelAll() {
    running.forEach(Cancellation::cancel);
  }
}
