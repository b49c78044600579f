package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users read whose driver or executors run on an older Java, where there is a Java 17. */
@Tag("process")
class OldJavaTest {
  private static final int MAX_MINUTES = 9;

  @TempDir private static Path folder;

  private static Optional<Path> old;
  private static SparkSubmission spark;

  @BeforeAll
  static void make() throws IOException {
    old = OldJava.home();
    spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
  }

  private static String output(Process program, Path output)
      throws IOException, InterruptedException {
    try {
      assertThat(program.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
      return Files.readString(output);
    } finally {
      program.descendants().forEach(ProcessHandle::destroyForcibly);
      program.destroyForcibly();
    }
  }

  @Test
  void aDriverSaysInOneLineWhatItNeeds() throws Exception {
    assumeThat(old).isPresent();
    Path file = folder.resolve("driver.txt");
    Process program =
        spark.start(old.orElseThrow(), SubmittedMain.class, file, List.of(), "sql", "select 1");
    String output = output(program, file);
    assertThat(output.lines().filter(line -> line.startsWith("error: ")))
        .as(output)
        .singleElement()
        .asString()
        .startsWith("error: Heddle needs Java 25 and the driver runs on Java 17; set JAVA_HOME");
    assertThat(output).doesNotContain("UnsupportedClassVersion", "\tat ");
    assertThat(program.exitValue()).isEqualTo(1);
  }

  @Test
  void anExecutorEndsTheQueryAtOnce() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    assumeThat(old).isPresent();
    Path statements = folder.resolve("statements.sql");
    Files.writeString(statements, "select count(*) from range(1000)\n");
    Path file = folder.resolve("executor.txt");
    Process program =
        spark
            .to(new SparkSubmission.Target("local-cluster[1,1,1024]", List.of(), Map.of()))
            .start(
                file,
                List.of("spark.executorEnv.JAVA_HOME=" + old.orElseThrow()),
                statements.toString(),
                folder.toString());
    String output = output(program, file);
    assertThat(program.exitValue()).as(output).isZero();
    assertThat(Files.readString(folder.resolve("0.txt")))
        .startsWith("UNSUPPORTED Heddle needs Java 25 and an executor runs on Java 17; give");
  }
}
