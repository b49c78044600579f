package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scheduler is killed while a query runs, and another one goes on with it. */
@Tag("process")
class SchedulerRestartTest {
  private static final int QUERY = 21;
  private static final int WORKERS = 2;
  private static final int DONE = 12;
  private static final int MAX_TRIES = 10; // until the stop comes in mid-query
  private static final int QUIET_POLLS = 200; // a busy machine delivers late

  @TempDir private Path folder;

  @Test
  void aKilledSchedulersJobGoesOnWithoutDoingAnythingTwice() throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    Answer expected;
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, TpchData.TABLES);
      expected = local.run(TpchQueries.sql(QUERY));
    }
    Path files = folder.resolve("cluster");
    try (TestCluster cluster =
            new TestCluster(files, WORKERS, 1, null, List.of("--dead-seconds", "3600"), List.of());
        HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(12))) {
      engine.openTables(data, TpchData.TABLES);
      CompletableFuture<Answer> answer = askAndStop(cluster, engine);
      for (int tries = 1; answer.isDone() && tries < MAX_TRIES; tries++) {
        signalWorkers(cluster, "CONT");
        cluster.awaitEndOfJobs();
        answer = askAndStop(cluster, engine);
      }
      CompletableFuture<Answer> stopped = answer;
      ClusterStatus settled = settled(cluster);
      int done = done(settled);
      JobId job = settled.jobs().getFirst().id();
      assertThat(answer).as("the fault comes in mid-query").isNotDone();
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(files.resolve("journal"))))
          .isEqualTo("rwx------");

      TestCluster.kill(cluster.processes().scheduler());
      cluster.processes().restartScheduler();
      ClusterStatus after =
          cluster.await("the shuffle server", status -> !status.servers().isEmpty());
      assertThat(after.jobs())
          .singleElement()
          .satisfies(each -> assertThat(each.id()).isEqualTo(job));
      assertThat(done(after)).as("finished tasks, while no worker works").isEqualTo(done);

      signalWorkers(cluster, "CONT");
      int[] least = {done};
      cluster.await(
          "the end of the query",
          status -> {
            least[0] = Math.min(least[0], status.jobs().isEmpty() ? least[0] : done(status));
            return stopped.isDone();
          });
      assertThat(
              answer.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS).differenceFrom(expected))
          .isEmpty();
      assertThat(least[0]).as("finished tasks that stayed finished").isEqualTo(done);
      cluster.awaitEndOfJobs();
    }
  }

  /** Runs the query until some of its tasks are done, and stops the workers then. */
  private static CompletableFuture<Answer> askAndStop(TestCluster cluster, HeddleEngine engine)
      throws Exception {
    CompletableFuture<Answer> answer = TestCluster.ask(engine, TpchQueries.sql(QUERY));
    cluster.await("finished tasks", status -> answer.isDone() || done(status) >= DONE);
    signalWorkers(cluster, "STOP");
    return answer;
  }

  private static void signalWorkers(TestCluster cluster, String name) throws Exception {
    for (Process worker : cluster.processes().workers()) {
      TestCluster.signal(name, worker);
    }
  }

  /** Waits until what stopped workers had said has arrived, and is in the journal. */
  private static ClusterStatus settled(TestCluster cluster) throws InterruptedException {
    int[] before = {-1, 0};
    return cluster.await(
        "quiet",
        status -> {
          int now = done(status);
          before[1] = now == before[0] ? before[1] + 1 : 0;
          before[0] = now;
          return before[1] == QUIET_POLLS;
        });
  }

  private static int done(ClusterStatus status) {
    return status.jobs().stream()
        .flatMap(job -> job.stages().stream())
        .mapToInt(StageProgress::done)
        .sum();
  }
}
