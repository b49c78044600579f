package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.FaultProxy;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Clients that are stopped, or cut off, while a cluster runs their queries. */
@Tag("process")
class AwayClientTest {
  private static final String QUERY =
      "select l_shipmode, count(*) as n, sum(l_quantity) as q from lineitem group by l_shipmode"
          + " order by l_shipmode";
  private static final String WAITS = "has lost its client, and waits for it";

  @TempDir private Path folder;

  /** Starts a scheduler without a journal, and two workers that nobody takes for lost. */
  private TestCluster start(String clientSeconds) {
    ProcessCommand java = TestCluster.java();
    ProcessCommand withoutJournal =
        (name, given) -> {
          List<String> arguments = new ArrayList<>(given);
          int journal = arguments.indexOf("--journal");
          if (journal >= 0) {
            arguments.subList(journal, journal + 2).clear();
          }
          return java.words(name, arguments);
        };
    return new TestCluster(
        new LocalClusterSettings(
            TestCluster.freeAddress(),
            2,
            1,
            1,
            1,
            256L << 20,
            256L << 20,
            folder.resolve("cluster"),
            null,
            List.of("--dead-seconds", "3600", "--client-seconds", clientSeconds),
            List.of(),
            List.of()),
        withoutJournal);
  }

  private Path data() {
    return TpchData.ensure(folder, 0.01, _ -> {});
  }

  private static void signalWorkers(TestCluster cluster, String name) throws Exception {
    for (Process worker : cluster.processes().workers()) {
      TestCluster.signal(name, worker);
    }
  }

  private Process ask(TestCluster cluster, Path data, Path output) throws Exception {
    List<String> words =
        List.of(
            "--cluster",
            cluster.processes().address(),
            "-t",
            "lineitem=" + data.resolve("lineitem.parquet"),
            "--format",
            "csv",
            QUERY);
    List<String> arguments = new ArrayList<>(List.of("sql"));
    arguments.addAll(words);
    return new ProcessBuilder(TestCluster.java().words("client", arguments))
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aStoppedProcessFindsItsJobAgain() throws Exception {
    Path data = data();
    Path said = folder.resolve("said.txt");
    try (TestCluster cluster = start("60")) {
      signalWorkers(cluster, "STOP");
      Process client = ask(cluster, data, said);
      cluster.await("the job", status -> !status.jobs().isEmpty());
      TestCluster.signal("STOP", client);
      cluster.awaitLog("scheduler", 0, WAITS);
      signalWorkers(cluster, "CONT");
      cluster.await(
          "the end of the work",
          status ->
              status.jobs().stream()
                  .flatMap(job -> job.stages().stream())
                  .allMatch(stage -> stage.done() == stage.tasks()));
      TestCluster.signal("CONT", client);
      assertThat(client.waitFor(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(said)).contains("l_shipmode,n,q", "AIR,", "TRUCK,");
      assertThat(client.exitValue()).isZero();
      cluster.awaitEndOfJobs();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aClientThatStaysAwayForLongIsToldThatItsJobIsOver() throws Exception {
    Path data = data();
    Path said = folder.resolve("said.txt");
    try (TestCluster cluster = start("1")) {
      signalWorkers(cluster, "STOP");
      Process client = ask(cluster, data, said);
      cluster.await("the job", status -> !status.jobs().isEmpty());
      TestCluster.signal("STOP", client);
      cluster.awaitLog("scheduler", 0, "its client has not come back");
      TestCluster.signal("CONT", client);
      assertThat(client.waitFor(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(said)).contains("no longer knows job", "run the query again");
      assertThat(client.exitValue()).isNotZero();
      signalWorkers(cluster, "CONT");
    }
  }

  @Test
  void oneThatWasCutOffFindsItsJobOrHowItFailed() throws Exception {
    Path data = data();
    Answer expected;
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, List.of("lineitem"));
      expected = local.run(QUERY);
    }
    try (TestCluster cluster = start("60")) {
      InetSocketAddress scheduler =
          ProcessFlags.address("--scheduler", cluster.processes().address());
      InetSocketAddress behind = new InetSocketAddress(FaultProxy.HOST, scheduler.getPort());
      SessionOptions options =
          cluster
              .options()
              .withCluster(ClusterOptions.of(FaultProxy.HOST + ":" + behind.getPort()));
      try (FaultProxy proxy = new FaultProxy(behind, scheduler);
          HeddleEngine engine = new HeddleEngine(options)) {
        engine.openTables(data, List.of("lineitem"));
        CompletableFuture<Answer> answer = askAndCutOff(cluster, proxy, engine, QUERY);
        assertThat(answer).isNotDone();
        proxy.admitNewcomers();
        assertThat(
                answer.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS).differenceFrom(expected))
            .isEmpty();

        String broken = QUERY.replace("sum(l_quantity)", "sum(cast(l_shipmode as bigint))");
        CompletableFuture<Answer> failing = askAndCutOff(cluster, proxy, engine, broken);
        cluster.await("its failure", status -> status.jobs().isEmpty());
        proxy.admitNewcomers();
        assertThatThrownBy(() -> failing.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS))
            .isInstanceOf(ExecutionException.class)
            .hasCauseInstanceOf(HeddleException.class)
            .hasMessageMatching("(?s).*(AIR|FOB|MAIL|RAIL|REG AIR|SHIP|TRUCK).*");
      }
      cluster.awaitEndOfJobs();
    }
  }

  /** Asks, and cuts the client off for as long as its job takes to begin to wait for it. */
  private static CompletableFuture<Answer> askAndCutOff(
      TestCluster cluster, FaultProxy proxy, HeddleEngine engine, String sql) throws Exception {
    int from = cluster.log("scheduler").length();
    signalWorkers(cluster, "STOP");
    CompletableFuture<Answer> answer = TestCluster.ask(engine, sql);
    cluster.await("the job", status -> !status.jobs().isEmpty());
    proxy.holdNewcomers();
    proxy.cut();
    cluster.awaitLog("scheduler", from, WAITS);
    signalWorkers(cluster, "CONT");
    return answer;
  }
}
