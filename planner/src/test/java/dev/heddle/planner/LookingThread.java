package dev.heddle.planner;

import dev.heddle.frame.error.CancelPoint;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread with a large stack that counts how often work looks whether it has been cancelled, and
 * what it allocates meanwhile, which does not depend on how busy the machine is.
 */
final class LookingThread extends Thread {
  private static final long STACK_BYTES = 512L << 20;
  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Supplier<?> body;
  private final long cancelAt;
  private long looks;
  private long begun;
  private long last;
  private long worstBytes;
  private long bytes;
  private @Nullable RuntimeException failure;

  private LookingThread(Supplier<?> body, long cancelAt) {
    super(null, null, "looking", STACK_BYTES);
    this.body = body;
    this.cancelAt = cancelAt;
  }

  /**
   * What some work took.
   *
   * @param bytes allocated by it
   * @param looks how often it looked whether it was cancelled
   * @param worstBytes allocated at most between two looks
   */
  record Work(long bytes, long looks, long worstBytes) {}

  /** Returns what work takes. */
  static Work of(Supplier<?> body) {
    LookingThread thread = run(body, Long.MAX_VALUE);
    if (thread.failure != null) {
      throw thread.failure;
    }
    return new Work(thread.bytes, thread.looks, thread.worstBytes);
  }

  /** Returns how work fails that is cancelled when it looks for this time; null if it does not. */
  static @Nullable RuntimeException cancelledAt(long look, Supplier<?> body) {
    return run(body, look).failure;
  }

  private static LookingThread run(Supplier<?> body, long cancelAt) {
    LookingThread thread = new LookingThread(body, cancelAt);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return thread;
  }

  @Override
  public void run() {
    begun = THREADS.getCurrentThreadAllocatedBytes();
    last = begun;
    try {
      Object unused = CancelPoint.under(new AtomicBoolean(), body);
    } catch (RuntimeException e) {
      failure = e;
    }
    look();
    bytes = last - begun;
  }

  private void look() {
    long now = THREADS.getCurrentThreadAllocatedBytes();
    worstBytes = Math.max(worstBytes, now - last);
    last = now;
  }

  /** Called by {@link CancelPoint#check}. */
  @Override
  public boolean isInterrupted() {
    looks++;
    look();
    return looks >= cancelAt;
  }
}
