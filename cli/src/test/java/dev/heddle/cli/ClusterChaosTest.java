package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that can break in a cluster of processes does, at seeded moments of queries, alone and
 * in pairs: the rows are right, or there is one typed error, in bounded time; the next query finds
 * the cluster usable, and nothing is left behind.
 *
 * <p>A run counts only if its faults were felt while the query ran; else it is done again. {@code
 * heddle.chaos.runs} and {@code heddle.chaos.first} choose the seeds; with {@code
 * heddle.chaos.rolls} they go on from day to day. The totals of all tests are kept in {@code
 * target/chaos.txt}.
 */
@Tag("process")
class ClusterChaosTest {
  /** By night there are enough for each fault to come first many times. */
  private static final int RUNS = Integer.getInteger("heddle.chaos.runs", 1);

  /** One in this number of runs is in network namespaces. */
  private static final int NAMESPACE_SHARE = 4;

  private static final int SEEDS_A_DAY = 1_000;

  private static final int FIXED = 20_782_000;

  /** These ends of its thousand, between namespaces, left bundles behind on a busy machine. */
  private static final int KEPT = 8;

  private static final int FIRST =
      Integer.getInteger(
          "heddle.chaos.first",
          Boolean.getBoolean("heddle.chaos.rolls")
              ? Math.toIntExact(LocalDate.now().toEpochDay() * SEEDS_A_DAY)
              : FIXED);
  private static final Path TOTALS = Path.of("target", "chaos.txt");
  private static final double SCALE = 0.02;
  private static final int PARTITIONS = 8;
  private static final int MAX_TRIES = 6; // until the faults are felt
  private static final int MAX_TASKS = 24; // that are done before the first fault
  private static final int MAX_SECONDS = 240; // of a query

  /** The first ones have many bytes in exchanges, most of them texts. */
  private static final List<String> QUERIES =
      List.of(
          "select l_shipmode, count(*), sum(l_quantity), max(l_comment), min(o_comment)"
              + " from lineitem join orders on l_orderkey = o_orderkey group by l_shipmode"
              + " order by l_shipmode",
          "select count(*), sum(a.l_extendedprice), max(a.l_comment), min(b.l_comment)"
              + " from lineitem a join lineitem b"
              + " on a.l_orderkey = b.l_orderkey and a.l_linenumber = b.l_linenumber",
          "select count(*), sum(n * l_quantity), max(t) from (select l_quantity,"
              + " row_number() over (partition by l_partkey order by l_comment, l_orderkey) as n,"
              + " max(l_comment) over (partition by l_partkey) as t from lineitem) as q",
          TpchQueries.sql(9),
          TpchQueries.sql(18),
          TpchQueries.sql(21),
          "select o_orderkey, o_comment, o_totalprice from orders where o_totalprice > 200000"
              + " order by o_comment, o_orderkey");

  private static final int LARGE_QUERIES = 3;

  @TempDir private static Path folder;

  private static Path data;
  private static final Map<Integer, Answer> EXPECTED = new HashMap<>(); // by query, as needed

  private final Map<Fault, Integer> felt = new EnumMap<>(Fault.class);
  private int right;
  private int failed;
  private int unfelt;

  @BeforeAll
  static void makeData() {
    data = TpchData.ensure(folder, SCALE, _ -> {});
  }

