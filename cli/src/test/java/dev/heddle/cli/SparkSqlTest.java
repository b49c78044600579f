package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** {@code heddle sql --spark} on executors writes what it writes without. */
@Tag("process")
class SparkSqlTest {
  /**
   * Does what {@code bin/spark-submit} of a distribution does: asks the launcher for the command,
   * which it prints behind a line with a zero byte, each word ended by one, and becomes it.
   */
  private static final String SUBMIT =
      """
      #!/usr/bin/env bash
      export SPARK_HOME=$(cd "$(dirname "$0")/.." && pwd)
      echo "$@" > "$SPARK_HOME/submitted"
      exec 3< <("$JAVA_HOME/bin/java" -Xmx128m -cp "$SPARK_HOME/jars/*" \\
        org.apache.spark.launcher.Main org.apache.spark.deploy.SparkSubmit "$@")
      while IFS= read -r remark <&3 && [ -n "$remark" ]; do :; done
      words=()
      while IFS= read -r -d '' word <&3; do words+=("$word"); done
      exec 3<&-
      exec "${words[@]}"
      """;

  /** By day one executor, which spares the start of a second one. */
  private static final String MASTER =
      Effort.isWhole() ? "local-cluster[2,1,1024]" : "local-cluster[1,2,1024]";

  @TempDir private static Path folder;

  @BeforeAll
  static void make() {
    assertThat(
            CommandRun.here(
                    "sql",
                    "-o",
                    facts().toString(),
                    "select range as id, range % 10 as k, case when range % 7 = 0 then null else"
                        + " 'städt ' || (range % 333) end as city from range(50000)")
                .exit())
        .isZero();
  }

  private static Path facts() {
    return folder.resolve("facts.parquet");
  }

