package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.cluster.ClusterStatus;
import dev.heddle.engine.cluster.WorkerProcess;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster whose processes are threads of this one, connected by sockets. */
class ClusterStageRunnerTest extends StageRunnerContract {
  private static final String ENDLESS =
      "select count(*) from items a, items b, items c where a.id + b.id + c.id < 0";

  @TempDir private Path blocks;

  private ThreadCluster cluster;

  @BeforeEach
  void start() throws Exception {
    cluster = new ThreadCluster(blocks, 1, 2);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Override
  StageRunner runner() {
    return cluster.runner();
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
    cluster.await(ClusterStageRunnerTest::runs);
    session.close(); // closes the connection
    assertThat(error(ended).code()).isIn(ErrorCode.IO, ErrorCode.CANCELLED);
    ClusterStatus status =
        cluster.await(
            each -> each.jobs().isEmpty() && each.workers().stream().allMatch(w -> w.held() == 0));
    assertThat(status.workers()).hasSize(2);
  }

  @Test
  void aLostSchedulerIsATypedError() throws Exception {
    try (Session session = open(2)) {
      CompletableFuture<Void> ended = begin(session, ENDLESS);
      cluster.await(ClusterStageRunnerTest::runs);
      cluster.scheduler.close();
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
    cluster.workers.forEach(WorkerProcess::close);
    cluster.await(status -> status.workers().isEmpty());
    try (Session session = open(2)) {
      CompletableFuture<Void> ended = begin(session, "select count(*) from items");
      ClusterStatus status = cluster.await(each -> !each.jobs().isEmpty());
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
      cluster.await(ClusterStageRunnerTest::runs);
      cluster.workers.getFirst().drain();
      ended.get();
      assertThat(cluster.await(status -> status.jobs().isEmpty()).workers()).hasSize(1);
    }
  }
}
