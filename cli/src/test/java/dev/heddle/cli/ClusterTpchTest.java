package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.shuffle.net.SecurityFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All TPC-H queries give the same rows on a cluster of processes as in this process. */
class ClusterTpchTest {
  private static final double SCALE = 0.01;

  @TempDir private static Path folder;

  private static Path data;
  private static List<Answer> expected;

  @BeforeAll
  static void runHere() {
    data = TpchData.ensure(folder, SCALE, _ -> {});
    expected = new ArrayList<>();
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, TpchData.TABLES);
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        expected.add(local.run(TpchQueries.sql(query)));
      }
    }
  }

  @Test
  void givesTheSameRowsOnOneTwoAndFourWorkers() throws Exception {
    Path files = folder.resolve("cluster");
    try (TestCluster cluster = new TestCluster(files, 1, 2, null, List.of(), List.of())) {
      check(cluster, 7);
      cluster.processes().addWorker();
      check(cluster, 1);
      check(cluster, 2);
      cluster.processes().addWorker();
      cluster.processes().addWorker();
      assertThat(cluster.status().slots()).isEqualTo(4);
      check(cluster, 0); // as many partitions as slots
      cluster.await("the end of all jobs", status -> status.jobs().isEmpty());
      assertThat(cluster.status().jobsFailed()).isZero();
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
    }
  }

  @Test
  void givesTheSameRowsOverTlsAndRefusesStrangers() throws Exception {
    Path security = folder.resolve("security");
    SecurityFolder.generate(security);
    Path files = folder.resolve("encrypted");
    try (TestCluster cluster = new TestCluster(files, 2, 1, security, List.of(), List.of())) {
      check(cluster, 3);
      SessionOptions stranger = cluster.options();
      ClusterOptions open = ClusterOptions.of(cluster.processes().address());
      assertThatThrownBy(() -> Heddle.local(stranger.withCluster(open)))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot connect");
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
    }
  }

  private static void check(TestCluster cluster, int partitions) {
    try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(partitions))) {
      engine.openTables(data, TpchData.TABLES);
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        assertThat(engine.run(TpchQueries.sql(query)).differenceFrom(expected.get(query - 1)))
            .as("query %s, %s partitions", query, partitions)
            .isEmpty();
      }
    }
  }
}
