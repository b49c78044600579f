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
  private static final long DEFAULT_BYTES = 1L << 30;
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
    if (wanted < 64L << 20) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          OPTION + " is " + (wanted >> 20) + "m; Heddle's tasks need 64m at least");
    }
    long overhead = overhead(settings);
    if (isContained(master) && wanted + JVM_BYTES > overhead) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Heddle's "
              + (wanted >> 20)
              + " MiB of an executor do not fit into the "
              + (overhead >> 20)
              + " MiB that its container has beside the heap; set "
              + OVERHEAD
              + "="
              + ((wanted + JVM_BYTES) >> 20)
              + "m, or "
              + OPTION
              + " to less");
    }
    return wanted;
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
