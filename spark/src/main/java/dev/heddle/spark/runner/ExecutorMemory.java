package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;

/**
 * How much memory off the heap Heddle's tasks of an executor have together. Where containers limit
 * a process it has to fit into what Spark asks for beside the heap.
 */
final class ExecutorMemory {
  /** The option that sets it. */
  static final String OPTION = "spark.heddle.executor.memory";

  private static final String OVERHEAD = "spark.executor.memoryOverhead";
  private static final String HEAP = "spark.executor.memory";
  private static final String DEFAULT_TEXT = "1g";
  private static final long DEFAULT_BYTES = 1L << 30;
  private static final long MIN_BYTES = 64L << 20;
  private static final long MEBIBYTE = 1L << 20;
  private static final long DEFAULT_HEAP = 1L << 30; // as Spark's documentation has these three
  private static final double DEFAULT_FACTOR = 0.1;
  private static final long MIN_OVERHEAD = 384L << 20;
  private static final long JVM_BYTES = 384L << 20; // what the process takes beside heap and rows

  private ExecutorMemory() {}

  /**
   * Returns the bytes.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if they do not fit
   */
  static long bytes(SparkSettings settings, String master) {
    long wanted = settings.bytes(OPTION).orElse(DEFAULT_BYTES);
    if (wanted < MIN_BYTES) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          given(settings, OPTION, DEFAULT_TEXT)
              + ", but Heddle's tasks need more; set "
              + setting(OPTION, MIN_BYTES)
              + " at least");
    }
    long overhead = overhead(settings);
    if (isContained(master) && wanted + JVM_BYTES > overhead) {
      long rest = overhead - JVM_BYTES;
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          given(settings, OPTION, DEFAULT_TEXT)
              + ", but "
              + given(settings, OVERHEAD, (overhead / MEBIBYTE) + "m")
              + ", and the executor's JVM needs "
              + JVM_BYTES / MEBIBYTE
              + "m of that; set "
              + setting(OVERHEAD, wanted + JVM_BYTES + MEBIBYTE - 1)
              + (rest < MIN_BYTES ? "" : " or " + setting(OPTION, rest)));
    }
    return wanted;
  }

  /** Returns the text of a setting as it was given. */
  private static String given(SparkSettings settings, String name, String otherwise) {
    return settings
        .values()
        .apply(name)
        .map(text -> name + " is " + text)
        .orElse(name + " is " + otherwise + ", as it is not set");
  }

  private static String setting(String name, long bytes) {
    return name + "=" + bytes / MEBIBYTE + "m";
  }

  /** Returns whether containers limit the processes of executors. */
  static boolean isContained(String master) {
    return master.startsWith("yarn") || master.startsWith("k8s");
  }

  private static long overhead(SparkSettings settings) {
    double factor = settings.real(OVERHEAD + "Factor", DEFAULT_FACTOR);
    long least = settings.mebibytes("spark.executor.minMemoryOverhead").orElse(MIN_OVERHEAD);
    long heap = settings.mebibytes(HEAP).orElse(DEFAULT_HEAP);
    return settings
        .mebibytes(OVERHEAD)
        .orElse(Math.max(least, (long) ((double) (heap >> 20) * factor) << 20));
  }
}
