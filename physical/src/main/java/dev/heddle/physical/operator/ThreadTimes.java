package dev.heddle.physical.operator;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long threads have worked on pipelines, waits for storage and for a processor included, and
 * how much processor time they had meanwhile.
 */
public record ThreadTimes(long nanos, long cpuNanos) {
  /** Nothing was measured. */
  public static final ThreadTimes NONE = new ThreadTimes(0, 0);

  /** Returns the time by now, of the calling thread, from which others are taken away. */
  public static ThreadTimes now() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = System.nanoTime();
    return new ThreadTimes(
        nanos,
        threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : nanos);
  }

  /** Returns the time since a moment of the calling thread. */
  public static ThreadTimes since(ThreadTimes begun) {
    ThreadTimes now = now();
    return new ThreadTimes(now.nanos - begun.nanos, now.cpuNanos - begun.cpuNanos);
  }

  /** Adds those of other threads. */
  public ThreadTimes plus(ThreadTimes other) {
    return new ThreadTimes(nanos + other.nanos, cpuNanos + other.cpuNanos);
  }
}
