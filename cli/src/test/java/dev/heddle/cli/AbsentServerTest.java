package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The only shuffle server of a cluster is gone, for a while or for good. */
@Tag("process")
class AbsentServerTest {
  private static final String LARGE =
      "select count(*), sum(a.l_quantity), max(a.l_comment), min(b.l_comment)"
          + " from lineitem a join lineitem b"
          + " on a.l_orderkey = b.l_orderkey and a.l_linenumber = b.l_linenumber";
  private static final String SMALL = "select count(*), sum(l_quantity) from lineitem";
  private static final String MISSING = "No shuffle server was there";

  @TempDir private Path folder;

  private Answer expected(Path data, String query) {
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, List.of("lineitem"));
      return local.run(query);
    }
  }

  private TestCluster start(String absentSeconds) {
    return new TestCluster(
        folder.resolve("cluster"),
        2,
        1,
        null,
        List.of("--absent-seconds", absentSeconds),
        List.of("--inline-memory", "256k"));
  }

  @Test
  void aQueryWaitsForItsReturn() throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    Answer expected = expected(data, LARGE);
    try (TestCluster cluster = start("3600");
        HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(8))) {
      engine.openTables(data, List.of("lineitem"));
      TestCluster.kill(cluster.processes().shuffleServers().getFirst());
      CompletableFuture<Answer> answer = TestCluster.ask(engine, LARGE);
      cluster.await(
          "a query that waits",
          status ->
              answer.isDone()
                  || status.jobs().stream().anyMatch(job -> job.toString().contains(MISSING)));
      assertThat(answer).isNotDone();
      cluster.processes().restartShuffleServer(0);
      assertThat(
              answer.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS).differenceFrom(expected))
          .isEmpty();
      cluster.awaitEndOfJobs();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aQueryFailsOnceItHasWaitedAndWhatWorkersCanKeepGoesOn() throws Exception {
    Path data = TpchData.ensure(folder, 0.02, _ -> {});
    Answer expected = expected(data, SMALL);
    try (TestCluster cluster = start("2");
        HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(8))) {
      engine.openTables(data, List.of("lineitem"));
      TestCluster.kill(cluster.processes().shuffleServers().getFirst());
      long start = System.nanoTime();
      assertThatThrownBy(() -> engine.run(LARGE))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKER_LOST))
          .hasMessageContainingAll(MISSING + " for 2 seconds", "--absent-seconds");
      assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.SECONDS.toNanos(2));
      assertThat(engine.run(SMALL).differenceFrom(expected)).isEmpty();
    }
  }
}
