package dev.heddle.s3;

/**
 * Decides how many requests are under way at once, from what the link delivers. Not thread-safe;
 * has no clock and no thread of its own.
 *
 * <p>Time is cut into epochs. Only an epoch in which the window was full throughout shows what the
 * window can do. The window doubles while a full epoch delivers a fifth more than the best one of
 * the smaller windows; then it keeps, and every few epochs tries an eighth more, or less, and stays
 * there if throughput does not lose by it (less) or wins (more). How many requests a second a
 * service grants is not its concern: {@link dev.heddle.io.rate.RequestGate} is.
 */
final class WindowControl {
  static final int MAX_REQUESTS = 128;
  private static final int FIRST_REQUESTS = 6;
  private static final int MIN_REQUESTS = 2;
  private static final long EPOCH_NANOS = 100_000_000;
  private static final double STARTUP_GAIN = 1.2;
  private static final double PROBE_GAIN = 1.03;
  private static final double PROBE_LOSS = 0.99;
  private static final int EPOCHS_BETWEEN_PROBES = 4;
  private static final int SMOOTH_EPOCHS = 5;

  private enum Phase {
    STARTUP,
    KEEP,
    PROBE_MORE,
    PROBE_LESS
  }

  private Phase phase = Phase.STARTUP;
  private int limit = FIRST_REQUESTS;
  private int keptLimit = FIRST_REQUESTS;
  private int keptEpochs;
  private boolean isMoreNext = true;
  private double keptRate;
  private double bestRate;
  private double lastRate;
  private int fullEpochs;
  private long epochStart;
  private long epochBytes;
  private boolean wasFull;
  private boolean isSettling;

  /** Begins at a time; all times are of one clock. */
  WindowControl(long nowNanos) {
    epochStart = nowNanos;
  }

  /** Returns how many requests may be under way. */
  int limit() {
    return limit;
  }

  /**
   * Returns the best throughput of some full epochs in a row, in bytes a second; 0 without such.
   */
  double bestBytesPerSecond() {
    return bestRate;
  }

  /**
   * Counts bytes that have come, and ends the epoch if it is time.
   *
   * @param waiting the number of requests that wait; if there is none, the window is not full
   */
  void received(long bytes, long nowNanos, int waiting) {
    boolean isFull = waiting > 0;
    epochBytes += bytes;
    if (!isFull) {
      wasFull = false;
    }
    long nanos = nowNanos - epochStart;
    if (nanos < EPOCH_NANOS) {
      return;
    }
    double rate = epochBytes * 1e9 / nanos;
    boolean counts = wasFull && nanos < 4 * EPOCH_NANOS;
    if (counts) {
      // over several epochs, since buffered bytes come faster than the link
      lastRate = fullEpochs == 0 ? rate : lastRate + (rate - lastRate) / SMOOTH_EPOCHS;
      fullEpochs++;
      if (fullEpochs >= SMOOTH_EPOCHS) {
        bestRate = Math.max(lastRate, bestRate);
      }
    } else {
      fullEpochs = 0;
    }
    if (counts && isSettling) {
      isSettling = false; // the first epoch of a new window still shows the old one
    } else if (counts) {
      decide(rate);
    }
    epochStart = nowNanos;
    epochBytes = 0;
    wasFull = isFull;
  }

  private void decide(double rate) {
    switch (phase) {
      case STARTUP -> {
        if (rate >= keptRate * STARTUP_GAIN && limit < MAX_REQUESTS) {
          keptRate = rate;
          keptLimit = limit;
          move(Math.min(MAX_REQUESTS, 2 * limit), Phase.STARTUP);
        } else if (rate >= keptRate * PROBE_GAIN) {
          keep(limit, rate);
        } else {
          keep(keptLimit, Math.max(rate, keptRate));
        }
      }
      case KEEP -> {
        keptRate = keptRate == 0 ? rate : (keptRate + rate) / 2;
        if (++keptEpochs >= EPOCHS_BETWEEN_PROBES) {
          int step = Math.max(1, limit / 8);
          move(
              isMoreNext
                  ? Math.min(MAX_REQUESTS, limit + step)
                  : Math.max(MIN_REQUESTS, limit - step),
              isMoreNext ? Phase.PROBE_MORE : Phase.PROBE_LESS);
          isMoreNext = !isMoreNext;
        }
      }
      case PROBE_MORE -> {
        if (rate >= keptRate * PROBE_GAIN) {
          keep(limit, rate);
          isMoreNext = true;
        } else {
          keep(keptLimit, keptRate);
        }
      }
      case PROBE_LESS -> {
        if (rate >= keptRate * PROBE_LOSS) {
          keep(limit, rate);
        } else {
          keep(keptLimit, keptRate);
        }
      }
    }
  }

  private void move(int newLimit, Phase newPhase) {
    isSettling = newLimit != limit;
    limit = newLimit;
    phase = newPhase;
  }

  private void keep(int newLimit, double rate) {
    move(newLimit, Phase.KEEP);
    keptLimit = newLimit;
    keptRate = rate;
    keptEpochs = 0;
  }
}
