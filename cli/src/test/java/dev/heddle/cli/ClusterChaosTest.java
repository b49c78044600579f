package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.engine.cluster.ClusterStatus;
import dev.heddle.engine.scheduler.StageProgress;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes of a cluster are killed and stopped at seeded moments of a query: its rows are right,
 * or there is one typed error, in bounded time; the next query finds the cluster usable, and
 * nothing is left behind. {@code heddle.chaos.runs} and {@code heddle.chaos.first} choose the
 * seeds.
 */
class ClusterChaosTest {
  private static final int RUNS = Integer.getInteger("heddle.chaos.runs", 12);
  private static final int FIRST = Integer.getInteger("heddle.chaos.first", 0);
  private static final double SCALE = 0.01;
  private static final int WORKERS = 3;
  private static final int SERVERS = 2;
  private static final int PARTITIONS = 12;
  private static final int[] QUERIES = {3, 5, 9, 10, 18, 21};

  private enum Fault {
    KILL_WORKER,
    KILL_ALL_WORKERS,
    KILL_SERVER,
    STOP_WORKER,
    KILL_SCHEDULER
  }

  @TempDir private Path folder;

  private final Map<Fault, Integer> fired = new EnumMap<>(Fault.class);
  private int right;
  private int failed;

  @Test
  void everyFaultEndsInRightRowsOrOneTypedError() throws Exception {
    Path data = TpchData.ensure(folder, SCALE, _ -> {});
    Map<Integer, Answer> expected = new HashMap<>();
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, TpchData.TABLES);
      for (int query : QUERIES) {
        expected.put(query, local.run(TpchQueries.sql(query)));
      }
    }
    List<Long> pids;
    Path files = folder.resolve("cluster");
    try (TestCluster cluster =
            new TestCluster(
                files, WORKERS, SERVERS, null, List.of("--dead-seconds", "3"), List.of());
        HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(PARTITIONS))) {
      engine.openTables(data, TpchData.TABLES);
      for (int seed = FIRST; seed < FIRST + RUNS; seed++) {
        run(seed, cluster, engine, expected);
      }
      cluster.await("the end of all jobs", status -> status.jobs().isEmpty());
      cluster.close();
      assertThat(cluster.filesLeft()).isEmpty();
      pids =
          Stream.of(
                  List.of(cluster.processes().scheduler()),
                  cluster.processes().workers(),
                  cluster.processes().shuffleServers())
              .flatMap(List::stream)
              .map(Process::pid)
              .toList();
    }
    assertThat(pids)
        .noneMatch(pid -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent());
    System.out.println(
        "chaos: "
            + RUNS
            + " runs from seed "
            + FIRST
            + ", "
            + right
            + " right, "
            + failed
            + " typed errors, faults "
            + fired);
    assertThat(right).as("right answers of %s runs", RUNS).isGreaterThanOrEqualTo(RUNS * 3 / 4);
  }

  private void run(
      int seed, TestCluster cluster, HeddleEngine engine, Map<Integer, Answer> expected)
      throws Exception {
    Random random = new Random(seed);
    int query = QUERIES[random.nextInt(QUERIES.length)];
    List<Fault> faults = new ArrayList<>();
    faults.add(Fault.values()[random.nextInt(Fault.values().length)]);
    if (random.nextInt(3) == 0) {
      faults.add(Fault.values()[random.nextInt(Fault.values().length)]);
    }
    int after = random.nextInt(20);
    String story =
        "seed " + seed + ": query " + query + ", " + faults + " after " + after + " tasks";
    CompletableFuture<Answer> answer = TestCluster.ask(engine, TpchQueries.sql(query));
    boolean isOpen =
        !cluster.await(story, status -> answer.isDone() || done(status) >= after).jobs().isEmpty();
    List<Process> stopped = new ArrayList<>();
    for (Fault fault : faults) {
      fire(fault, random, cluster, stopped);
      if (isOpen) {
        fired.merge(fault, 1, Integer::sum);
      }
    }
    try {
      Answer rows = answer.get(90, TimeUnit.SECONDS);
      assertThat(rows.differenceFrom(expected.get(query))).as(story).isEmpty();
      right++;
    } catch (ExecutionException e) {
      assertThat(e.getCause()).as(story).isInstanceOf(HeddleException.class);
      assertThat(((HeddleException) e.getCause()).kind())
          .as(story + ": " + e.getCause())
          .isNotIn(ErrorKind.INTERNAL, ErrorKind.USER);
      System.out.println("chaos: " + story + ": " + e.getCause().getMessage());
      failed++;
    } catch (TimeoutException e) {
      throw new AssertionError(
          story + " does not end; the cluster is\n" + cluster.status().text(), e);
    }
    for (Process process : stopped) {
      TestCluster.signal("CONT", process);
    }
    cluster.await(
        story + ", healing",
        status -> status.workers().size() == WORKERS && status.servers().size() == SERVERS);
  }

  private static int done(ClusterStatus status) {
    int tasks = 0;
    for (ClusterStatus.Job job : status.jobs()) {
      for (StageProgress stage : job.stages()) {
        tasks += stage.done();
      }
    }
    return status.jobs().isEmpty() ? -1 : tasks;
  }

  private static void fire(Fault fault, Random random, TestCluster cluster, List<Process> stopped)
      throws Exception {
    List<Process> workers = alive(cluster.processes().workers());
    switch (fault) {
      case KILL_WORKER -> {
        TestCluster.kill(workers.get(random.nextInt(workers.size())));
        cluster.processes().addWorker();
      }
      case KILL_ALL_WORKERS -> {
        for (Process each : workers) {
          TestCluster.kill(each);
        }
        for (int i = 0; i < workers.size(); i++) {
          cluster.processes().addWorker();
        }
      }
      case KILL_SERVER -> {
        List<Process> servers = alive(cluster.processes().shuffleServers());
        TestCluster.kill(servers.get(random.nextInt(servers.size())));
        cluster.processes().addShuffleServer();
      }
      case STOP_WORKER -> {
        Process each = workers.get(random.nextInt(workers.size()));
        TestCluster.signal("STOP", each);
        stopped.add(each);
      }
      case KILL_SCHEDULER -> {
        TestCluster.kill(cluster.processes().scheduler());
        cluster.processes().restartScheduler();
      }
    }
  }

  private static List<Process> alive(List<Process> processes) {
    return processes.stream().filter(Process::isAlive).toList();
  }
}
