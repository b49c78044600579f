package dev.heddle.frame.error;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where work that has no batches between which it could be stopped finds out that it has been
 * cancelled: analysis, planning, expressions over the elements of long lists, and functions whose
 * single call may take long. Work runs {@linkplain #under under} a flag that another thread may
 * set; its loops and recursions {@linkplain #check check} it, as often as they like: a check costs
 * a few nanoseconds. What runs under no flag is not cancelled.
 */
public final class CancelPoint {
  private static final ThreadLocal<@Nullable Watch> WATCH = new ThreadLocal<>();

  private CancelPoint() {}

  private record Watch(AtomicBoolean flag, Runnable check) {}

  /** Runs analysis or planning on this thread under a flag, in place of the one it is under. */
  public static <T> T under(@Nullable AtomicBoolean flag, Supplier<T> body) {
    return under(flag == null ? null : new Watch(flag, () -> checkPlanning(flag)), body);
  }

  /**
   * Runs something on this thread under a flag, in place of the one that it is under.
   *
   * @param check throws if the work has to stop
   */
  public static void under(AtomicBoolean flag, Runnable check, Runnable body) {
    under(
        new Watch(flag, check),
        () -> {
          body.run();
          return flag;
        });
  }

  private static <T> T under(@Nullable Watch watch, Supplier<T> body) {
    Watch before = WATCH.get();
    WATCH.set(watch);
    try {
      return body.get();
    } finally {
      if (before == null) {
        WATCH.remove();
      } else {
        WATCH.set(before);
      }
    }
  }

  /** Returns the flag that this thread's work is under; null if none. */
  public static @Nullable AtomicBoolean current() {
    Watch watch = WATCH.get();
    return watch == null ? null : watch.flag();
  }

  /**
   * Throws if the flag is set, or if this thread has been interrupted, which sets it.
   *
   * @throws HeddleException with code {@code CANCELLED}, or {@code TIMEOUT} if a query's time is
   *     over
   */
  public static void check() {
    Watch watch = WATCH.get();
    if (watch != null) {
      watch.check().run();
    }
  }

  private static void checkPlanning(AtomicBoolean flag) {
    if (flag.get() || Thread.currentThread().isInterrupted()) {
      flag.set(true);
      throw new HeddleException(
          ErrorCode.CANCELLED, "The query was cancelled while being analysed or planned");
    }
  }
}
