package dev.heddle.engine.scheduler;

/** How long the finished tasks of a stage took, and how much they read. */
final class TaskTimes {
  private static final int SMOOTHING = 8;

  /** A moving mean, of which the latest task is an eighth; negative while none has ended. */
  private long recentMicros = -1;

  private long totalMicros;
  private long totalBytes;
  private int tasks;

  void add(long micros, long inputBytes) {
    totalMicros += micros;
    totalBytes += inputBytes;
    tasks++;
    recentMicros = recentMicros < 0 ? micros : recentMicros + (micros - recentMicros) / SMOOTHING;
  }

  /** Returns how long a task takes if that is known to be less than a time, or else that time. */
  long recentMicros(long max) {
    return recentMicros < 0 ? max : Math.min(recentMicros, max);
  }

  /** Returns how long a task that reads some bytes should take, by bytes or on average. */
  long expectedMicros(long inputBytes) {
    double byBytes = (double) totalMicros / Math.max(1, totalBytes) * inputBytes;
    double usual = (double) totalMicros / Math.max(1, tasks);
    return (long) Math.max(byBytes, usual);
  }
}
