package dev.heddle.bench.planning;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/**
 * Measures the CPU time of a piece of work in all Java threads of this process, in nanoseconds: the
 * process's own clock counts hundredths of a second, and what compiler and collector take. A thread
 * that ends within the work is lost; those of an engine's pool stay for a minute. One work at a
 * time.
 */
final class ThreadGauge {
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Runs some work and returns its CPU nanoseconds. */
  long cpuNanos(Runnable work) {
    Map<Long, Long> before = times();
    work.run();
    long nanos = 0;
    for (Map.Entry<Long, Long> thread : times().entrySet()) {
      nanos += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
    }
    return nanos;
  }

  private Map<Long, Long> times() {
    long[] ids = threads.getAllThreadIds();
    long[] nanos = threads.getThreadCpuTime(ids);
    Map<Long, Long> times = new HashMap<>();
    for (int i = 0; i < ids.length; i++) {
      if (nanos[i] >= 0) { // else it has ended
        times.put(ids[i], nanos[i]);
      }
    }
    return times;
  }
}
