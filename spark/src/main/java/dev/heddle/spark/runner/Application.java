package dev.heddle.spark.runner;

import dev.heddle.spark.bridge.SparkSource;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.spark.SparkContext;

/**
 * What all jobs of a session have in common.
 *
 * @param spark stays the caller's
 * @param slots of the context
 * @param threads that read results
 * @param memoryBytes what all tasks of an executor may take off the heap
 * @param kept rows that jobs have left for others, by the number of the job; thread-safe
 * @param sources rows that Spark makes, by their number in this process; thread-safe
 */
record Application(
    SparkContext spark,
    SparkSlots slots,
    ExecutorService threads,
    long memoryBytes,
    Map<Long, KeptShuffle> kept,
    Map<Long, SparkSource> sources) {}
