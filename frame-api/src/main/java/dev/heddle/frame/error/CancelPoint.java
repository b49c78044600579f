package dev.heddle.frame.error;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where analysis and planning, which have no batches between which they could be stopped, find out
 * that they have been cancelled. Work runs {@linkplain #under under} a flag that another thread may
 * set; its loops and recursions {@linkplain #check check} it, as often as they like: a check costs
 * a few nanoseconds. What runs under no flag is not cancelled.
 */
public final class CancelPoint {
  private static final ThreadLocal<@Nullable AtomicBoolean> FLAG = new ThreadLocal<>();

  private CancelPoint() {}

  /** Runs something on this thread under a flag, in place of the one that it is under. */
  public static <T> T under(@Nullable AtomicBoolean flag, Supplier<T> body) {
    AtomicBoolean before = FLAG.get();
    FLAG.set(flag);
    try {
      return body.get();
    } finally {
      if (before == null) {
        FLAG.remove();
      } else {
        FLAG.set(before);
      }
    }
  }

  /** Returns the flag that this thread's work is under; null if none. */
  public static @Nullable AtomicBoolean current() {
    return FLAG.get();
  }

  /**
   * Throws if the flag is set, or if this thread has been interrupted, which sets it.
   *
   * @throws HeddleException with code {@code CANCELLED}
   */
  public static void check() {
    AtomicBoolean flag = FLAG.get();
    if (flag != null && (flag.get() || Thread.currentThread().isInterrupted())) {
      flag.set(true);
      throw new HeddleException(
          ErrorCode.CANCELLED, "The query was cancelled while being analysed or planned");
    }
  }
}
