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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All TPC-H queries give the same rows on a cluster of processes as in this process: on one, two
 * and four workers, in all numbers of partitions, with small exchanges kept by the workers or not,
 * with TLS or not.
 *
 * <p>{@code heddle.tpch.cross} runs each query in each of these ways; without it each query runs in
 * one number of partitions a cluster, which {@code heddle.tpch.seed} chooses.
 */
@Tag("process")
class ClusterTpchTest {
  private static final double SCALE = 0.01;
  private static final boolean CROSS = Boolean.getBoolean("heddle.tpch.cross");
  private static final int SEED = Integer.getInteger("heddle.tpch.seed", 0);

  /** Zero is as many as there are slots, where it pays. */
  private static final List<Integer> PARTITIONS = List.of(0, 1, 2, 7, 129);

  private static final List<String> SERVICE_ONLY = List.of("--inline-memory", "0");

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
  void givesTheSameRowsWithSmallExchangesKeptByWorkers() throws Exception {
    check("plain", null, List.of());
  }

  @Test
  void givesTheSameRowsWithAllExchangesOnServersOverTls() throws Exception {
    check("encrypted-service", security(), SERVICE_ONLY);
  }

  @Test
  void givesTheSameRowsInTheOtherWays() throws Exception {
    if (CROSS) {
      check("service", null, SERVICE_ONLY);
      check("encrypted", security(), List.of());
    }
  }

  @Test
  void givesTheSameRowsOverTablesThatStayInTheCluster() throws Exception {
    Path files = folder.resolve("kept");
    try (TestCluster cluster = new TestCluster(files, 2, 2, null, List.of(), List.of())) {
      for (int partitions : List.of(0, 5)) {
        try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(partitions))) {
          for (String table : TpchData.TABLES) {
            engine.holdTable(table, data.resolve(table + ".parquet"));
          }
          for (int query = 1; query <= TpchQueries.COUNT; query++) {
            if (CROSS || (query + SEED) % 2 == (partitions == 0 ? 0 : 1)) {
              assertThat(engine.run(TpchQueries.sql(query)).differenceFrom(expected.get(query - 1)))
                  .as("query %s, %s partitions, seed %s", query, partitions, SEED)
                  .isEmpty();
            }
          }
          cluster.await(
              "the end of all queries", status -> status.jobs().size() == TpchData.TABLES.size());
        }
      }
      cluster.awaitEndOfJobs();
      assertThat(cluster.status().jobsFailed()).isZero();
    }
  }

  @Test
  void refusesStrangers() throws Exception {
    try (TestCluster cluster =
        new TestCluster(folder.resolve("closed"), 1, 1, security(), List.of(), List.of())) {
      SessionOptions stranger = cluster.options();
      ClusterOptions open = ClusterOptions.of(cluster.processes().address());
      assertThatThrownBy(() -> Heddle.local(stranger.withCluster(open)))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot connect");
    }
  }

  private static Path security() {
    Path security = folder.resolve("security");
    if (!security.toFile().exists()) {
      SecurityFolder.generate(security);
    }
    return security;
  }

  private static void check(String name, @Nullable Path security, List<String> workerFlags)
      throws Exception {
    Path files = folder.resolve(name);
    try (TestCluster cluster = new TestCluster(files, 1, 2, security, List.of(), workerFlags)) {
      check(cluster, name, 1);
      cluster.processes().addWorker();
      check(cluster, name, 2);
      cluster.processes().addWorker();
      cluster.processes().addWorker();
      assertThat(cluster.status().slots()).isEqualTo(4);
      check(cluster, name, 4);
      cluster.awaitEndOfJobs();
      assertThat(cluster.status().jobsFailed()).isZero();
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
    }
  }

  private static void check(TestCluster cluster, String name, int workers) {
    int turn = SEED + workers + name.length();
    for (int i = 0; i < PARTITIONS.size(); i++) {
      int partitions = PARTITIONS.get(i);
      try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(partitions))) {
        engine.openTables(data, TpchData.TABLES);
        for (int query = 1; query <= TpchQueries.COUNT; query++) {
          if (CROSS || (query + turn) % PARTITIONS.size() == i) {
            assertThat(engine.run(TpchQueries.sql(query)).differenceFrom(expected.get(query - 1)))
                .as(
                    "query %s, %s, %s workers, %s partitions, seed %s",
                    query, name, workers, partitions, SEED)
                .isEmpty();
          }
        }
      }
    }
  }
}
