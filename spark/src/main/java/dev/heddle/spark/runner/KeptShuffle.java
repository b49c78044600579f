package dev.heddle.spark.runner;

import dev.heddle.shuffle.protocol.ExchangeId;
import org.apache.spark.ShuffleDependency;

/**
 * Rows that a job has left in Spark's shuffle for other jobs.
 *
 * @param exchange by which tasks name them
 * @param shuffle where they are
 * @param maps how many tasks have written them
 * @param blockBytes how many bytes each of them has written, on average
 */
record KeptShuffle(
    ExchangeId exchange,
    ShuffleDependency<Integer, byte[], byte[]> shuffle,
    int maps,
    long blockBytes) {}
