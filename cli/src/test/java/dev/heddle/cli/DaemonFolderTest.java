package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.cli.daemon.DaemonFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The launcher looks for a server where the server listens. */
@Tag("process")
class DaemonFolderTest {
  @Test
  void theLauncherAndTheServerAgreeOnThePlace() throws Exception {
    String lines =
        Files.readAllLines(Path.of("..", "bin", "heddle")).stream()
            .filter(line -> line.contains("daemon=$"))
            .collect(Collectors.joining("\n"));
    assertThat(lines.lines()).hasSize(2);
    for (Map<String, String> variables :
        List.of(
            Map.of("XDG_RUNTIME_DIR", "/run/user/1", "HOME", "/home/a", "HEDDLE_CACHE", "/c"),
            Map.of("XDG_RUNTIME_DIR", "", "HOME", "/home/a"),
            Map.of("HOME", "/home/a"),
            Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "/x"),
            Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "", "HEDDLE_CACHE", ""),
            Map.of("HOME", "/home/a", "XDG_CACHE_HOME", "/x", "HEDDLE_CACHE", "/c"),
            Map.of("HEDDLE_CACHE", "/c"))) {
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-c", "set -eu\n" + lines + "\nprintf %s \"$daemon\"");
      builder.environment().clear();
      builder.environment().putAll(variables);
      Process process = builder.start();
      String place = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isZero();
      assertThat(place).as("%s", variables).isEqualTo(DaemonFolder.of(variables).path().toString());
    }
  }
}
