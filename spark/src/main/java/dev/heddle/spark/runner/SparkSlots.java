package dev.heddle.spark.runner;

import java.util.List;
import org.apache.spark.SparkContext;
import org.apache.spark.status.api.v1.ExecutorSummary;
import scala.jdk.javaapi.CollectionConverters;

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

  /** Returns how many tasks an executor runs at a time at most, at least 1. */
  int ofExecutor() {
    int cores = executors().stream().mapToInt(ExecutorSummary::totalCores).max().orElse(0);
    return Math.max(1, cores / taskCores());
  }

  /** Returns what is known of the executors that are there, the driver among them. */
  List<ExecutorSummary> executors() {
    return CollectionConverters.asJava(spark.statusStore().executorList(true));
  }
}
