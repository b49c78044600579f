package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.cluster.ClusterClient;
import dev.heddle.engine.cluster.ClusterStageRunner;
import dev.heddle.engine.cluster.ClusterStatus;
import dev.heddle.engine.cluster.SchedulerProcess;
import dev.heddle.engine.cluster.ShuffleProcess;
import dev.heddle.engine.cluster.ShuffleSettings;
import dev.heddle.engine.cluster.WorkerProcess;
import dev.heddle.engine.cluster.WorkerSettings;
import dev.heddle.engine.graph.JobShare;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.net.Security;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose processes are threads of this one, connected by sockets. */
class ClusterStageRunnerTest extends StageRunnerContract {
  private static final String ENDLESS =
      "select count(*) from items a, items b, items c where a.id + b.id + c.id < 0";

  @TempDir private Path blocks;

  private SchedulerProcess scheduler;
  private ShuffleProcess shuffle;
  private final List<WorkerProcess> workers = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    InetAddress here = InetAddress.getLoopbackAddress();
    scheduler =
        new SchedulerProcess(
            new InetSocketAddress(here, 0),
            Security.none(),
            SchedulerOptions.cluster().withAbsentMillis(5_000),
            Optional.empty(),
            Optional.empty());
    CountDownLatch joined = new CountDownLatch(3);
    shuffle =
        new ShuffleProcess(
            new ShuffleSettings(
                scheduler.address(),
                Security.none(),
                new InetSocketAddress(here, 0),
                "shuffle",
                "127.0.0.1",
                128L << 20,
                blocks,
                1L << 30),
            _ -> joined.countDown());
    Thread.ofPlatform().start(shuffle::run);
    for (int i = 0; i < 2; i++) {
      WorkerProcess worker =
          new WorkerProcess(
              new WorkerSettings(
                  scheduler.address(),
                  Security.none(),
                  "worker " + i,
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
    }
    assertThat(joined.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @AfterEach
  void stop() {
    workers.forEach(WorkerProcess::close);
    shuffle.close();
    scheduler.close();
  }

  @Override
  StageRunner runner() {
    return new ClusterStageRunner(
        scheduler.address(), Security.none(), ProcessMemory.ledger(0), 2, JobShare.STANDARD);
  }

  private ClusterStatus await(Predicate<ClusterStatus> wanted) throws InterruptedException {
    try (ClusterClient client = new ClusterClient(scheduler.address(), Security.none())) {
      ClusterStatus status = client.status();
      while (!wanted.test(status)) {
        TimeUnit.MILLISECONDS.sleep(2);
        status = client.status();
      }
      return status;
    }
  }

  private static CompletableFuture<Void> begin(Session session, String sql) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    Thread.ofPlatform()
        .start(
            () -> {
              try {
                session.sql(sql).collect().close();
                ended.complete(null);
              } catch (Throwable e) {
                ended.completeExceptionally(e);
              }
            });
    return ended;
  }

  private static HeddleException error(CompletableFuture<Void> ended) throws InterruptedException {
    try {
      ended.get();
      throw new AssertionError("It should have failed");
    } catch (ExecutionException e) {
      return (HeddleException) e.getCause();
    }
  }

  private static boolean runs(ClusterStatus status) {
    return status.jobs().stream()
        .anyMatch(job -> job.stages().stream().anyMatch(stage -> stage.held() > 0));
  }

  @Test
  void aLostClientFreesItsJob() throws Exception {
    Session session = open(2);
    CompletableFuture<Void> ended = begin(session, ENDLESS);
    await(ClusterStageRunnerTest::runs);
    session.close(); // closes the connection
    assertThat(error(ended).code()).isIn(ErrorCode.IO, ErrorCode.CANCELLED);
    ClusterStatus status =
        await(
            each -> each.jobs().isEmpty() && each.workers().stream().allMatch(w -> w.held() == 0));
    assertThat(status.workers()).hasSize(2);
  }

  @Test
  void aLostSchedulerIsATypedError() throws Exception {
    try (Session session = open(2)) {
      CompletableFuture<Void> ended = begin(session, ENDLESS);
      await(ClusterStageRunnerTest::runs);
      scheduler.close();
      assertThat(error(ended))
          .hasMessageContaining("scheduler")
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
      assertThatThrownBy(() -> session.sql("select 1").collect())
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("scheduler");
    }
  }

  @Test
  void withoutWorkersAJobSaysWhyItWaitsAndFailsInTime() throws Exception {
    workers.forEach(WorkerProcess::close);
    await(status -> status.workers().isEmpty());
    try (Session session = open(2)) {
      CompletableFuture<Void> ended = begin(session, "select count(*) from items");
      ClusterStatus status = await(each -> !each.jobs().isEmpty());
      assertThat(status.text()).containsIgnoringCase("no worker");
      assertThat(error(ended)).hasMessageContaining("No worker");
    }
  }

  @Test
  void aDrainedWorkerLosesNothing() throws Exception {
    try (Session session = open(7)) {
      for (int round = 0; round < 3; round++) {
        session.sql("select part, count(*) from items group by part").collect().close();
      }
      CompletableFuture<Void> ended =
          begin(
              session,
              "select a.part, count(*) from items a join items b on a.part = b.part"
                  + " group by a.part");
      await(ClusterStageRunnerTest::runs);
      workers.getFirst().drain();
      ended.get();
      assertThat(await(status -> status.jobs().isEmpty()).workers()).hasSize(1);
    }
  }
}
