package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.Effort;
import dev.heddle.shuffle.net.SecurityFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * All TPC-H queries give the same rows on a cluster of processes as in this process: on one, two
 * and four workers, in all numbers of partitions, with small exchanges kept by the workers or not,
 * with TLS or not.
 *
 * <p>{@code heddle.tpch.cross} runs each query in each of these ways; without it a part of the
 * queries runs, each once: on the cluster, number of workers and number of partitions that {@code
 * heddle.tpch.seed} chooses.
 */
@Tag("process")
class ClusterTpchTest {
  private static final double SCALE = 0.01;
  private static final boolean CROSS = Boolean.getBoolean("heddle.tpch.cross");
  private static final int SEED = Integer.getInteger("heddle.tpch.seed", 0);

  /** Zero is as many as there are slots, where it pays. */
  private static final List<Integer> PARTITIONS = List.of(0, 1, 2, 7, 129);

  private static final List<Integer> WORKERS = List.of(1, 2, 4);

  private static final List<String> SERVICE_ONLY = List.of("--inline-memory", "0");

  /** Shares into which the queries are divided; by day each cluster takes one. */
  private static final int SHARES = 6;

  @TempDir private static Path folder;

  private static Path data;
  private static final Map<Integer, Answer> EXPECTED = new HashMap<>();

  @BeforeAll
  static void runHere() {
    data = TpchData.ensure(folder, SCALE, _ -> {});
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, TpchData.TABLES);
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        boolean isKept = Effort.isWhole() && isOn(query, 2);
        if (CROSS || isOn(query, 0) || isOn(query, 1) || isKept) {
          EXPECTED.put(query, local.run(TpchQueries.sql(query)));
        }
      }
    }
  }

  @Test
  void givesTheSameRowsWithSmallExchangesKeptByWorkers() throws Exception {
    check("plain", 0, null, List.of());
  }

  @Test
  void givesTheSameRowsWithAllExchangesOnServersOverTlsAndRefusesStrangers() throws Exception {
    check("encrypted-service", 1, security(), SERVICE_ONLY);
  }

  @Test
  void givesTheSameRowsInTheOtherWays() throws Exception {
    if (CROSS) {
      check("service", 0, null, SERVICE_ONLY);
      check("encrypted", 1, security(), List.of());
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void givesTheSameRowsOverTablesThatStayInTheCluster() throws Exception {
    Path files = folder.resolve("kept");
    try (TestCluster cluster = new TestCluster(files, 2, 2, null, List.of(), List.of())) {
      for (int partitions : List.of(0, 5)) {
        try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(partitions))) {
          for (String table : TpchData.TABLES) {
            engine.holdTable(table, data.resolve(table + ".parquet"));
          }
          for (int query = 1; query <= TpchQueries.COUNT; query++) {
            boolean isTurn = (query / SHARES + SEED) % 2 == (partitions == 0 ? 0 : 1);
            if (CROSS || (isOn(query, 2) && isTurn)) {
              assertThat(engine.run(TpchQueries.sql(query)).differenceFrom(EXPECTED.get(query)))
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

  /** Tries to join without TLS, which takes as long as a handshake may, beside the queries. */
  private static CompletableFuture<Throwable> stranger(TestCluster cluster) {
    SessionOptions stranger = cluster.options();
    ClusterOptions open = ClusterOptions.of(cluster.processes().address());
    return CompletableFuture.supplyAsync(
        () -> catchThrowable(() -> Heddle.local(stranger.withCluster(open)).close()),
        attempt -> Thread.ofPlatform().daemon().start(attempt));
  }

  private static Path security() {
    Path security = folder.resolve("security");
    if (!security.toFile().exists()) {
      SecurityFolder.generate(security);
    }
    return security;
  }

  private static void check(
      String name, int cluster, @Nullable Path security, List<String> workerFlags)
      throws Exception {
    Path files = folder.resolve(name);
    try (TestCluster processes = new TestCluster(files, 1, 2, security, List.of(), workerFlags)) {
      @Nullable CompletableFuture<Throwable> stranger =
          security == null ? null : stranger(processes);
      for (int workers : WORKERS) {
        while (processes.status().slots() < workers) {
          processes.processes().addWorker();
        }
        assertThat(processes.status().slots()).isEqualTo(workers);
        check(processes, cluster, name, workers);
      }
      if (stranger != null) {
        assertThat(stranger.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("Cannot connect");
      }
      processes.awaitEndOfJobs();
      assertThat(processes.status().jobsFailed()).isZero();
      processes.close();
      assertThat(processes.filesLeft()).isEmpty();
    }
  }

  private static void check(TestCluster processes, int cluster, String name, int workers) {
    int share = WORKERS.indexOf(workers);
    for (int i = 0; i < PARTITIONS.size(); i++) {
      int partitions = PARTITIONS.get(i);
      int at = i;
      int[] queries =
          IntStream.rangeClosed(1, TpchQueries.COUNT)
              .filter(query -> CROSS || (isOn(query, cluster) && isTurn(query, share, at)))
              .toArray();
      if (queries.length == 0) {
        continue;
      }
      try (HeddleEngine engine = new HeddleEngine(processes.options().withPartitions(partitions))) {
        engine.openTables(data, TpchData.TABLES);
        for (int query : queries) {
          assertThat(engine.run(TpchQueries.sql(query)).differenceFrom(EXPECTED.get(query)))
              .as(
                  "query %s, %s, %s workers, %s partitions, seed %s",
                  query, name, workers, partitions, SEED)
              .isEmpty();
        }
      }
    }
  }

  private static boolean isOn(int query, int cluster) {
    return (query + SEED) % SHARES == cluster;
  }

  /** Goes through the numbers of workers and of partitions in turn. */
  private static boolean isTurn(int query, int workers, int partitions) {
    int turn = query / SHARES + SEED;
    return turn % PARTITIONS.size() == partitions && turn % WORKERS.size() == workers;
  }
}
