package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.engine.worker.LocalStageRunner;
import dev.heddle.engine.worker.WorkerProcess;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.ExplainMode;
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

  /** Runs a join of which nine of ten rows have one key, and returns how it went. */
  private String joinSkewed(SchedulerOptions options) throws Exception {
    try (ThreadCluster own = new ThreadCluster(blocks.resolve("own"), 1, 2, options);
        Session session = open(6, own.runner())) {
      for (int i = 0; i < 4; i++) {
        session
            .sql("select *, id * id * 7919 as v from " + SKEWED + " where mod(id, 4) = " + i)
            .write()
            .parquet(blocks.resolve("skewed/" + i + ".parquet").toString());
      }
      session.createView("skewed", session.read().parquet(blocks.resolve("skewed").toString()));
      DataFrame joined =
          session.sql(
              "select count(*), sum(s.v), sum(i.id) from skewed s join items i on s.k = i.part");
      try (QueryResult rows = joined.collect()) {
        assertThat(rows).first().asString().startsWith("[4000000, ");
      }
      return joined.explain(ExplainMode.ANALYZE);
    }
  }

  @Test
  void aLargePartitionIsReadInParts() throws Exception {
    assertThat(joinSkewed(SchedulerOptions.cluster().withSizes(4 << 10, 0)))
        .contains("== adaptive steps")
        .containsPattern(
            "partition \\d of \\d+ of \\d+ bytes is read by \\d tasks, which divide what stage");
  }

  @Test
  void whatMeetsLittleIsNotSent() throws Exception {
    assertThat(joinSkewed(SchedulerOptions.cluster().withSizes(4 << 10, 4 << 20)))
        .containsPattern("its other inputs have \\d+ bytes: each of the 6 tasks of stage")
        .containsPattern("Scan .*\\[20000 rows");
  }

  /** Joins with what is expected to be few rows, which statistics do not prove. */
  private String joinFew(SchedulerOptions options) throws Exception {
    String sql =
        "select count(*), sum(i.id), max(x.n) from items i join"
            + " (select a.id as k, g.name as n from items a join groups g on a.part = g.part"
            + " where a.part < 1) x on i.id = x.k";
    try (ThreadCluster own = new ThreadCluster(blocks.resolve("own"), 1, 2, options);
        Session session = open(3, own.runner());
        QueryResult rows = session.sql(sql).collect()) {
      assertThat(rows).singleElement().asString().isEqualTo("[200, 1990000, group 0]");
      return session.sql(sql).explain(ExplainMode.ANALYZE);
    }
  }

  @Test
  void rowsGoByTheirKeysOnlyIfTheBuildSideTurnsOutLarge() throws Exception {
    String small = joinFew(SchedulerOptions.cluster());
    assertThat(small)
        .contains("Exchange by hash of id unless the build side is small")
        .containsPattern("its other inputs have \\d+ bytes: each of the 3 tasks of stage 0 reads");
    assertThat(joinFew(SchedulerOptions.cluster().withSizes(4 << 20, 10)))
        .contains("Exchange by hash of id unless the build side is small")
        .doesNotContain("its other inputs");
  }

  @Test
  void whatHasNothingToReadIsLeftOut() throws Exception {
    String none = "(select id, part from items where mod(id * 7, 5) = 6) n";
    try (ThreadCluster own =
            new ThreadCluster(blocks.resolve("own"), 1, 2, SchedulerOptions.cluster());
        Session session = open(3, own.runner())) {
      DataFrame groups =
          session.sql(
              "select i.part, count(*) from items i join " + none + " on i.id = n.id group by 1");
      assertThat(groups.explain(ExplainMode.ANALYZE))
          .containsPattern("stage \\d has written no rows, so none of its 3 tasks is run");
      try (QueryResult rows = groups.collect()) {
        assertThat(rows).isEmpty();
      }
      DataFrame sum =
          session.sql("select count(*), sum(i.id) from items i join " + none + " on i.id = n.id");
      try (QueryResult rows = sum.collect()) {
        assertThat(rows).singleElement().asString().isEqualTo("[0, null]");
      }
      DataFrame sorted =
          session.sql("select i.id from items i join " + none + " on i.id = n.id order by 1 desc");
      try (QueryResult rows = sorted.collect()) {
        assertThat(rows).isEmpty();
      }
      DataFrame rest =
          session.sql(
              "select count(*), count(n.id) from items i left join " + none + " on i.id = n.id");
      try (QueryResult rows = rest.collect()) {
        assertThat(rows).singleElement().asString().endsWith(", 0]").doesNotStartWith("[0,");
      }
    }
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
    cluster.close();
    cluster = new ThreadCluster(blocks, 1, 2, SchedulerOptions.cluster().withClientMillis(500));
    try (Session session = open(2, cluster.runner(500))) {
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
    cluster.close();
    cluster = new ThreadCluster(blocks, 1, 2, SchedulerOptions.cluster().withAbsentMillis(1_000));
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

  @Test
  void runsARoundOfARecursionAsAJob() throws Exception {
    String query =
        "with recursive r as (select id, 0 as depth from items where id = 0 union select i.id,"
            + " depth + 1 from r join items i on i.id = r.id * 2 + 1 or i.id = r.id * 3 + 2 where"
            + " depth < 6) select depth, count(*), sum(id) from r group by depth order by depth";
    try (Session here = open(1, new LocalStageRunner(1));
        Session there = open(3, runner());
        QueryResult expected = here.sql(query).collect();
        QueryResult result = there.sql(query).collect()) {
      assertThat(result.rowCount()).isGreaterThan(3);
      assertThat(QueryRows.of(result)).isEqualTo(QueryRows.of(expected));
    }
  }
}
