package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.TpchData;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the processes of a cluster show of themselves. */
@Tag("process")
class ObserveTest {
  private static final Pattern STATE = Pattern.compile("state at (http://[^\\s]+)");

  @TempDir private Path folder;
  private TestCluster cluster;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void start() {
    cluster =
        new TestCluster(
            folder.resolve("cluster"),
            1,
            1,
            null,
            List.of(
                "--http",
                "127.0.0.1:0",
                "--event-log",
                folder.resolve("events").toString(),
                "--ui-history",
                folder.resolve("history").toString()),
            List.of("--http", "127.0.0.1:0"));
  }

  @AfterEach
  void close() {
    cluster.close();
    http.close();
  }

  @Test
  void aJobIsSeenInMetricsAndInItsEventLog() throws Exception {
    run("select count(*) c from lineitem where l_comment <> 'a-text-of-mine'");

    assertThat(body("scheduler", "/metrics"))
        .contains("heddle_workers 1.0", "heddle_shuffle_servers 1.0", "heddle_jobs_open 0.0")
        .contains("heddle_jobs_done_total 1.0", "heddle_jobs_failed_total 0.0")
        .contains("jvm_memory_used_bytes");
    Matcher finished =
        Pattern.compile("heddle_tasks_finished_total ([0-9.]+)")
            .matcher(body("worker-0", "/metrics"));
    assertThat(finished.find()).isTrue();

    List<JsonNode> lines = events();
    assertThat(lines.stream().map(line -> line.get("event").asText()))
        .startsWith("job_submitted")
        .endsWith("job_ended")
        .contains("task_sent", "task_finished", "result_complete", "result_taken");
    assertThat(lines.stream().filter(ObserveTest::isFinish))
        .isNotEmpty()
        .allMatch(line -> line.get("micros").asLong() > 0);
    long done = lines.stream().filter(ObserveTest::isFinish).count();
    assertThat((long) Double.parseDouble(finished.group(1))).isEqualTo(done);
    long rows =
        lines.stream()
            .filter(line -> isFinish(line) && line.get("stage").asInt() == 0)
            .mapToLong(line -> line.get("rows").asLong())
            .sum();
    assertThat(stages(lines).get(0).get("rows").asLong()).isEqualTo(rows);
    assertThat(lines.toString()).doesNotContain("a-text-of-mine");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("events"))))
        .isEqualTo("rwx------");
  }

  @Test
  void aProcessIsReadyWhileItBelongsToAScheduler() throws Exception {
    assertThat(status("scheduler", "/health")).isEqualTo(200);
    assertThat(status("scheduler", "/ready")).isEqualTo(200);
    assertThat(status("worker-0", "/ready")).isEqualTo(200);
    assertThat(status("worker-0", "/readyish")).isEqualTo(404);
    assertThat(status("worker-0", "/")).isEqualTo(404);
    assertThat(status("scheduler", "/status")).as("pages need a link").isEqualTo(401);

    TestCluster.kill(cluster.processes().scheduler());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestCluster.MAX_WAIT_SECONDS);
    while (status("worker-0", "/ready") == 200 && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(status("worker-0", "/ready")).isEqualTo(503);
    assertThat(body("worker-0", "/ready")).contains("has not joined");
    assertThat(status("worker-0", "/health")).isEqualTo(200);
  }

  @Test
  void aJobIsShownOnTheDashboardOfItsScheduler() throws Exception {
    run("select count(*) c from lineitem where l_comment <> 'shown'");
    Matcher link = Pattern.compile("queries at (http://[^\\s]+)").matcher(cluster.log("scheduler"));
    assertThat(link.find()).isTrue();
    String cookie =
        http.send(
                HttpRequest.newBuilder(URI.create(link.group(1))).build(),
                HttpResponse.BodyHandlers.ofString())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow();
    JsonNode query = null;
    while (query == null || !query.get("state").asText().equals("FINISHED")) {
      query = read(link.group(1), "/api/queries", cookie).get("queries").path(0);
      query = query.isMissingNode() ? null : query;
      Thread.onSpinWait();
    }
    assertThat(query.get("text").asText()).contains("l_comment <> 'shown'");
    assertThat(
            read(link.group(1), "/api/workers", cookie).get("workers").get(0).get("slots").asInt())
        .isEqualTo(1);
    assertThat(status("scheduler", "/api/queries")).isEqualTo(401);
  }

  private JsonNode read(String link, String path, String cookie) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(link).resolve(path)).header("Cookie", cookie).build();
    return new ObjectMapper()
        .readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
  }

  private void run(String sql) throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(2))) {
      engine.openTables(data, TpchData.TABLES);
      engine.run(sql);
      cluster.awaitEndOfJobs();
    }
  }

  private List<JsonNode> events() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder.resolve("events"))) {
      files = all.toList();
    }
    assertThat(files).hasSize(1);
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(files.getFirst())) {
      lines.add(new ObjectMapper().readTree(line));
    }
    return lines;
  }

  private static boolean isFinish(JsonNode line) {
    return line.get("event").asText().equals("task_finished");
  }

  private static JsonNode stages(List<JsonNode> lines) {
    return lines.stream()
        .filter(line -> line.get("event").asText().equals("result_complete"))
        .findFirst()
        .orElseThrow()
        .get("stages");
  }

  private int status(String process, String path) throws Exception {
    return get(process, path).statusCode();
  }

  private String body(String process, String path) throws Exception {
    return get(process, path).body();
  }

  private HttpResponse<String> get(String process, String path) throws Exception {
    Matcher where = STATE.matcher(cluster.log(process));
    assertThat(where.find()).as("%s says where it shows its state", process).isTrue();
    return http.send(
        HttpRequest.newBuilder(URI.create(where.group(1) + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
