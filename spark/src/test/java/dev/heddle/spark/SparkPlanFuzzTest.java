package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.spark.program.RandomQueriesProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random queries over random tables give the same rows on Spark as in this process. */
@Tag("process")
class SparkPlanFuzzTest {
  private static final int SEEDS_A_MINUTE = 20; // at least, on whatever runs them
  private static final int MORE_MINUTES = 8;

  @TempDir private Path folder;

  @Test
  void givesTheSameRowsAsThisProcess() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    RandomQuestions questions =
        RandomQuestions.ask(Files.createDirectories(folder.resolve("questions")));
    SparkSubmission spark =
        SparkSubmission.in(Files.createDirectories(folder.resolve("spark")))
            .to(new SparkSubmission.Target("local-cluster[2,1,2048]", List.of(), Map.of()));
    Path output = folder.resolve("output.txt");
    Process program =
        spark.start(output, RandomQueriesProgram.class, List.of(), questions.folder().toString());
    try {
      int minutes = MORE_MINUTES + RandomQuestions.SEEDS / SEEDS_A_MINUTE;
      assertThat(program.waitFor(minutes, TimeUnit.MINUTES)).isTrue();
      assertThat(program.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      SparkQueries.end(program);
    }
    questions.areAnswered();
    assertThat(EventLog.executors(spark.events()))
        .hasSizeGreaterThan(RandomQuestions.SEEDS / 2)
        .allSatisfy((stage, executors) -> assertThat(executors).as(stage).isNotEmpty())
        .allSatisfy((stage, executors) -> assertThat(executors).as(stage).doesNotContain("driver"));
  }
}
