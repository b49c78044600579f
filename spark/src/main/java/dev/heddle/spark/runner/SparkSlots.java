package dev.heddle.spark.runner;

import org.apache.spark.SparkContext;

/**
 * How many tasks Spark runs at a time, and with how many cores.
 *
 * @param spark whose executors come and go
 */
record SparkSlots(SparkContext spark) {
  /** Returns the number of a task's cores, which is that of its threads. */
  int taskCores() {
    return spark.getConf().getInt("spark.task.cpus", 1);
  }

  /** Returns how many tasks run at a time, at least 1. */
  int count() {
    return Math.max(1, spark.defaultParallelism() / taskCores());
  }
}
