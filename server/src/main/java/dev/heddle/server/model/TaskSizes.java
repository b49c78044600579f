package dev.heddle.server.model;

/**
 * How unequal the tasks of a stage are.
 *
 * @param ended tasks that have a result
 * @param maxBytes what the largest of them has written
 * @param sumBytes what all of them have written
 * @param maxMillis how long the longest of them ran
 * @param sumMillis how long all of them ran
 */
public record TaskSizes(long ended, long maxBytes, long sumBytes, long maxMillis, long sumMillis) {
  /** Of no task. */
  static final TaskSizes NONE = new TaskSizes(0, 0, 0, 0, 0);

  TaskSizes plus(long bytes, long millis) {
    return new TaskSizes(
        ended + 1,
        Math.max(maxBytes, bytes),
        sumBytes + bytes,
        Math.max(maxMillis, millis),
        sumMillis + millis);
  }

  /** Adds those of other tasks. */
  TaskSizes plus(TaskSizes other) {
    return new TaskSizes(
        ended + other.ended,
        Math.max(maxBytes, other.maxBytes),
        sumBytes + other.sumBytes,
        Math.max(maxMillis, other.maxMillis),
        sumMillis + other.sumMillis);
  }

  /** Returns how many times the mean the largest has written; 1 where none has written anything. */
  public double bytesSkew() {
    return sumBytes == 0 ? 1 : maxBytes * (double) ended / sumBytes;
  }

  /** Returns how many times the mean the longest ran. */
  public double timeSkew() {
    return sumMillis == 0 ? 1 : maxMillis * (double) ended / sumMillis;
  }
}
