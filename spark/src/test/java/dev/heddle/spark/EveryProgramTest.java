package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One application whose executors have two cores for each task, and of which two are killed: it
 * reads a large result, answers statements, has frames and rows of its own, and is asked random
 * queries. By night each of it has an application of its own, and more to do.
 */
@Tag("process")
class EveryProgramTest {
  private static final int KILL_MILLIS = 100; // into the statement that writes

  @TempDir private static Path folder;

  private static SparkSubmission spark;
  private static SparkQueries queries;
  private static RandomQuestions questions;
  private static List<String> statements;
  private static int killed;

  @BeforeAll
  static void run() throws Exception {
    queries = SparkQueries.in(folder);
    statements = queries.statements(folder.resolve("parts-while-dying").toString());
    SparkSubmission.Target target =
        new SparkSubmission.Target(
            "local-cluster[2,2,2048]",
            List.of(
                "spark.task.cpus=2",
                "spark.driver.memory=512m",
                "spark.driver.maxResultSize=16m",
                "spark.sql.shuffle.partitions=4",
                "spark.task.maxFailures=20",
                "spark.stage.maxConsecutiveAttempts=20"),
            Map.of());
    spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark"))).to(target);
    Path output = folder.resolve("output.txt");
    Path file = folder.resolve("statements.sql");
    Path random = Files.createDirectories(folder.resolve("questions"));
    Process program =
        spark.start(
            output,
            EveryProgram.class,
            List.of(),
            Long.toString(SparkLargeResultTest.THOUSANDS),
            folder.resolve("figures.txt").toString(),
            file.toString(),
            Files.createDirectories(answers()).toString(),
            queries.facts(),
            folder.resolve("frames.txt").toString(),
            random.toString());
    try {
      Files.write(file, statements);
      questions = RandomQuestions.ask(random);
      warm(program);
      program.getOutputStream().close();
      ExecutorProcesses.await(program, answers().resolve(writing() - 1 + ".txt"));
      program.waitFor(KILL_MILLIS, TimeUnit.MILLISECONDS);
      killed = ExecutorProcesses.kill(program);
      SparkQueries.ended(program, output);
    } finally {
      SparkQueries.end(program);
    }
  }

  /** Returns the number of the statement that writes a folder. */
  private static int writing() {
    return statements.indexOf(
        statements.stream().filter(each -> each.startsWith("copy")).findFirst().orElseThrow());
  }

  private static Path answers() {
    return folder.resolve("answers");
  }

  /** Waits until executors are warm that come first, and one that comes later. */
  private static void warm(Process program) throws IOException, InterruptedException {
    ExecutorProcesses.awaitWarm(program, spark, 2);
    assertThat(ExecutorProcesses.kill(program)).isEqualTo(1);
    ExecutorProcesses.awaitWarm(program, spark, 3);
    assertThat(answers()).as("nothing has been asked yet").isEmptyDirectory();
  }

  @Test
  void statementsAreAnsweredThoughExecutorsDie() throws IOException {
    assertThat(killed).isEqualTo(1);
    queries.areAnswered(statements, answers());
    assertThat(SparkSessionTest.orphans(folder)).as("what is left of attempts").isEmpty();
    TreeSet<String> executors = SparkQueries.executors(spark);
    assertThat(executors).as("tasks ran there").doesNotContain("driver");
    assertThat(executors).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void framesHaveTheirRecordsAndFunctions() throws IOException {
    queries.framesAreAnswered(folder.resolve("frames.txt"));
  }

  @Test
  void randomQueriesGiveTheSameRows() throws IOException {
    questions.areAnswered();
  }

  @Test
  void aLargeResultLeavesTheDriverSmall() throws IOException {
    SparkLargeResultTest.isRight(folder.resolve("figures.txt"), SparkLargeResultTest.THOUSANDS);
  }
}
