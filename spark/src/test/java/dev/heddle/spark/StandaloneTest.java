package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs on Spark's own cluster, whose master and workers run on Java 17, where there is one, and
 * start executors on the Java that a setting names. By day {@link ExecutorsComeAndGoTest} has some
 * of it.
 */
@Tag("process")
class StandaloneTest {
  @TempDir private static Path folder;

  private static StandaloneCluster cluster;
  private static SparkSubmission spark;
  private static SparkQueries queries;

  @BeforeAll
  static void start() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    queries = SparkQueries.in(folder);
    cluster =
        StandaloneCluster.start(
            Files.createDirectories(folder.resolve("cluster")), OldJava.homeOrThis(), 2, 1);
    spark =
        SparkSubmission.in(Files.createDirectories(folder.resolve("spark")))
            .to(
                new SparkSubmission.Target(
                    cluster.master(),
                    List.of("spark.executorEnv.JAVA_HOME=" + System.getProperty("java.home")),
                    Map.of()));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  private static List<String> drivers() throws IOException {
    List<String> drivers = new ArrayList<>();
    for (int worker = 0; worker < 2; worker++) {
      try (Stream<Path> files = Files.list(cluster.work(worker))) {
        files
            .map(file -> file.getFileName().toString())
            .filter(name -> name.startsWith("driver-"))
            .forEach(drivers::add);
      }
    }
    return drivers;
  }

  @Test
  void queriesAreAnsweredOnBothWorkers() throws Exception {
    queries.someAreAnsweredOn(spark, "standalone");
    assertThat(SparkQueries.executors(spark)).contains("0", "1").doesNotContain("driver");
  }

  @Test
  void framesAreAnswered() throws Exception {
    queries.framesAreAnsweredOn(spark, "standalone");
  }

  @Test
  void aDriverMayRunOnAWorker() throws Exception {
    queries.someAreAnsweredOn(
        spark,
        "standalone-cluster",
        "spark.submit.deployMode=cluster",
        "spark.standalone.submit.waitAppCompletion=true");
    assertThat(drivers()).as("its folder").hasSize(1);
  }
}
