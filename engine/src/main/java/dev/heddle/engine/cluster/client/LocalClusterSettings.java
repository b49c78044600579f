package dev.heddle.engine.cluster.client;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a local cluster looks like.
 *
 * @param listen where the scheduler listens, as {@code host:port}; port 0 takes a free one
 * @param workers number of workers
 * @param shuffleServers number of shuffle servers
 * @param slots how many tasks a worker runs at a time
 * @param threads how many threads a task has
 * @param workerMemoryBytes memory of a worker, off the heap
 * @param shuffleMemoryBytes memory of a shuffle server, off the heap
 * @param folder where logs and files go
 * @param security a security folder, or none
 * @param schedulerFlags more flags of the scheduler
 * @param workerFlags more flags of each worker
 * @param shuffleFlags more flags of each shuffle server
 */
public record LocalClusterSettings(
    String listen,
    int workers,
    int shuffleServers,
    int slots,
    int threads,
    long workerMemoryBytes,
    long shuffleMemoryBytes,
    Path folder,
    @Nullable Path security,
    List<String> schedulerFlags,
    List<String> workerFlags,
    List<String> shuffleFlags) {
  /** Copies the lists. */
  public LocalClusterSettings {
    schedulerFlags = List.copyOf(schedulerFlags);
    workerFlags = List.copyOf(workerFlags);
    shuffleFlags = List.copyOf(shuffleFlags);
  }
}
