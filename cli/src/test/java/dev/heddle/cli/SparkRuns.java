package dev.heddle.cli;

import dev.heddle.cli.spark.ShippedJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs the command in processes of its own, on a Spark of two executors or without.
 *
 * @param folder of the test
 */
record SparkRuns(Path folder) {
  /** Of the class path of tests, what the command has not. */
  private static final Pattern OF_TESTS =
      Pattern.compile(
          ".*(test-classes|-tests\\.jar|duckdb|junit|assertj|apiguardian|opentest4j|byte-buddy"
              + "|surefire|jmh|trino|grpc|netty|arrow-flight|heddle-flight/|flight/target).*");

  private static final Path CACHE = Path.of("target", "spark-cache");

  CommandRun run(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    return run(classPath(), variables, arguments);
  }

  /** Returns the class path of the command. */
  static List<Path> classPath() {
    return ShippedJar.classPath().stream()
        .filter(entry -> !OF_TESTS.matcher(entry.toString()).matches())
        .map(Path::toAbsolutePath)
        .toList();
  }

  CommandRun run(List<Path> entries, Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(folder, "run");
    return CommandRun.inProcess(own, joined(entries), List.of(), variables, arguments);
  }

  private static String joined(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Runs {@code sql} on Spark. */
  CommandRun onSpark(Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Path home = Path.of("..", "spark-home", "target").toRealPath();
    return onSpark(home, "local-cluster[2,1,1024]", variables, arguments);
  }

  CommandRun onSpark(Path home, String master, Map<String, String> variables, String... arguments)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(folder, "run");
    return CommandRun.of(startOnSpark(own, home, master, variables, arguments), own);
  }

  /** Starts {@code sql} on Spark in a folder of its own. */
  Process startOnSpark(
      Path own, Path home, String master, Map<String, String> variables, String... arguments)
      throws IOException {
    String temporary =
        "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp").toAbsolutePath());
    List<String> words =
        new ArrayList<>(
            List.of(
                "sql",
                "--spark",
                master,
                "--conf",
                "spark.ui.enabled=false",
                "--conf=spark.driver.host=127.0.0.1",
                "--conf=spark.driver.extraJavaOptions=-XX:TieredStopAtLevel=1 " + temporary,
                "--conf=spark.executor.extraJavaOptions=-XX:TieredStopAtLevel=1 " + temporary,
                "--conf=spark.executor.memory=1g",
                "--conf=spark.heddle.executor.warmUp=false",
                "--conf=spark.heddle.executor.memory=256m"));
    words.addAll(List.of(arguments));
    Map<String, String> all = new HashMap<>(variables);
    all.put("SPARK_HOME", home.toString());
    all.put("SPARK_LOCAL_IP", "127.0.0.1");
    all.put("HEDDLE_CACHE", CACHE.toAbsolutePath().toString()); // has the jar for Spark
    return CommandRun.start(own, joined(classPath()), List.of(), all, words.toArray(String[]::new));
  }
}
