package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs on YARN, whose hosts have Java 17, where there is one on this machine: driver and
 * executors get theirs from an archive.
 */
@Tag("process")
class YarnTest {
  @TempDir private static Path folder;

  private static MiniYarn yarn;
  private static SparkSubmission spark;
  private static SparkQueries queries;

  @BeforeAll
  static void start() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    queries = SparkQueries.in(folder);
    Path archive = JdkArchive.in(folder);
    String jdk = "./jdk/" + JdkArchive.FOLDER;
    yarn = MiniYarn.start(Files.createDirectories(folder.resolve("yarn")), OldJava.homeOrThis());
    List<String> settings =
        List.of(
            "spark.yarn.jars=local:" + SparkSubmission.home().resolve("jars") + "/*",
            "spark.yarn.stagingDir=" + folder.resolve("staging").toUri(),
            "spark.yarn.dist.archives=" + archive.toUri() + "#jdk",
            "spark.executorEnv.JAVA_HOME=" + jdk,
            "spark.yarn.appMasterEnv.JAVA_HOME=" + jdk,
            "spark.yarn.am.memory=512m",
            "spark.executor.memoryOverhead=640m");
    spark =
        SparkSubmission.in(Files.createDirectories(folder.resolve("spark")))
            .to(
                new SparkSubmission.Target(
                    "yarn",
                    settings,
                    Map.of(SparkSubmission.CONFIGURATION, yarn.configuration().toString())));
  }

  @AfterAll
  static void stop() {
    if (yarn != null) {
      yarn.close();
    }
  }

  @Test
  void queriesAreAnsweredInClientMode() throws Exception {
    queries.someAreAnsweredOn(spark, "yarn");
    assertThat(SparkQueries.executors(spark)).contains("1", "2").doesNotContain("driver");
  }

  @Test
  void queriesAreAnsweredInClusterMode() throws Exception {
    queries.someAreAnsweredOn(spark, "yarn-cluster", "spark.submit.deployMode=cluster");
  }

  @Test
  void framesAreAnsweredInClientMode() throws Exception {
    queries.framesAreAnsweredOn(spark, "yarn");
  }

  @Test
  void whatAContainerHasNoMemoryForIsRefused() throws Exception {
    Path output = folder.resolve("output-overhead.txt");
    Process program =
        spark.start(
            output,
            List.of("spark.executor.memoryOverhead=600m"),
            queries.written(List.of("select 1"), "overhead").toString(),
            folder.toString());
    SparkQueries.ends(program);
    assertThat(program.exitValue()).isNotZero();
    assertThat(Files.readString(output))
        .contains(
            "spark.heddle.executor.memory is 256m, but spark.executor.memoryOverhead is 600m, and"
                + " the executor's JVM needs 384m of that; set spark.executor.memoryOverhead=640m"
                + " or spark.heddle.executor.memory=216m");
  }
}
