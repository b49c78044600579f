package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server says at its start what it would else fail of at its first batch. */
@Tag("process")
class LaunchFlagTest {
  @Test
  void aServerWithoutTheFlagNamesIt() throws Exception {
    assertThat(start())
        .startsWith("MISSING_LAUNCH_FLAG Cannot serve Arrow Flight: ")
        .contains("--add-opens=java.base/java.nio=ALL-UNNAMED", "docs/guide/java.md");
  }

  @Test
  void aServerWithTheFlagStarts() throws Exception {
    assertThat(start("--add-opens=java.base/java.nio=ALL-UNNAMED")).startsWith("listens at ");
  }

  private static String start(String... flags) throws Exception {
    String[] command = new String[flags.length + 4];
    command[0] = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    System.arraycopy(flags, 0, command, 1, flags.length);
    command[flags.length + 1] = "-cp";
    command[flags.length + 2] = System.getProperty("java.class.path");
    command[flags.length + 3] = FlaglessServer.class.getName();
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return out;
  }
}
