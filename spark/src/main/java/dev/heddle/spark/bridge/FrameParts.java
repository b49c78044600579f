package dev.heddle.spark.bridge;

import org.apache.spark.ShuffleDependency;

/**
 * The rows of a frame in Spark's shuffle.
 *
 * @param rows what tasks have written, one partition each
 * @param maps how many tasks
 * @param request bytes of what their readers have to know
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FrameParts(
    ShuffleDependency<Integer, byte[], byte[]> rows, int maps, byte[] request) {}
