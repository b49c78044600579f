package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.spark.program.WaitingProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors of an open session get warm before there is a query, also those that come later. */
@Tag("process")
class ExecutorWarmupTest {
  private static final int MAX_MINUTES = 9;

  @TempDir private Path folder;

  @Test
  void executorsAreWarmBeforeTheFirstQuery() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    SparkSubmission spark = SparkSubmission.in(Files.createDirectories(folder.resolve("spark")));
    Path output = folder.resolve("output.txt");
    Path answer = folder.resolve("answer.txt");
    Process program =
        spark.start(
            output,
            WaitingProgram.class,
            List.of(),
            "select count(*), sum(range) from range(1000)",
            answer.toString(),
            folder.resolve("millis.txt").toString());
    try {
      ExecutorProcesses.awaitWarm(program, spark, 2);
      assertThat(ExecutorProcesses.kill(program)).isEqualTo(1);
      ExecutorProcesses.awaitWarm(program, spark, 3);
      assertThat(answer).as("nothing has been asked yet").doesNotExist();
      program.getOutputStream().close();
      assertThat(program.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      SparkQueries.end(program);
    }
    assertThat(Files.readString(answer)).contains("499500");
  }
}
