package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipes that the system's command makes. */
@Tag("process")
class NamedPipesTest {
  private static final String TEXT = "é\n".repeat(200_000); // beyond what a pipe holds

  @TempDir private Path folder;
  private Path pipe;

  @BeforeEach
  void makePipe() throws IOException, InterruptedException {
    pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
  }

  @Test
  void isToldFromFilesAndFolders() throws IOException {
    assertThat(NamedPipes.isPipe(pipe)).isTrue();
    assertThat(NamedPipes.isPipe(folder)).isFalse();
    assertThat(NamedPipes.isPipe(Files.writeString(folder.resolve("file"), "x"))).isFalse();
  }

  @Test
  void aFileOfThePipeHasWhatIsWrittenToIt() throws Exception {
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              try (OutputStream out = NamedPipes.write(pipe, NamedPipes.WAIT_MILLIS)) {
                out.write(TEXT.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    Path other = Path.of("").toAbsolutePath().relativize(pipe.toAbsolutePath());
    assertThat(new LocalStorage().stat(other.toString()).sizeBytes()).isPositive();
    StoredFile file = new LocalStorage().stat(pipe.toString());
    assertThat(file.sizeBytes()).isEqualTo(TEXT.getBytes(StandardCharsets.UTF_8).length);
    writer.join();
    try (RangedInput input = new LocalStorage().open(file)) {
      assertThat(new String(input.readArray(3, 3), StandardCharsets.UTF_8)).isEqualTo("é\n");
    }
  }

  @Test
  void anOutputOfThePipeGivesAllToItsReader() throws Exception {
    CompletableFuture<String> reader =
        CompletableFuture.supplyAsync(
            () -> {
              try (InputStream in = NamedPipes.read(pipe, NamedPipes.WAIT_MILLIS)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    byte[] bytes = TEXT.getBytes(StandardCharsets.UTF_8);
    try (PublishedOutput output = new LocalStorage().create(pipe.toString())) {
      output.write(bytes, 0, bytes.length);
      output.publish();
    }
    assertThat(reader.join()).isEqualTo(TEXT);
    assertThat(NamedPipes.isPipe(pipe)).isTrue();
  }

  @Test
  void nobodyAtTheOtherEndIsAnError() {
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() -> NamedPipes.read(pipe, 1))
          .isInstanceOf(HeddleException.class)
          .hasMessage(
              "Cannot read "
                  + pipe
                  + ": it is a named pipe, and no process writes to it within 0 seconds; start that"
                  + " process first");
      assertThatThrownBy(() -> NamedPipes.write(pipe, 1))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("no process reads it");
    }
  }
}
