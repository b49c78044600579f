package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.client.ClusterClient;
import dev.heddle.engine.cluster.client.ClusterStageRunner;
import dev.heddle.engine.cluster.coordinator.SchedulerProcess;
import dev.heddle.engine.cluster.coordinator.ShuffleProcess;
import dev.heddle.engine.cluster.coordinator.ShuffleSettings;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.engine.worker.WorkerProcess;
import dev.heddle.engine.worker.WorkerSettings;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.shuffle.net.Security;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A cluster whose processes are threads of this one, connected by sockets. */
final class ThreadCluster implements AutoCloseable {
  private final InetAddress here = InetAddress.getLoopbackAddress();
  private final Path folder;
  private final long serverBytes;
  final SchedulerProcess scheduler;
  final List<ShuffleProcess> servers = new ArrayList<>();
  final List<WorkerProcess> workers = new ArrayList<>();
  private int serversMade;

  ThreadCluster(Path folder, int serverCount, int workerCount) throws InterruptedException {
    this(folder, serverCount, workerCount, SchedulerOptions.cluster());
  }

  ThreadCluster(Path folder, int serverCount, int workerCount, SchedulerOptions options)
      throws InterruptedException {
    this(folder, serverCount, workerCount, options, Optional.empty());
  }

  /** Starts a cluster that writes what happens to its jobs into a folder, if there is one. */
  ThreadCluster(
      Path folder,
      int serverCount,
      int workerCount,
      SchedulerOptions options,
      Optional<Path> events)
      throws InterruptedException {
    this(folder, serverCount, workerCount, options, events, 1L << 20);
  }

  /** Starts a cluster whose shuffle servers have some memory each. */
  ThreadCluster(
      Path folder,
      int serverCount,
      int workerCount,
      SchedulerOptions options,
      Optional<Path> events,
      long serverBytes)
      throws InterruptedException {
    this.folder = folder;
    this.serverBytes = serverBytes;
    scheduler =
        new SchedulerProcess(
            new InetSocketAddress(here, 0),
            Security.none(),
            options.absentMillis() < 5_000 ? options : options.withAbsentMillis(5_000),
            Optional.empty(),
            events);
    for (int i = 0; i < serverCount; i++) {
      addServer();
    }
    for (int i = 0; i < workerCount; i++) {
      addWorker();
    }
  }

  void addServer() throws InterruptedException {
    CountDownLatch joined = new CountDownLatch(1);
    int number = serversMade++;
    ShuffleProcess server =
        new ShuffleProcess(
            new ShuffleSettings(
                scheduler.address(),
                Security.none(),
                new InetSocketAddress(here, 0),
                "shuffle " + number,
                "127.0.0.1",
                serverBytes,
                folder.resolve("blocks" + number),
                1L << 30,
                Optional.empty(),
                0),
            _ -> joined.countDown());
    servers.add(server);
    Thread.ofPlatform().start(server::run);
    assertThat(joined.await(10, TimeUnit.MINUTES)).isTrue();
  }

  void addWorker() throws InterruptedException {
    CountDownLatch joined = new CountDownLatch(1);
    WorkerProcess worker =
        new WorkerProcess(
            new WorkerSettings(
                scheduler.address(),
                Security.none(),
                "worker " + workers.size(),
                here,
                "127.0.0.1",
                1,
                2,
                256L << 20,
                32L << 20,
                null,
                1L << 30,
                Duration.ofSeconds(20)),
            _ -> joined.countDown());
    workers.add(worker);
    Thread.ofPlatform().start(worker::run);
    assertThat(joined.await(10, TimeUnit.MINUTES)).isTrue();
  }

  StageRunner runner() {
    return new ClusterStageRunner(
        scheduler.address(), Security.none(), ProcessMemory.ledger(), 2, JobShare.STANDARD);
  }

  /** Returns a runner that takes a scheduler that does not answer for lost sooner. */
  StageRunner runner(long comeBackMillis) {
    return new ClusterStageRunner(
        scheduler.address(),
        Security.none(),
        ProcessMemory.ledger(),
        2,
        JobShare.STANDARD,
        comeBackMillis);
  }

  Session open(SessionOptions options) {
    return new Session(new SessionEngine(options, runner()), options);
  }

  ClusterStatus await(Predicate<ClusterStatus> wanted) throws InterruptedException {
    try (ClusterClient client = new ClusterClient(scheduler.address(), Security.none())) {
      ClusterStatus status = client.status();
      while (!wanted.test(status)) {
        TimeUnit.MILLISECONDS.sleep(2);
        status = client.status();
      }
      return status;
    }
  }

  @Override
  public void close() {
    workers.forEach(WorkerProcess::close);
    servers.forEach(ShuffleProcess::close);
    scheduler.close();
  }
}
