package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.Answer;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A query ends though one of its tasks would not: the worker that runs it is stopped, or slow, and
 * does not count as lost before the test would have ended.
 */
@Tag("process")
class StragglerTest {
  /** Each of its tasks takes a while: the pairs of a supplier's lines. */
  private static final String QUERY =
      "select count(*), sum(a.l_quantity * b.l_discount), max(a.l_comment), min(b.l_comment)"
          + " from lineitem a join lineitem b on a.l_suppkey = b.l_suppkey";

  private static final int MAX_TRIES = 5; // until the stop hits the right moment
  private static final long STILL_SECONDS = 60;

  private static final String SLOW = "\"event\":\"task_is_slow\"";

  @TempDir private static Path folder;

  private static TestCluster cluster;
  private static HeddleEngine engine;
  private static Answer expected;

  private interface Slowed {
    /** Lets the worker go on. */
    void end() throws Exception;
  }

  private interface Slowing {
    Slowed slow(Process worker) throws Exception;
  }

  @Test
  void aStoppedWorkerHoldsNobodyUp() throws Exception {
    endsWith(
        worker -> {
          TestCluster.signal("STOP", worker);
          return () -> TestCluster.signal("CONT", worker);
        });
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aWorkerWithAFiftiethOfAProcessorHoldsNobodyUp() throws Exception {
    endsWith(worker -> new CpuQuota(worker, 2)::close); // slow even where all others are
  }

  @BeforeAll
  static void start() {
    Path data = TpchData.ensure(folder, 0.02, _ -> {});
    try (HeddleEngine local = new HeddleEngine(SessionOptions.defaults().withThreads(2))) {
      local.openTables(data, List.of("lineitem"));
      expected = local.run(QUERY);
    }
    cluster =
        new TestCluster(
            folder.resolve("cluster"),
            4,
            1,
            null,
            List.of(
                "--dead-seconds",
                "3600",
                "--straggler-seconds",
                "1",
                "--event-log",
                events().toString()),
            List.of("--inline-memory", "0"));
    engine = new HeddleEngine(cluster.options().withPartitions(16));
    engine.openTables(data, List.of("lineitem"));
  }

  @AfterAll
  static void stop() {
    engine.close();
    cluster.close();
  }

  private static Path events() {
    return folder.resolve("events");
  }

  private static void endsWith(Slowing slowing) throws Exception {
    boolean isHit = false;
    for (int tries = 0; tries < MAX_TRIES && !isHit; tries++) {
      int before = slowTasks();
      isHit = run(slowing);
      cluster.awaitEndOfJobs();
      isHit &= slowTasks() > before;
    }
    assertThat(isHit).as("a query ended while a worker with one of its tasks was slow").isTrue();
  }

  /** Returns whether the query ended while the worker was slow. */
  private static boolean run(Slowing slowing) throws Exception {
    CompletableFuture<Answer> answer = TestCluster.ask(engine, QUERY);
    ClusterStatus status =
        cluster.await(
            "a stage of four tasks under way",
            now ->
                answer.isDone()
                    || now.jobs().stream()
                        .flatMap(job -> job.stages().stream())
                        .anyMatch(stage -> stage.tasks() >= 4 && stage.held() >= 4));
    Process worker =
        cluster.processes().workers().stream()
            .filter(each -> holds(status, each))
            .findFirst()
            .orElse(cluster.processes().workers().getFirst());
    Slowed slowed = slowing.slow(worker);
    boolean isDone = false;
    try {
      isDone = endsOrStandsStill(answer);
    } finally {
      slowed.end();
    }
    assertThat(answer.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS).differenceFrom(expected))
        .isEmpty();
    return isDone;
  }

  /**
   * Waits for the end of a query. It stands still if the slow worker holds the only task of a
   * stage, which nobody can tell from a long one: then nothing of it changes for long, however busy
   * the machine is.
   */
  private static boolean endsOrStandsStill(CompletableFuture<Answer> answer)
      throws InterruptedException {
    String last = "";
    long changedNanos = System.nanoTime();
    while (!answer.isDone()
        && System.nanoTime() - changedNanos < TimeUnit.SECONDS.toNanos(STILL_SECONDS)) {
      TimeUnit.MILLISECONDS.sleep(20);
      String now = cluster.status().jobs().stream().map(job -> job.stages()).toList().toString();
      if (!now.equals(last)) {
        last = now;
        changedNanos = System.nanoTime();
      }
    }
    return answer.isDone();
  }

  private static boolean holds(ClusterStatus status, Process worker) {
    String name = "worker-" + cluster.processes().workers().indexOf(worker);
    return status.workers().stream().anyMatch(w -> w.name().equals(name) && w.held() > 0);
  }

  private static int slowTasks() throws IOException {
    int slow = 0;
    try (Stream<Path> files = Files.list(events())) {
      for (Path file : files.toList()) {
        slow += Files.readString(file).split(SLOW, -1).length - 1;
      }
    }
    return slow;
  }
}
