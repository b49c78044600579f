package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.cli.spark.ShippedJar;
import dev.heddle.s3lab.S3Server;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors write and read S3 by the connector of a Spark that has one: where and who are settings
 * of Spark's alone, of which Heddle's own client knows nothing.
 */
@Tag("process")
@EnabledIfSystemProperty(named = "heddle.spark.step", matches = "1")
class SparkS3ConnectorTest {
  /** What the connector needs. */
  private static final Pattern SDK =
      Pattern.compile(
          ".*/(software/amazon|org/reactivestreams|org/apache/httpcomponents)/.*\\.jar");

  private static final Path CONNECTOR = Path.of("..", "spark-home", "target", "s3a");

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

  /** Returns the jars that have the connector, as far as they are wanted, and those of the SDK. */
  private static String connector(Predicate<Path> isWanted) throws IOException {
    try (Stream<Path> own = Files.list(CONNECTOR)) {
      return Stream.concat(
              own.filter(isWanted),
              ShippedJar.classPath().stream()
                  .filter(entry -> SDK.matcher(entry.toString()).matches()))
          .map(jar -> jar.toAbsolutePath().normalize().toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  private static CommandRun onSpark(String connector, String statements)
      throws IOException, InterruptedException {
    return new SparkRuns(folder)
        .onSpark(
            Map.of("AWS_EC2_METADATA_DISABLED", "true"),
            "--conf=spark.driver.extraClassPath=" + connector,
            "--conf=spark.executor.extraClassPath=" + connector,
            "--conf=spark.hadoop.fs.s3a.endpoint=" + server.url(),
            "--conf=spark.hadoop.fs.s3a.endpoint.region=us-east-1",
            "--conf=spark.hadoop.fs.s3a.path.style.access=true",
            "--conf=spark.hadoop.fs.s3a.access.key=" + S3Server.ACCESS_KEY,
            "--conf=spark.hadoop.fs.s3a.secret.key=" + S3Server.SECRET_KEY,
            "--format",
            "csv",
            statements);
  }

  private static String statements(String root) {
    String one = "'" + root + "/one.parquet'";
    String parts = "'" + root + "/parts'";
    return String.join(
        ";",
        "copy (select range as id, range % 5 as k, 'städt ' || range as city from range(50000)) to "
            + one,
        "select count(*), sum(id), max(city) from " + one,
        "copy (select * from " + one + ") to " + parts + " (format parquet, partition_by (k))",
        "copy (select * from "
            + one
            + " where id < 10) to "
            + parts
            + " (format parquet, partition_by (k), append true)",
        "select k, count(*), sum(id), min(city) from " + parts + " group by k order by k",
        "select count(*) from '" + root + "/parts/k=*/*.parquet'",
        "copy (select id from " + one + " where id < 20) to '" + root + "/few.csv' (header)",
        "select sum(id), count(*) from '" + root + "/few.csv'");
  }

  @Test
  void filesAreWrittenAndReadByTheConnectorOfSpark() throws Exception {
    CommandRun spark = onSpark(connector(_ -> true), statements("s3a://lab/connector"));
    assertThat(spark.exit()).as(spark.err()).isZero();
    String here = Files.createDirectory(folder.resolve("here")).toString();
    CommandRun plain =
        new SparkRuns(folder).run(Map.of(), "sql", "--format", "csv", statements(here));
    assertThat(plain.exit()).as(plain.err()).isZero();
    assertThat(plain.out()).contains("50000,1249975000");
    assertThat(spark.out()).isEqualTo(plain.out());
    assertThat(others()).as("what is left of attempts").isEmpty();
  }

  /** Returns what is neither rows nor the record of what counts. */
  private static List<String> others() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("objects"))) {
      return files
          .filter(Files::isRegularFile)
          .map(Path::toString)
          .filter(file -> !file.endsWith(".parquet") && !file.endsWith(".csv"))
          .filter(file -> !file.endsWith("_heddle/last"))
          .toList();
    }
  }

  /** There is the class of the file system, but not all that it loads. */
  @Test
  void aConnectorThatLacksAJarIsRefused() throws Exception {
    String part = connector(jar -> jar.toString().contains("hadoop-aws"));
    CommandRun spark = onSpark(part, "select count(*) from 's3a://lab/nothing.parquet'");
    assertThat(spark.exit()).isNotZero();
    assertThat(spark.out()).isEmpty();
    assertThat(spark.err())
        .contains("Cannot read s3a://lab/nothing.parquet: the file system of s3a lacks a class (")
        .contains("add all jars that it needs")
        .doesNotContain("internal error", "HadoopClient");
  }
}
