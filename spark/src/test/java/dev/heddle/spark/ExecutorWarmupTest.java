package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.spark.program.WaitingProgram;
import java.io.IOException;
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
  private static final String WARM = "Heddle is warm after";
  private static final String EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend";

  @TempDir private Path folder;

  @Test
  void executorsAreWarmBeforeTheFirstQuery() throws Exception {
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
      await(program, spark, 2);
      ProcessHandle killed =
          program.descendants().filter(this::isExecutor).findFirst().orElseThrow();
      assertThat(killed.destroyForcibly()).isTrue();
      await(program, spark, 3);
      assertThat(answer).as("nothing has been asked yet").doesNotExist();
      program.getOutputStream().close();
      assertThat(program.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      SparkQueries.end(program);
    }
    assertThat(Files.readString(answer)).contains("499500");
  }

  private boolean isExecutor(ProcessHandle process) {
    return process.info().arguments().map(words -> List.of(words).contains(EXECUTOR)).orElse(false);
  }

  /** Waits until executors have got warm. */
  private static void await(Process program, SparkSubmission spark, int executors)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MAX_MINUTES);
    while (warm(spark) < executors) {
      assertThat(program.waitFor(50, TimeUnit.MILLISECONDS)).as("the program has ended").isFalse();
      assertThat(System.nanoTime()).as("only %s are warm", warm(spark)).isLessThan(end);
    }
  }

  private static int warm(SparkSubmission spark) throws IOException {
    int warm = 0;
    for (Path log : spark.logs()) {
      String text = Files.readString(log);
      assertThat(text).doesNotContain("Heddle could not warm up");
      warm += text.contains(WARM) ? 1 : 0;
    }
    return warm;
  }
}
