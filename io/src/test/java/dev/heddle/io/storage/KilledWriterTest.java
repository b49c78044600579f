package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.testing.WritingProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KilledWriterTest {
  /** {@code -Dheddle.kills=40} for a longer run. */
  private static final int KILLS = Integer.getInteger("heddle.kills", 10);

  private static final long SEED = 20_26;

  @TempDir private Path temporary;

  @Test
  void afterAKillTheFolderIsWholeAndTheNextWriteCleansUp() throws Exception {
    Random random = new Random(SEED);
    Storage storage = Storages.of("x");
    String folder = temporary.resolve("t").toString();
    WritingProcess.write(storage, folder, 0);
    for (int kill = 0; kill < KILLS; kill++) {
      int calls = 1 + random.nextInt(400);
      killAfter(calls, folder);
      String what = "seed " + SEED + ", kill " + kill + " after " + calls + " calls";
      Set<String> generations = new TreeSet<>();
      List<StoredFile> files = storage.resolve(folder, List.of());
      files.forEach(f -> generations.add(f.name().substring(0, f.name().indexOf('-'))));
      assertThat(generations).as(what).hasSize(1);
      assertThat(files).as(what).hasSize(WritingProcess.FILES);
      files.forEach(f -> assertThat(Path.of(f.path())).content().endsWith(f.name()));
      WritingProcess.write(storage, folder, 0);
      Set<String> expected =
          storage.resolve(folder, List.of()).stream()
              .map(f -> f.path().substring(folder.length() + 1))
              .collect(Collectors.toCollection(TreeSet::new));
      expected.add("_heddle/last");
      assertThat(everything()).as(what).isEqualTo(expected);
    }
  }

  private Set<String> everything() throws IOException {
    Path root = temporary.resolve("t");
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(f -> root.relativize(f).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private void killAfter(int calls, String folder) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LocalWritingProcess.class.getName(),
                folder)
            .redirectError(temporary.resolve("stderr").toFile())
            .start();
    try (InputStream told = process.getInputStream()) {
      for (int i = 0; i < calls; i++) {
        assertThat(told.read())
            .as("it ended: %s", Files.readString(temporary.resolve("stderr")))
            .isEqualTo('.');
      }
    } finally {
      process.destroyForcibly().waitFor(); // SIGKILL
    }
  }
}
