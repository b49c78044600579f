package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs that are submitted to a Spark of two executors give what a session in this process
 * gives: the jars of Spark SQL are there, Heddle comes as one jar. By day {@link EveryProgramTest}
 * has some of it in one application.
 */
@Tag("process")
class SparkSessionTest {
  private static final int MIN_KILLS = 6;
  private static final Path RECORD = Path.of("_heddle", "last");
  private static final int MAX_DELAY_MILLIS = 1_500;

  @TempDir private static Path folder;

  private static SparkSubmission spark;
  private static SparkQueries queries;

  @BeforeAll
  static void make() throws IOException {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
    queries = SparkQueries.in(folder);
  }

  @Test
  void aProgramOnSparkGivesWhatASessionGives() throws Exception {
    queries.areAnsweredOn(spark, "spark");
    TreeSet<String> executors = new TreeSet<>();
    EventLog.executors(spark.events())
        .forEach(
            (stage, at) -> {
              assertThat(at).as(stage).isNotEmpty().doesNotContain("driver");
              executors.addAll(at);
            });
    assertThat(executors).as("tasks ran there").hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void tasksOfTwoCoresGiveTheSame() throws Exception {
    SparkSubmission.Target target =
        new SparkSubmission.Target(
            "local-cluster[2,2,2048]", List.of("spark.task.cpus=2"), Map.of());
    queries.areAnsweredOn(spark.to(target), "by-two");
  }

  @Test
  void aProgramOfFramesHasItsRecordsAndFunctions() throws Exception {
    queries.framesAreAnsweredOn(spark, "spark");
  }

  @Test
  void executorsMayDie() throws Exception {
    int wanted = Integer.getInteger("heddle.spark.kills", MIN_KILLS);
    long seed = Long.getLong("heddle.seed", System.nanoTime());
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<String> statements = new ArrayList<>();
    while (statements.size() < wanted * 5 / 2) { // a kill at two of three statements
      statements.addAll(
          queries.statements("" + folder.resolve("parts-while-dying-" + statements.size())));
    }
    Path answers = Files.createDirectories(folder.resolve("answers-while-dying"));
    Path output = folder.resolve("output-while-dying.txt");
    Process program =
        spark.start(
            output,
            List.of("spark.task.maxFailures=20", "spark.stage.maxConsecutiveAttempts=20"),
            queries.written(statements, "statements-while-dying").toString(),
            answers.toString());
    int killed = 0;
    try {
      for (int next = 1; next < statements.size() && program.isAlive(); next++) {
        ExecutorProcesses.await(program, answers.resolve(next + ".txt"));
        if (random.nextInt(3) > 0) {
          program.waitFor(random.nextInt(MAX_DELAY_MILLIS), TimeUnit.MILLISECONDS);
          killed += ExecutorProcesses.kill(program);
        }
      }
      assertThat(program.waitFor(wanted, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      SparkQueries.end(program);
    }
    System.out.println("killed " + killed + " executors");
    assertThat(killed).isGreaterThanOrEqualTo(MIN_KILLS);
    queries.areAnswered(statements, answers);
    assertThat(orphans(folder)).as("what is left of attempts").isEmpty();
  }

  /** Returns files of writes that are neither rows nor the record of what counts. */
  static List<Path> orphans(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> folders = Files.list(folder)) {
      for (Path each : folders.filter(path -> path.toString().contains("parts-while")).toList()) {
        try (Stream<Path> files = Files.walk(each)) {
          files
              .filter(Files::isRegularFile)
              .filter(file -> !file.toString().endsWith(".parquet"))
              .filter(file -> !file.endsWith(RECORD))
              .forEach(found::add);
        }
      }
    }
    return found;
  }
}
