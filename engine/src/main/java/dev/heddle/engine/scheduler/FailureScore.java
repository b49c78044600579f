package dev.heddle.engine.scheduler;

/** Counts failures that fade: each counts half after a minute. */
final class FailureScore {
  private static final double HALF_LIFE_MILLIS = 60_000;

  private double score;
  private long atMillis;

  void add(long nowMillis) {
    score = at(nowMillis) + 1;
    atMillis = nowMillis;
  }

  double at(long nowMillis) {
    return score == 0 ? 0 : score * Math.pow(0.5, (nowMillis - atMillis) / HALF_LIFE_MILLIS);
  }
}
