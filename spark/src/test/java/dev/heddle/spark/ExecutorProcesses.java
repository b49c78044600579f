package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The executors of a program on this host, which are processes below its own. */
final class ExecutorProcesses {
  private static final int MAX_MINUTES = 9;
  private static final String WARM = "Heddle is warm after";
  private static final String EXECUTOR = "org.apache.spark.executor.CoarseGrainedExecutorBackend";

  private ExecutorProcesses() {}

  /** Kills an executor, if there is one; returns how many that are. */
  static int kill(Process program) {
    return program
        .descendants()
        .filter(ExecutorProcesses::isExecutor)
        .findFirst()
        .map(executor -> executor.destroyForcibly() ? 1 : 0)
        .orElse(0);
  }

  private static boolean isExecutor(ProcessHandle process) {
    return process.info().arguments().map(words -> List.of(words).contains(EXECUTOR)).orElse(false);
  }

  /** Waits until executors have got warm. */
  static void awaitWarm(Process program, SparkSubmission spark, int executors)
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

  /** Waits until a file is there, or the program has ended. */
  static void await(Process program, Path file) throws InterruptedException {
    while (program.isAlive() && !Files.exists(file)) {
      if (program.waitFor(20, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }
}
