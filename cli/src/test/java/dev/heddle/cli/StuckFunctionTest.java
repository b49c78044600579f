package dev.heddle.cli;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Functions of the user's own that never return, on a worker's process. */
@Tag("process")
class StuckFunctionTest {
  private static final String FOREVER =
      """
      import java.nio.file.*;
      public class Forever implements dev.heddle.frame.function.Udf1<Long, Long> {
        public Long apply(Long n) throws Exception {
          Files.createFile(Path.of("%s"));
          long count = n;
          while (count >= 0) {
            count = count + 1 & 1023;
          }
          return count;
        }
      }
      """;

  @TempDir private Path folder;
  private UserSources sources;
  private TestCluster cluster;
  private Path data;

  @BeforeEach
  void start() throws Exception {
    sources = new UserSources(folder);
    data = folder.resolve("one.parquet");
    try (Session local = Heddle.local(SessionOptions.defaults().withThreads(1))) {
      local
          .from(
              new Schema(List.of(Field.of("id", DataType.INT64))),
              List.<@Nullable Object[]>of(new @Nullable Object[] {1L}))
          .write()
          .parquet(data.toString());
    }
    cluster =
        new TestCluster(
            new LocalClusterSettings(
                "127.0.0.1:0",
                1,
                1,
                2,
                1,
                256L << 20,
                256L << 20,
                folder.resolve("cluster"),
                null,
                List.of(),
                List.of("--drain-seconds", "1"),
                List.of()),
            TestCluster.java());
  }

  @AfterEach
  void stop() {
    cluster.close();
    sources.close();
  }

  private DataFrame read(Session session) {
    return session.read().parquet(data.toString());
  }

  /** Runs functions that never return, and cancels their queries once each has been called. */
  private void loseSlots(String... names) throws Exception {
    List<CompletableFuture<Long>> answers = new ArrayList<>();
    try (Session session = Heddle.local(cluster.options())) {
      for (String name : names) {
        Path reached = folder.resolve(name);
        Path jar = sources.jar(List.of(), FOREVER.formatted(reached));
        UserFunction forever =
            UserFunction.of(
                name + "_forever", sources.load("Forever", jar), DataType.INT64, DataType.INT64);
        session.register(forever);
        DataFrame called = read(session).select(forever.call(col("id")).named("n"));
        CompletableFuture<Long> answer =
            CompletableFuture.supplyAsync(
                () -> called.filter(col("n").gt(0)).count(),
                query -> Thread.ofPlatform().daemon().start(query));
        while (!Files.exists(reached)) {
          assertThat(answer).isNotDone();
          TimeUnit.MILLISECONDS.sleep(5);
        }
        answers.add(answer);
      }
    }
    assertThat(answers).allSatisfy(each -> assertThat(each).failsWithin(10, TimeUnit.MINUTES));
  }

  private long countOfAnotherJob() {
    try (Session session = Heddle.local(cluster.options())) {
      return read(session).filter(col("id").gt(0)).count();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void itsJobIsCancelledOthersGoOnAndASignalEndsTheProcess() throws Exception {
    loseSlots("reached");
    assertThat(countOfAnotherJob()).isEqualTo(1);
    cluster.await("no job is left", status -> status.jobs().isEmpty());
    cluster.awaitLog(
        "worker-0", 0, "its slot is lost until function class shop.Forever returns, which is at [");
    assertThat(cluster.log("worker-0")).containsOnlyOnce("its slot is lost").contains(".apply(");
    assertThat(countOfAnotherJob()).isEqualTo(1);
    Process worker = cluster.processes().workers().getFirst();
    worker.destroy();
    assertThat(worker.waitFor(10, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void aWorkerWithoutASlotLeftEndsAndIsReplaced() throws Exception {
    loseSlots("first", "second");
    Process worker = cluster.processes().workers().getFirst();
    assertThat(worker.waitFor(10, TimeUnit.MINUTES)).isTrue();
    assertThat(worker.exitValue()).isEqualTo(1);
    assertThat(cluster.log("worker-0"))
        .contains("its slot is lost until function class shop.Forever returns, which is at [")
        .contains("all slots are lost to functions that do not return: this process ends")
        .contains("Cannot go on as a worker");
    cluster.processes().restartWorker(0);
    assertThat(countOfAnotherJob()).isEqualTo(1);
  }
}
