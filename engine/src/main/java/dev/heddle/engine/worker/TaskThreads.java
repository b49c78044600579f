package dev.heddle.engine.worker;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads on which tasks run: daemons with a stack on which plans and expressions may
 * nest some ten thousand deep. Only what is used of it takes memory. Thread-safe.
 */
public final class TaskThreads implements ThreadFactory {
  private static final long STACK_BYTES = 32L << 20;

  private final String prefix;
  private final AtomicInteger number = new AtomicInteger();

  /** Makes threads whose names are the prefix and a number. */
  public TaskThreads(String prefix) {
    this.prefix = prefix;
  }

  @Override
  public Thread newThread(Runnable work) {
    Thread thread = new Thread(null, work, prefix + number.incrementAndGet(), STACK_BYTES);
    thread.setDaemon(true);
    return thread;
  }
}
