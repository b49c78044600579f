package dev.heddle.engine.worker;

import dev.heddle.io.rate.BucketTransfers;
import java.util.List;
import java.util.Map;

/**
 * A worker's process at a moment.
 *
 * @param isJoined whether it is connected to a scheduler that has taken it in
 * @param lives how often one has, so far
 * @param running tasks that run
 * @param finished tasks that have ended with a result, so far
 * @param failed tasks that have ended without, those that were asked to stop among them
 * @param memoryBytes memory in use, off the heap
 * @param memoryPeakBytes the most of it that has been in use at a time
 * @param memoryLimitBytes the most that may be
 * @param spillBytes bytes of spill files
 * @param buckets what has been asked of buckets of object stores
 * @param allowed the requests a second that the process may send to each bucket now
 */
public record WorkerFigures(
    boolean isJoined,
    long lives,
    long running,
    long finished,
    long failed,
    long memoryBytes,
    long memoryPeakBytes,
    long memoryLimitBytes,
    long spillBytes,
    List<BucketTransfers> buckets,
    Map<String, Double> allowed) {}
