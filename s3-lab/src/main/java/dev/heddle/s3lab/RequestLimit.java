package dev.heddle.s3lab;

import java.util.concurrent.atomic.LongAdder;

/**
 * Refuses requests (503 SlowDown) that are more than a number a second, of all clients together:
 * tokens come evenly, and a fifth of a second's can be saved. Thread-safe.
 */
public final class RequestLimit {
  private static final double BURST_SECONDS = 0.2;

  private final double perSecond;
  private double tokens; // guarded by this, as is the next
  private long lastNanos = System.nanoTime();

  /** Makes a limit. */
  public RequestLimit(double perSecond) {
    this.perSecond = perSecond;
  }

  private synchronized boolean take() {
    long now = System.nanoTime();
    double most = Math.max(1, BURST_SECONDS * perSecond);
    tokens = Math.min(most, tokens + (now - lastNanos) * perSecond / 1e9);
    lastNanos = now;
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }

  /** Returns the faults of a client that shares the limit with the others. */
  public Client client() {
    return new Client();
  }

  /** Counts what one client is granted and refused. Thread-safe. */
  public final class Client implements Faults {
    private final LongAdder granted = new LongAdder();
    private final LongAdder refused = new LongAdder();

    private Client() {}

    @Override
    public Fault next(String method, String target) {
      if (take()) {
        granted.increment();
        return Fault.NONE;
      }
      refused.increment();
      return Fault.SLOW_DOWN;
    }

    /** Returns the number of requests that were passed on. */
    public long granted() {
      return granted.sum();
    }

    /** Returns the number of requests that were refused. */
    public long refused() {
      return refused.sum();
    }
  }
}
