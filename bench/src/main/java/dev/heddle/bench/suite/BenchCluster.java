package dev.heddle.bench.suite;

import dev.heddle.engine.cluster.client.LocalCluster;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.io.storage.LocalFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A cluster of processes on this host for a benchmark: a scheduler, a shuffle server, and workers
 * of one task and one thread each. Its folder goes with it.
 */
public final class BenchCluster implements AutoCloseable {
  private final Path folder;
  private final LocalCluster cluster;

  /**
   * Starts the processes.
   *
   * @param workerBytes memory of each worker
   * @param serverBytes memory of the shuffle server
   */
  public BenchCluster(int workers, long workerBytes, long serverBytes) {
    try {
      folder = Files.createTempDirectory("heddle-bench-cluster-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    cluster =
        new LocalCluster(
            new LocalClusterSettings(
                "127.0.0.1:0",
                workers,
                1,
                1,
                1,
                workerBytes,
                serverBytes,
                folder,
                null,
                List.of(),
                List.of(),
                List.of()),
            ProcessCommand.likeThis("dev.heddle.cli.Main", List.of()));
  }

  /** Returns the processes. */
  public LocalCluster processes() {
    return cluster;
  }

  @Override
  public void close() {
    cluster.close();
    try {
      LocalFolders.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
