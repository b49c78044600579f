package dev.heddle.bench.suite;

import dev.heddle.engine.cluster.client.LocalCluster;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Heddle on a cluster of processes on this host: a scheduler, a shuffle server, and a worker of one
 * thread for each thread that an engine may use.
 */
final class ClusterEngine implements Engine {
  private static final long SERVER_BYTES = 1L << 30;

  private final BenchCluster cluster;
  private final HeddleEngine client;

  /**
   * Starts the processes.
   *
   * @param workers number of workers
   * @param memoryBytes memory of all workers together
   */
  ClusterEngine(int workers, long memoryBytes, HeddleEngine.Api api) {
    cluster = new BenchCluster(workers, memoryBytes / workers, SERVER_BYTES);
    client =
        new HeddleEngine(
            SessionOptions.defaults()
                .withThreads(1)
                .withCluster(ClusterOptions.of(cluster.processes().address())),
            api);
  }

  @Override
  public String name() {
    return "cluster";
  }

  @Override
  public void openTable(String name, Path file) {
    client.openTable(name, file);
  }

  @Override
  public void holdTable(String name, Path file) {
    client.holdTable(name, file);
  }

  @Override
  public RowsAnswer run(String sql) {
    return client.run(sql);
  }

  @Override
  public Held hold(Question question) {
    return client.hold(question);
  }

  @Override
  public List<ProcessHandle> processes() {
    LocalCluster all = cluster.processes();
    return Stream.of(
            Stream.of(all.scheduler()), all.shuffleServers().stream(), all.workers().stream())
        .flatMap(each -> each)
        .map(Process::toHandle)
        .toList();
  }

  @Override
  public void close() {
    client.close();
    cluster.close();
  }
}
