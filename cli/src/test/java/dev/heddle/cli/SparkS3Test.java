package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.s3lab.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Executors of Spark write and read S3 with the options of the session that is in the driver. */
@Tag("process")
class SparkS3Test {
  private static final String EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend";
  private static final int KILLS = Integer.getInteger("heddle.spark.step", 3) == 1 ? 2 : 1;
  private static final long ROWS = 1_000_000L * KILLS;

  @TempDir private static Path folder;

  private static S3Server server;

  @BeforeAll
  static void start() throws IOException {
    server = S3Server.start(folder);
    Files.createDirectories(folder.resolve("objects/lab"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static CommandRun onSpark(String... arguments) throws IOException, InterruptedException {
    Map<String, String> variables =
        Map.of(
            "AWS_ACCESS_KEY_ID",
            S3Server.ACCESS_KEY,
            "AWS_SECRET_ACCESS_KEY",
            S3Server.SECRET_KEY,
            "AWS_EC2_METADATA_DISABLED",
            "true");
    String[] all =
        Stream.concat(
                Stream.of("--s3-endpoint", server.url(), "--s3-path-style", "--format", "csv"),
                Stream.of(arguments))
            .toArray(String[]::new);
    return new SparkRuns(folder).onSpark(variables, all);
  }

  private static String statements(String root) {
    String one = "'" + root + "/one.parquet'";
    String plain = "'" + root + "/plain'";
    String parts = "'" + root + "/parts'";
    return String.join(
        ";",
        "copy (select range as id, range % 5 as k, 'städt ' || range as city from range(50000)) to "
            + one,
        "select count(*), sum(id), max(city) from " + one,
        "copy (select * from "
            + one
            + " where id % 2 = 0) to "
            + plain
            + " (format parquet, file_size_bytes 100000)",
        "select count(*), sum(id) from " + plain,
        "copy (select * from " + one + ") to " + parts + " (format parquet, partition_by (k))",
        "copy (select * from "
            + one
            + " where id < 10) to "
            + parts
            + " (format parquet, partition_by (k), append true)",
        "select k, count(*), sum(id), min(city) from " + parts + " group by k order by k",
        "copy (select id from " + one + " where id < 20) to '" + root + "/few.csv' (header)",
        "select sum(id), count(*) from '" + root + "/few.csv'");
  }

  /** The first statement writes much, and loses executors meanwhile. */
  @Test
  @EnabledIfSystemProperty(named = "heddle.spark.step", matches = "1")
  void filesAreWrittenAndReadThoughExecutorsDie() throws Exception {
    String killing =
        "copy (select range as id, range % 4 as k, range * 0.37 as x from range("
            + ROWS
            + ")) to 's3a://lab/killed' (format parquet, partition_by (k), file_size_bytes"
            + " 1000000); select k, count(*), sum(id) from 's3a://lab/killed' group by k order by"
            + " k; ";
    CompletableFuture<CommandRun> writing =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return onSpark(
                    "--conf=spark.task.maxFailures=20",
                    "--conf=spark.stage.maxConsecutiveAttempts=20",
                    killing + statements("s3a://lab/written"));
              } catch (IOException e) {
                throw new CompletionException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CompletionException(e);
              }
            });
    int killed = 0;
    long before = 0;
    while (!writing.isDone() && killed < KILLS) {
      long now = objects("killed").size();
      if (now > before) { // some rows are on their way
        killed += executor();
        before = now;
      }
      await(writing);
    }
    CommandRun spark = writing.join();
    assertThat(spark.exit()).as(spark.err()).isZero();
    assertThat(killed).isEqualTo(KILLS);
    assertThat(others("killed")).as("what is left of attempts").isEmpty();
    assertThat(others("written")).isEmpty();
    String here = Files.createDirectory(folder.resolve("here")).toString();
    CommandRun plain =
        new SparkRuns(folder).run(Map.of(), "sql", "--format", "csv", statements(here));
    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(plain.out()).contains("50000,1249975000");
    long each = ROWS / 4;
    String first = "\n0," + each + "," + (2 * each * (each - 1)) + "\n";
    String last = "\n3," + each + "," + (2 * each * (each - 1) + 3 * each) + "\n";
    assertThat(spark.out()).contains(first).contains(last).endsWith(plain.out());
  }

  private static void await(CompletableFuture<?> writing) throws InterruptedException {
    try {
      writing.get(20, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // it is looked at when it is done
    }
  }

  private static int executor() {
    return ProcessHandle.current()
        .descendants()
        .filter(SparkS3Test::isExecutor)
        .findFirst()
        .map(executor -> executor.destroyForcibly() ? 1 : 0)
        .orElse(0);
  }

  private static boolean isExecutor(ProcessHandle process) {
    return process.info().arguments().map(words -> List.of(words).contains(EXECUTOR)).orElse(false);
  }

  /** Returns the objects of a folder, and all that the server keeps of uploads. */
  private static TreeSet<String> objects(String name) throws IOException {
    TreeSet<String> found = new TreeSet<>();
    Path root = folder.resolve("objects");
    try (Stream<Path> files = Files.walk(root)) {
      files
          .filter(Files::isRegularFile)
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.startsWith("lab/" + name) || !file.startsWith("lab/"))
          .forEach(found::add);
    }
    return found;
  }

  /** Returns what is neither rows nor the record of what counts. */
  private static List<String> others(String name) throws IOException {
    return objects(name).stream()
        .filter(file -> !file.endsWith(".parquet") && !file.endsWith(".csv"))
        .filter(file -> !file.endsWith("_heddle/last"))
        .toList();
  }
}