  /** Returns what a query gives in this process. */
  private static Answer expected(int query) {
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, TpchData.TABLES);
      return local.run(QUERIES.get(query));
    }
  }

  @Test
  void everyFaultEndsInRightRowsOrOneTypedError() throws Exception {
    try (ChaosCluster cluster = new ChaosCluster(folder.resolve("loopback"), null)) {
      if (!cluster.faults().contains(Fault.FILL_DISK)) {
        System.out.println("chaos: no file system can be mounted here, so no disk becomes full");
      }
      run(cluster, FIRST, RUNS - RUNS / NAMESPACE_SHARE);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void soItDoesBetweenNetworkNamespaces() throws Exception {
    if (!Namespaces.isPossible()) {
      System.out.println("chaos: no network namespace can be made here; only proxies cut off");
      return;
    }
    try (Namespaces network = new Namespaces();
        ChaosCluster cluster = new ChaosCluster(folder.resolve("namespaces"), network)) {
      int runs = RUNS / NAMESPACE_SHARE;
      run(cluster, FIRST + SEEDS_A_DAY - Math.max(runs, KEPT), runs);
    }
  }

  private void run(ChaosCluster cluster, int first, int runs) throws Exception {
    long start = System.nanoTime();
    try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(PARTITIONS))) {
      engine.openTables(data, TpchData.TABLES);
      for (int seed = first; seed < first + runs; seed++) {
        run(seed, cluster, engine);
      }
    }
    cluster.awaitEndOfJobs();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestCluster.MAX_WAIT_SECONDS);
    List<String> bytes = cluster.bytesLeft();
    while (!bytes.isEmpty() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(100);
      bytes = cluster.bytesLeft();
    }
    assertThat(bytes).as("bytes in use, seeds from %s", first).isEmpty();
    assertThat(cluster.closeAndLook()).as("left behind, seeds from %s", first).isEmpty();
    assertThat(right).as("right answers of %s runs", runs).isGreaterThanOrEqualTo(runs * 3 / 4);
    String line =
        "%s: %d runs from seed %d, %d right, %d typed errors, felt %s (%d tries were not)"
            .formatted(LocalDate.now(), runs, first, right, failed, felt, unfelt);
    Files.createDirectories(TOTALS.getParent());
    Files.writeString(TOTALS, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    System.out.printf(
        "chaos: %s in %d s; with those before, %d runs%n",
        line, (System.nanoTime() - start) / 1_000_000_000, allRuns());
  }

  private static int allRuns() throws Exception {
    int runs = 0;
    for (String line : Files.readAllLines(TOTALS)) {
      runs += Integer.parseInt(line.split(" ")[1]);
    }
    return runs;
  }

  /** Runs a query with a seed's faults until they were felt in mid-query. */
  private void run(int seed, ChaosCluster cluster, HeddleEngine engine) throws Exception {
    List<Fault> possible = cluster.faults();
    List<Fault> own = possible.stream().filter(Fault::needsNamespaces).toList();
    List<Fault> firsts = own.isEmpty() ? possible : own;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Random random = new Random(seed * 31L + tries);
      List<Fault> faults = new ArrayList<>();
      faults.add(firsts.get(Math.floorMod(seed, firsts.size())));
      Fault second = possible.get(random.nextInt(possible.size()));
      if (random.nextInt(3) == 0 && faults.getFirst().goesWith(second)) {
        faults.add(second);
      }
      if (run(seed, tries, faults, random, cluster, engine)) {
        faults.forEach(fault -> felt.merge(fault, 1, Integer::sum));
        return;
      }
      unfelt++;
    }
    throw new AssertionError("Seed " + seed + ": its faults were never felt");
  }

  private boolean run(
      int seed,
      int tries,
      List<Fault> faults,
      Random random,
      ChaosCluster cluster,
      HeddleEngine engine)
      throws Exception {
    boolean needsBytes = faults.stream().anyMatch(Fault::needsBytes);
    int query = random.nextInt(needsBytes ? LARGE_QUERIES : QUERIES.size());
    int after = random.nextInt(needsBytes ? PARTITIONS : MAX_TASKS) >> tries;
    StringBuilder story =
        new StringBuilder(
            "seed %d, try %d: query %d, %s after %d tasks"
                .formatted(seed, tries, query, faults, after));
    Answer expected = EXPECTED.computeIfAbsent(query, ClusterChaosTest::expected);
    for (Fault fault : faults) {
      cluster.prepare(fault);
    }
    CompletableFuture<Answer> answer = TestCluster.ask(engine, QUERIES.get(query));
    cluster.cluster().await(story.toString(), status -> answer.isDone() || done(status) >= after);
    List<Timed> broken = new ArrayList<>();
    boolean isFelt = true;
    for (Fault fault : faults) {
      if (!broken.isEmpty()) {
        TimeUnit.MILLISECONDS.sleep(random.nextInt(300));
      }
      Broken each = cluster.fire(fault, random);
      isFelt &= !answer.isDone();
      story.append("; ").append(each.fault()).append(' ').append(each.story());
      long millis = fault.needsBytes() ? 5_000 : 50L << random.nextInt(8); // up to 6.4 s
      broken.add(new Timed(each, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis)));
    }
    broken.sort(Comparator.comparingLong(Timed::untilNanos));
    for (Timed each : broken) {
      await(answer, each.untilNanos());
      isFelt &= each.broken().evidence().isThere();
      each.broken().repair().run();
    }
    check(story.toString(), answer, expected, isFelt, cluster);
    if (Boolean.getBoolean("heddle.chaos.talks")) {
      System.out.println("chaos: " + story + (isFelt ? "" : ", not felt"));
    }
    cluster.awaitHealth(story.toString());
    return isFelt;
  }

  /** Something broken that is to be repaired at a time. */
  private record Timed(Broken broken, long untilNanos) {}

  private static void await(CompletableFuture<Answer> answer, long untilNanos) throws Exception {
    try {
      answer.get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException _) { // looked at later
    }
  }

  private void check(
      String story,
      CompletableFuture<Answer> answer,
      Answer expected,
      boolean isFelt,
      ChaosCluster cluster)
      throws Exception {
    long start = System.nanoTime();
    try {
      Answer rows = answer.get(MAX_SECONDS, TimeUnit.SECONDS);
      assertThat(rows.differenceFrom(expected)).as(story).isEmpty();
      right += isFelt ? 1 : 0;
    } catch (ExecutionException e) {
      assertThat(e.getCause()).as(story).isInstanceOf(HeddleException.class);
      assertThat(((HeddleException) e.getCause()).kind())
          .as(story + ": " + e.getCause())
          .isNotIn(ErrorKind.INTERNAL, ErrorKind.USER);
      System.out.println("chaos: " + story + ": " + e.getCause().getMessage());
      failed += isFelt ? 1 : 0;
    } catch (TimeoutException e) {
      throw new AssertionError(
          story + " does not end; the cluster is\n" + cluster.cluster().status().text(), e);
    }
    long seconds = (System.nanoTime() - start) / 1_000_000_000;
    if (seconds > 5) {
      System.out.println("chaos: " + story + ": " + seconds + " s");
    }
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
}
