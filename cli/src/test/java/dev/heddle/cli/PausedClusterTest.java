package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** All processes of a cluster stop for longer than silence is borne, as a suspended host's do. */
@Tag("process")
class PausedClusterTest {
  private static final int QUERY = 21;
  private static final long PAUSE_SECONDS = 12;
  private static final int MAX_TRIES = 10; // until the stop comes in mid-query

  @TempDir private Path folder;

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void whoWasStoppedTogetherGoesOnTogether() throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of());
        HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2));
        HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(12))) {
      local.openTables(data, TpchData.TABLES);
      engine.openTables(data, TpchData.TABLES);
      Answer expected = local.run(TpchQueries.sql(QUERY));
      ClusterStatus before = cluster.status();
      List<Process> processes = new ArrayList<>(cluster.processes().workers());
      processes.addAll(cluster.processes().shuffleServers());
      processes.add(cluster.processes().scheduler());

      boolean isHit = false;
      for (int tries = 0; tries < MAX_TRIES && !isHit; tries++) {
        CompletableFuture<Answer> answer = TestCluster.ask(engine, TpchQueries.sql(QUERY));
        cluster.await("the job", status -> answer.isDone() || !status.jobs().isEmpty());
        for (Process process : processes) {
          TestCluster.signal("STOP", process);
        }
        isHit = !answer.isDone();
        if (isHit) {
          TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
        }
        for (Process process : processes) {
          TestCluster.signal("CONT", process);
        }
        assertThat(
                answer.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS).differenceFrom(expected))
            .isEmpty();
      }
      assertThat(isHit).as("the fault came in mid-query").isTrue();
      ClusterStatus after = cluster.status();
      assertThat(after.workers().stream().map(each -> each.id()).toList())
          .as("workers that nobody gave up")
          .isEqualTo(before.workers().stream().map(each -> each.id()).toList());
      cluster.awaitEndOfJobs();
    }
  }
}
