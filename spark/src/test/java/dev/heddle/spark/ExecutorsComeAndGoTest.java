package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.spark.program.PersistedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Executors that Spark adds and releases as it needs them. */
@Tag("process")
class ExecutorsComeAndGoTest {
  private static final int LARGE = 4_200_000; // rows that are divided among all slots

  /** Master and workers have an older one, where there is one. */
  private static final String JAVA =
      "spark.executorEnv.JAVA_HOME=" + System.getProperty("java.home");

  private static final Pattern TASKS = Pattern.compile("\"Number of Tasks\":(\\d+)");
  private static final Pattern NAME = Pattern.compile("\"Stage Name\":\"([^\"]*)\"");
  private static final Pattern REMOVED = Pattern.compile("\"Removed Reason\":\"([^\"]*)\"");

  @TempDir private static Path folder;

  private static SparkSubmission spark;
  private static SparkQueries queries;

  @BeforeAll
  static void make() throws IOException {
    queries = SparkQueries.in(folder);
    spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
  }

  private static StandaloneCluster cluster(String name, int cores) throws Exception {
    return StandaloneCluster.start(
        Files.createDirectories(folder.resolve(name)), OldJava.homeOrThis(), 2, cores);
  }

  /** Returns what a pattern finds in events of a kind, in their order. */
  private static List<String> events(SparkSubmission on, String kind, Pattern pattern)
      throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(on.events())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String line : Files.readAllLines(file)) {
          Matcher matcher = pattern.matcher(line);
          if (line.contains("\"" + kind + "\"") && matcher.find()) {
            found.add(matcher.group(1));
          }
        }
      }
    }
    return found;
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.spark.step", matches = "1")
  void queriesRunOnExecutorsThatStartForThem() throws Exception {
    Path large = folder.resolve("large.parquet");
    try (Session session = Heddle.local()) {
      session.execute(
          "copy (select range % 100 as k from range("
              + LARGE
              + ")) to '"
              + large
              + "' (row_group_size 300000)");
    }
    List<String> statements = statements(large, "parts");
    Path answers = Files.createDirectories(folder.resolve("answers"));
    Path output = folder.resolve("output.txt");
    try (StandaloneCluster cluster = cluster("dynamic", 2)) {
      SparkSubmission there =
          spark.to(
              new SparkSubmission.Target(
                  cluster.master(),
                  List.of(
                      JAVA,
                      "spark.heddle.executor.warmUp=" + SparkQueries.areAll(),
                      "spark.executor.cores=2",
                      "spark.dynamicAllocation.enabled=true",
                      "spark.dynamicAllocation.shuffleTracking.enabled=true",
                      "spark.dynamicAllocation.minExecutors=0",
                      "spark.dynamicAllocation.maxExecutors=2",
                      "spark.dynamicAllocation.executorIdleTimeout=1s"),
                  Map.of()));
      SparkQueries.ended(
          there.start(
              output,
              List.of(),
              queries.written(statements, "statements").toString(),
              answers.toString(),
              "idle"),
          output);
      assertThat(events(there, "SparkListenerStageSubmitted", TASKS).getFirst())
          .as("tasks of the first stage: two executors have four cores")
          .isEqualTo("4");
      assertThat(events(there, "SparkListenerExecutorRemoved", REMOVED))
          .as("each query had executors of its own")
          .hasSizeGreaterThanOrEqualTo(statements.size() - 1);
    }
    SparkQueries.areAnswered(statements, statements(large, "parts-here"), answers);
  }

  /** Returns statements of which one writes a folder. */
  private static List<String> statements(Path large, String parts) {
    List<String> statements =
        new ArrayList<>(List.of("select k, count(*) from '" + large + "' group by k order by k"));
    statements.addAll(queries.each(4, folder.resolve(parts).toString()));
    return statements;
  }

  @Test
  void anExecutorThatIsDecommissionedHandsOnWhatItHas() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    Path ready = folder.resolve("ready");
    Path answers = folder.resolve("persisted.txt");
    Path output = folder.resolve("output-persisted.txt");
    try (StandaloneCluster cluster = cluster("decommission", 1)) {
      SparkSubmission there =
          spark.to(
              new SparkSubmission.Target(
                  cluster.master(),
                  List.of(
                      JAVA,
                      "spark.decommission.enabled=true",
                      "spark.storage.decommission.enabled=true",
                      "spark.storage.decommission.replicationReattemptInterval=1s",
                      "spark.storage.decommission.shuffleBlocks.enabled=true"),
                  Map.of()));
      Process program =
          there.start(
              output,
              PersistedProgram.class,
              List.of(),
              queries.facts(),
              ready.toString(),
              answers.toString());
      while (program.isAlive() && !Files.exists(ready)) {
        program.waitFor(20, TimeUnit.MILLISECONDS);
      }
      long executor =
          cluster.workers().getFirst().process().children().findFirst().orElseThrow().pid();
      assertThat(new ProcessBuilder("kill", "-PWR", "" + executor).start().waitFor()).isZero();
      SparkQueries.ended(program, output);
      assertThat(events(there, "SparkListenerExecutorRemoved", REMOVED))
          .anySatisfy(why -> assertThat(why).startsWith("Executor decommission"));
      List<String> stages = events(there, "SparkListenerStageSubmitted", NAME);
      assertThat(stages.stream().filter(name -> name.startsWith("Scan")))
          .as("rows that are persisted are not made again: " + stages)
          .hasSize(1);
    }
    List<String> lines = Files.readAllLines(answers);
    assertThat(lines).hasSizeGreaterThan(2);
    try (Session session = Heddle.local()) {
      PersistedProgram.persisted(session, queries.facts());
      assertThat(lines).containsOnly(PersistedProgram.answer(session));
    }
  }
}
