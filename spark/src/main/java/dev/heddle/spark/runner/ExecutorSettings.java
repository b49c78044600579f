package dev.heddle.spark.runner;

import dev.heddle.frame.option.S3Options;

/**
 * How executors work, as the driver has it.
 *
 * @param slots how many tasks an executor runs at a time at most
 * @param memoryBytes what all tasks of an executor may take off the heap
 * @param s3 how S3 is reached
 */
record ExecutorSettings(int slots, long memoryBytes, S3Options s3) {}
