package dev.heddle.spark.runner;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.apache.spark.SparkConf;

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
  private static final long JVM_BYTES = 384L << 20; // what the process takes beside heap and rows

  private ExecutorMemory() {}

  /**
   * Returns the bytes.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if they do not fit
   */
  static long bytes(SparkConf conf, String master) {
    long wanted = conf.getSizeAsBytes(OPTION, DEFAULT_BYTES + "b");
    if (wanted < 64L << 20) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          OPTION + " is " + conf.get(OPTION) + "; Heddle's tasks need 64m at least");
    }
    boolean isContained = master.startsWith("yarn") || master.startsWith("k8s");
    long overhead = overhead(conf);
    if (isContained && wanted + JVM_BYTES > overhead) {
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

  private static long overhead(SparkConf conf) {
    if (conf.contains(OVERHEAD)) {
      return conf.getSizeAsMb(OVERHEAD) << 20;
    }
    double factor = conf.getDouble(OVERHEAD + "Factor", 0.1);
    long least = conf.getSizeAsMb("spark.executor.minMemoryOverhead", "384m");
    return Math.max(least, (long) ((double) conf.getSizeAsMb(HEAP, "1g") * factor)) << 20;
  }
}
