package dev.heddle.jdbc.connection;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs what is due when time limits end, on one thread that goes while there are none. */
public final class Timeouts {
  private static final ScheduledThreadPoolExecutor TIMER = timer();

  private Timeouts() {}

  private static ScheduledThreadPoolExecutor timer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1, body -> Thread.ofPlatform().daemon().name("heddle-jdbc-timeouts").unstarted(body));
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /**
   * Runs something after a time.
   *
   * @param body must not wait
   * @return cancels it
   */
  public static Future<?> after(Duration time, Runnable body) {
    return TIMER.schedule(body, time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
