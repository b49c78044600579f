package dev.heddle.physical.expr.node;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How long threads have been in functions of the user's own, by name. A thread that works on a task
 * is bound to the times of its query, which its functions find there. Thread-safe.
 */
public final class FunctionTimes {
  private static final ThreadLocal<@Nullable FunctionTimes> BOUND = new ThreadLocal<>();

  private final Map<String, LongAdder> nanos = new ConcurrentHashMap<>();

  /** Begins with none. */
  public FunctionTimes() {}

  /** Runs some work of a query whose functions' times these are, on this thread. */
  public void during(Runnable work) {
    FunctionTimes before = BOUND.get();
    BOUND.set(this);
    try {
      work.run();
    } finally {
      if (before == null) {
        BOUND.remove();
      } else {
        BOUND.set(before);
      }
    }
  }

  /** Adds a time to those that the thread is bound to. */
  public static void note(String function, long spent) {
    FunctionTimes times = BOUND.get();
    if (times != null) {
      times.nanos.computeIfAbsent(function, _ -> new LongAdder()).add(spent);
    }
  }

  /** Returns the nanoseconds by function. */
  public Map<String, Long> nanos() {
    Map<String, Long> sums = new TreeMap<>();
    nanos.forEach((function, sum) -> sums.put(function, sum.sum()));
    return sums;
  }
}
