package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.cli.flags.ProcessFlags;
import dev.heddle.io.storage.CacheFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that is started without a security folder is its user's own. */
@Tag("process")
class QuickStartTest {
  @Test
  void theTokenOfAClusterOnThisHostIsForItsUserAndGoesWithIt(@TempDir Path folder)
      throws Exception {
    Path file;
    try (TestCluster cluster = new TestCluster(folder, 1, 1, null, List.of(), List.of())) {
      String address = cluster.processes().address();
      file =
          CacheFolder.path()
              .resolve("clusters/" + ProcessFlags.address("--scheduler", address).getPort());
      String token = Files.readString(file).strip();
      Path cache = CacheFolder.path();
      assertThat(run(cache, "sql", "--cluster", address, "select 41 + 1 as answer")).contains("42");
      assertThat(run(cache, "status", "--cluster", address))
          .contains("worker-0")
          .contains("  select 41 + 1 as answer");
      JsonNode status =
          new ObjectMapper().readTree(run(cache, "status", "--json", "--cluster", address));
      assertThat(status.path("workers").get(0).path("name").asText()).isEqualTo("worker-0");
      assertThat(status.path("jobs_done").asInt()).isEqualTo(1);
      JsonNode ended = status.path("ended_jobs").get(0);
      assertThat(ended.path("query").asText()).isEqualTo("select 41 + 1 as answer");
      assertThat(ended.path("failure").isNull()).isTrue();
      watches(cache, address);
      assertThat(run(folder.resolve("strangers"), "status", "--cluster", address))
          .contains("is not the one of this cluster")
          .contains("--security FOLDER");
      assertThat(saidBy(cluster, folder)).noneMatch(said -> said.contains(token));
    }
    assertThat(file).doesNotExist();
  }

  /** Reads what is printed again and again. */
  private static void watches(Path cache, String address) throws IOException {
    List<String> words = List.of("status", "--watch", "--json", "--cluster", address);
    ProcessBuilder builder = new ProcessBuilder(TestCluster.java().words("status", words));
    builder.environment().put("HEDDLE_CACHE", cache.toString());
    Process process = builder.start();
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      long before = -1;
      for (int i = 0; i < 3; i++) {
        long up = new ObjectMapper().readTree(lines.readLine()).path("up_millis").asLong();
        assertThat(up).isGreaterThan(before);
        before = up;
      }
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs a command as a user would who has his files there, and returns what it says. */
  private static String run(Path cache, String... words) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(TestCluster.java().words(words[0], List.of(words)))
            .redirectErrorStream(true);
    builder.environment().put("HEDDLE_CACHE", cache.toString());
    return new String(builder.start().getInputStream().readAllBytes(), UTF_8);
  }

  /** Returns command lines, logs and all other files of a cluster. */
  private static List<String> saidBy(TestCluster cluster, Path folder) throws IOException {
    List<String> said = new ArrayList<>();
    List<Process> processes = new ArrayList<>(cluster.processes().workers());
    processes.addAll(cluster.processes().shuffleServers());
    processes.add(cluster.processes().scheduler());
    processes.forEach(each -> said.add(each.info().commandLine().orElse("")));
    try (var files = Files.walk(folder)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        said.add(Files.readString(each, ISO_8859_1));
      }
    }
    return said;
  }
}
