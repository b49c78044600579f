package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.client.ProcessCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The training runs to its end: the launcher hides its failures, which only cost speed. */
@Tag("process")
class ClusterWarmupTest {
  @Test
  void everyQueryOfTheTrainingRuns(@TempDir Path folder) throws Exception {
    run(folder, "dev.heddle.startup.TrainingFiles");
    assertThat(folder.resolve("kinds.parquet")).isNotEmptyFile();
    run(folder, "dev.heddle.cli.TrainingMain", "1");
  }

  private static void run(Path folder, String main, String... arguments) throws Exception {
    Path said = folder.resolve("said.txt");
    Process process =
        new ProcessBuilder(ProcessCommand.likeThis(main, List.of()).words(main, List.of(arguments)))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    List<String> lines = List.of();
    if (process.waitFor() != 0) {
      lines = Files.readAllLines(said);
    }
    assertThat(lines.subList(Math.max(0, lines.size() - 20), lines.size()))
        .as("the end of what a failure says")
        .isEmpty();
    assertThat(process.exitValue()).isZero();
  }
}
