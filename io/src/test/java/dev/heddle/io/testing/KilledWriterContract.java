package dev.heddle.io.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a write owes when its process is killed at a random point: the folder is whole, and the next
 * write leaves no orphan. A subclass names the storage.
 */
public abstract class KilledWriterContract {
  private static final long SEED = 20_26;

  @TempDir private Path temporary;

  /** Makes the contract for a subclass. */
  protected KilledWriterContract() {}

  /** Returns the storage. */
  protected abstract Storage storage();

  /**
   * Returns the path of a folder that no test has used.
   *
   * @param empty a local folder
   */
  protected abstract String newFolder(Path empty);

  /** Returns everything that lies below a folder, visible or not; paths relative to it. */
  protected abstract Set<String> everything(String folder);

  /** Returns the class whose main method is {@link WritingProcess#run}. */
  protected abstract Class<?> process();

  /** Returns flags for its JVM. */
  protected List<String> flags() {
    return List.of();
  }

  /** Returns how many processes are killed; {@code -Dheddle.kills=40} for a longer run. */
  protected int kills() {
    return Integer.getInteger("heddle.kills", 4);
  }

  @Test
  void afterAKillTheFolderIsWholeAndTheNextWriteCleansUp() throws Exception {
    Random random = new Random(SEED);
    Storage storage = storage();
    String folder = newFolder(temporary);
    WritingProcess.write(storage, folder, 0);
    for (int kill = 0; kill < kills(); kill++) {
      int calls = 1 + random.nextInt(120);
      killAfter(calls, folder);
      String what = "seed " + SEED + ", kill " + kill + " after " + calls + " calls";
      Set<String> generations = new TreeSet<>();
      List<StoredFile> files = storage.resolve(folder, List.of());
      files.forEach(f -> generations.add(f.name().substring(0, f.name().indexOf('-'))));
      assertThat(generations).as(what).hasSize(1);
      assertThat(files).as(what).hasSize(WritingProcess.FILES);
      for (StoredFile file : files) {
        try (RangedInput input = storage.open(file)) {
          byte[] bytes = input.readArray(0, (int) file.sizeBytes());
          assertThat(new String(bytes, StandardCharsets.UTF_8)).as(what).endsWith(file.name());
        }
      }
      WritingProcess.write(storage, folder, 0);
      Set<String> expected =
          storage.resolve(folder, List.of()).stream()
              .map(f -> f.path().substring(folder.length() + 1))
              .collect(Collectors.toCollection(TreeSet::new));
      expected.add("_heddle/last");
      assertThat(everything(folder)).as(what).isEqualTo(expected);
    }
  }

  private void killAfter(int calls, String folder) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("--sun-misc-unsafe-memory-access=allow", "-XX:TieredStopAtLevel=1", "-Xmx128m"));
    command.addAll(flags());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(process().getName(), folder));
    Process process =
        new ProcessBuilder(command).redirectError(temporary.resolve("stderr").toFile()).start();
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