  private static CommandRun here(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("sql"));
    words.addAll(List.of(arguments));
    return new SparkRuns(folder).run(Map.of(), words.toArray(String[]::new));
  }

  private static String error(CommandRun run) {
    return run.err()
        .lines()
        .filter(line -> line.startsWith("error: "))
        .collect(Collectors.joining("\n"));
  }

  private static final String SCRIPT =
      """
      select k, count(*) as c, sum(id) as s, min(city) as m from t group by k order by k;
      create view v as select id, city from t where city is not null;
      -- ; no end
      select a.city, count(*) as n from v a join v b on a.id = b.id + 7 group by a.city
      order by n desc, a.city limit 20;
      select 'ü;''"' as text, 1.50 as d, cast($text as varchar) as given;
      select cast(city as integer) as n from t where id = 5;
      select 1 as never;
      """;

  /** A script whose last statement but one fails, by the script of a distribution. */
  @Test
  void aScriptWritesTheSameUntilItFails() throws Exception {
    isTheSame(distribution(), "csv");
    assertThat(Files.readString(distribution().resolve("submitted")))
        .contains("--deploy-mode client");
  }

  /** Without such a script Spark's launcher is asked for the command. */
  @Test
  void soItDoesInAnotherFormatByTheLauncher() throws Exception {
    assumeThat(Integer.getInteger("heddle.spark.step", 0)).as("at night").isEqualTo(1);
    isTheSame(Path.of("..", "spark-home", "target").toRealPath(), "json");
  }

  private static void isTheSame(Path home, String format) throws Exception {
    Path script = Files.writeString(folder.resolve("script.sql"), SCRIPT);
    String[] words = {
      "--format", format, "-t", "t=" + facts(), "-f", script.toString(), "-p", "text=a 'b\""
    };
    CommandRun spark = new SparkRuns(folder).onSpark(home, MASTER, Map.of(), words);
    CommandRun plain = here(words);
    assertThat(spark.out())
        .as(spark.err())
        .isEqualTo(plain.out())
        .contains("städt 0")
        .contains("ü;'")
        .contains("a 'b")
        .doesNotContain("never");
    assertThat(error(plain)).contains("städt 5");
    assertThat(error(spark)).as(spark.err()).isEqualTo(error(plain));
    assertThat(spark.exit()).isEqualTo(plain.exit());
    assertThat(spark.err()).as("Spark's progress is not of interest").doesNotContain(" INFO ");
  }

  /** Spark stops at a signal, and what still ran fails by that. */
  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aSignalEndsItWithoutAnError() throws Exception {
    Path own = Files.createDirectories(folder.resolve("ended"));
    Process process =
        new SparkRuns(folder)
            .startOnSpark(
                own,
                Path.of("..", "spark-home", "target").toRealPath(),
                "local[1]",
                Map.of(),
                "--format",
                "csv",
                "select 'begun' as b; select count(*) from range(1000000000) a,"
                    + " range(1000000) b where a.range % 7 < b.range % 5");
    Path out = own.resolve(CommandRun.OUT);
    while (process.isAlive() && !Files.readString(out).contains("begun")) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    process.destroy();
    CommandRun ended = CommandRun.of(process, own);
    assertThat(ended.out()).as(ended.err()).contains("begun");
    assertThat(ended.exit()).isEqualTo(128 + 15);
    assertThat(error(ended)).isEmpty();
  }

  @Test
  void wrongUsesAreRefusedBeforeSparkStarts() throws Exception {
    assertThat(CommandRun.here("sql", "--conf", "spark.executor.memory=1g", "select 1").err())
        .isEqualTo(
            "error: Cannot use --conf spark.executor.memory=1g without Spark: name it by --spark"
                + " MASTER\n");
    assertThat(CommandRun.here("sql", "--spark", "yarn", "--conf", "memory=1g", "select 1").err())
        .contains("Cannot use --conf memory=1g: write KEY=VALUE");
    assertThat(
            CommandRun.here("sql", "--spark", "yarn", "--cluster", "127.0.0.1:7420", "select 1")
                .err())
        .contains("Cannot use both --spark and --cluster 127.0.0.1:7420");
    CommandRun nowhere =
        new SparkRuns(folder)
            .run(Map.of("SPARK_HOME", folder.toString()), "sql", "--spark", "yarn", "select 1");
    assertThat(nowhere.exit()).isEqualTo(1);
    assertThat(nowhere.err())
        .contains("SPARK_HOME is " + folder)
        .contains("has no jars/spark-core_*.jar; name the folder of a Spark 4.2.0");
  }

  private static Path distribution() throws IOException {
    Path home = folder.resolve("distribution");
    if (!Files.exists(home)) {
      Path jars = Path.of("..", "spark-home", "target", "jars").toRealPath();
      Files.createDirectories(home);
      Files.createSymbolicLink(home.resolve("jars"), jars);
      Path script = Files.createDirectories(home.resolve("bin")).resolve("spark-submit");
      Files.writeString(script, SUBMIT);
      assertThat(script.toFile().setExecutable(true)).isTrue();
    }
    return home;
  }

  /** Returns the class path of a command whose own classes are in a folder. */
  private static List<Path> installed(Path root) throws IOException {
    Path classes = Files.createDirectories(root.resolve("cli/target/classes"));
    List<Path> entries = new ArrayList<>();
    for (Path entry : SparkRuns.classPath()) {
      if (entry.endsWith("cli/target/classes")) {
        try (Stream<Path> files = Files.walk(entry)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Path copy = classes.resolve(entry.relativize(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(file, copy);
          }
        }
        entries.add(classes);
      } else {
        entries.add(entry);
      }
    }
    assertThat(entries).contains(classes);
    return entries;
  }

  @Test
  void anInstalledCommandSaysWhatSparkItNeeds() throws Exception {
    CommandRun run =
        new SparkRuns(folder)
            .run(
                installed(folder.resolve("installed")),
                Map.of("SPARK_HOME", ""),
                "sql",
                "--spark",
                "yarn",
                "select 1");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .isEqualTo(
            "error: Cannot run on Spark: SPARK_HOME is not set; unpack Apache Spark 4.2.0 for Scala"
                + " 2.13 (or org.apache.spark:spark-sql_2.13:4.2.0, for YARN"
                + " org.apache.spark:spark-yarn_2.13:4.2.0 too, and all that they need, as jars in"
                + " a folder jars), then write SPARK_HOME=/path/of/spark heddle sql --spark MASTER"
                + " ...\n");
  }

  @Test
  void aCheckoutFetchesSparkAndSaysWhyItCannot() throws Exception {
    Path root = folder.resolve("checkout");
    List<Path> entries = installed(root);
    Path maven = Files.createDirectories(root.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho no network\nexit 3\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        Files.createDirectories(root.resolve("spark-home")).resolve("pom.xml"), "<project/>");
    CommandRun run =
        new SparkRuns(folder)
            .run(entries, Map.of("SPARK_HOME", ""), "sql", "--spark", "local[1]", "select 1");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err())
        .contains("heddle: SPARK_HOME is not set: fetching the jars of Spark 4.2.0 by bin/mvn")
        .contains("error: Cannot fetch the jars of Spark: " + maven)
        .contains(" ended with 3: no network");
  }
}
