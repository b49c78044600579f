package dev.heddle.io.rate;

import java.util.ArrayDeque;
import java.util.Deque;

/** A bucket that grants some requests a second and refuses the others, by a clock of the test's. */
public final class SimulatedBucket {
  /** How a service counts. */
  public enum Kind {
    /** Tokens that come evenly; a fifth of a second's can be saved. */
    TOKENS,
    /** At most a second's number in each second that ends now. */
    SLIDING_WINDOW
  }

  private static final double NANOS = 1e9;

  private final Kind kind;
  private final Deque<Long> window = new ArrayDeque<>();
  private double perSecond;
  private double tokens;
  private long last;
  private long granted;
  private long refused;

  /** Makes a bucket that grants a number of requests a second. */
  public SimulatedBucket(Kind kind, double perSecond) {
    this.kind = kind;
    this.perSecond = perSecond;
  }

  /** Grants another number from now on. */
  public void setPerSecond(double newPerSecond) {
    perSecond = newPerSecond;
  }

  /** Returns whether a request at a time is granted. */
  public boolean ask(long nanos) {
    boolean isGranted =
        switch (kind) {
          case TOKENS -> {
            tokens = Math.min(perSecond / 5, tokens + (nanos - last) * perSecond / NANOS);
            last = nanos;
            yield tokens >= 1;
          }
          case SLIDING_WINDOW -> {
            while (!window.isEmpty() && nanos - window.peek() > NANOS) {
              window.remove();
            }
            yield window.size() < perSecond;
          }
        };
    if (isGranted) {
      tokens--;
      window.add(nanos);
      granted++;
    } else {
      refused++;
    }
    return isGranted;
  }

  /** Returns the number of requests that were granted. */
  public long granted() {
    return granted;
  }

  /** Returns the number of requests that were refused. */
  public long refused() {
    return refused;
  }

  /** Begins to count anew. */
  public void reset() {
    granted = 0;
    refused = 0;
  }
}
