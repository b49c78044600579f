package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the processes of a cluster show of themselves. It is one cluster: the first test counts what
 * it has done, and the last ones kill its processes.
 */
@Tag("process")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ObserveTest {
  private static final Pattern STATE = Pattern.compile("state at (http://[^\\s]+)");

  @TempDir private static Path folder;
  private static TestCluster cluster;
  private final HttpClient http = HttpClient.newHttpClient();
  private static URI link = URI.create("http://127.0.0.1");
  private static String cookie = "";

  @BeforeAll
  static void start() {
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

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @AfterEach
  void close() {
    http.close();
  }

  @Test
  @Order(1)
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
  @Order(5)
  void aProcessIsReadyWhileItBelongsToAScheduler() throws Exception {
    assertThat(status("scheduler", "/health")).isEqualTo(200);
    assertThat(status("scheduler", "/ready")).isEqualTo(200);
    assertThat(status("worker-0", "/ready")).isEqualTo(200);
    assertThat(status("worker-0", "/readyish")).isEqualTo(404);
    assertThat(status("worker-0", "/")).isEqualTo(404);
    assertThat(status("scheduler", "/status")).as("pages need a link").isEqualTo(401);

    TestCluster.kill(cluster.processes().scheduler());
    TestCluster.await(
        () -> status("worker-0", "/ready") != 200, () -> "a worker that misses its scheduler");
    assertThat(status("worker-0", "/ready")).isEqualTo(503);
    assertThat(body("worker-0", "/ready")).contains("has not joined");
    assertThat(status("worker-0", "/health")).isEqualTo(200);
  }

  @Test
  @Order(2)
  void aQueryIsShownOnTheDashboardOfTheSchedulerAsOnItsSessions() throws Exception {
    run("select l_returnflag, count(*) c from lineitem where l_comment <> 'shown' group by 1");
    enter();
    JsonNode query = await("/api/queries", "FINISHED");
    assertThat(query.get("text").asText()).contains("l_comment <> 'shown'");
    JsonNode all = read("/api/query/" + query.get("id").asLong());
    assertThat(all.get("nodes"))
        .allSatisfy(
            node -> {
              assertThat(node.get("text").asText()).isNotBlank();
              assertThat(node.get("rows").asLong()).isPositive();
              assertThat(node.get("expected_rows").asDouble()).isPositive();
            });
    assertThat(all.get("nodes").get(0).get("operator").asText()).isEqualTo("Scan");
    assertThat(all.get("timeline").get("tasks").asInt()).isGreaterThan(1);
    assertThat(all.get("timeline").get("lanes").get(0).asText()).startsWith("worker ");
    assertThat(all.get("profile").get("scans").get(0).get("rows_read").asLong()).isPositive();
    assertThat(all.get("steps").findValuesAsText("step"))
        .contains("planning", "submission", "execution");
    assertThat(all.get("stages").get(0).get("rows").asLong()).isPositive();
    assertThat(read("/api/workers").get("workers").get(0).get("slots").asInt()).isEqualTo(1);
    JsonNode system = until("/api/system", state -> state.get("processes").size() == 2);
    assertThat(system.get("processes").findValuesAsText("name"))
        .anyMatch(name -> name.startsWith("worker "))
        .anyMatch(name -> name.startsWith("shuffle server "));
    int resident = names(system.get("process_components")).indexOf("resident_bytes");
    assertThat(system.get("processes").get(0).get("samples").get(0).get(resident + 1).asDouble())
        .isGreaterThan(10 << 20);
    assertThat(status("scheduler", "/api/queries")).isEqualTo(401);
  }

  @Test
  @Order(4)
  void aRunningQueryIsSeenWithoutItsSecretsAndWithoutItsWorkerAndCancelledFromThere()
      throws Exception {
    Path data = TpchData.ensure(folder, 0.01, _ -> {});
    enter();
    try (HeddleEngine engine = new HeddleEngine(cluster.options().withPartitions(2))) {
      engine.openTables(data, TpchData.TABLES);
      CompletableFuture<Throwable> error =
          CompletableFuture.supplyAsync(
              () ->
                  catchThrowable(
                      () ->
                          engine.run(
                              "select count(*) from lineitem a, lineitem b, lineitem c"
                                  + " where length(a.l_comment || b.l_comment || c.l_comment) > 2"
                                  + " and a.l_comment <> 'token=planted-secret'")));
      JsonNode query = await("/api/queries", "RUNNING");
      String path = "/api/query/" + query.get("id").asLong();
      until(path, ObserveTest::isInItsLongStage);
      assertThat(query.get("text").asText()).contains("from lineitem a, lineitem b");
      for (String topic : List.of(path, "/api/queries", "/api/status", "/api/graph")) {
        assertThat(read(topic).toString()).contains("***").doesNotContain("planted-secret");
      }
      TestCluster.kill(cluster.processes().workers().getFirst());
      JsonNode lost = until("/api/workers", state -> !state.get("lost_workers").isEmpty());
      assertThat(lost.get("lost_workers").get(0).get("name").asText()).startsWith("worker ");
      assertThat(lost.get("lost_workers").get(0).get("reason").asText()).isNotBlank();
      JsonNode all = until(path, state -> failedTasks(state) > 0);
      assertThat(all.get("state").asText()).isEqualTo("RUNNING");
      assertThat(post("scheduler", path + "/cancel")).as("without the cookie").isEqualTo(401);
      assertThat(send("POST", path + "/cancel").statusCode()).isEqualTo(202);
      assertThat(error.get(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS))
          .hasMessageContaining("cancelled on the cluster's dashboard");
      assertThat(await("/api/queries", "CANCELLED").get("id")).isEqualTo(query.get("id"));
      assertThat(send("POST", path + "/cancel").statusCode()).isEqualTo(409);
    }
    cluster.processes().restartWorker(0);
    cluster.await("its worker", status -> status.slots() == 1);
  }

  @Test
  @Order(3)
  void queriesOfClientsAreSampledWhileTheDashboardAsks() throws Exception {
    enter();
    assertThat(send("POST", "/api/profile/sample?seconds=600").statusCode()).isEqualTo(202);
    assertThat(read("/api/profile").get("sampled_millis").asLong()).isPositive();
    run( // some seconds of work
        "select count(*) from lineitem a join lineitem b on a.l_suppkey = b.l_suppkey");
    JsonNode query = await("/api/queries", "FINISHED");
    JsonNode profile =
        until(
            "/api/query/" + query.get("id").asLong() + "/profile?by=node",
            state -> state.path("processes").toString().contains("worker-0"));
    assertThat(profile.get("why").asText()).isEmpty();
    assertThat(profile.toString()).contains("Join");
    assertThat(send("POST", "/api/profile/sample?seconds=0").statusCode()).isEqualTo(202);
    assertThat(read("/api/profile").get("sampled_millis").asLong()).isZero();
  }

  /** Takes the link that the scheduler has printed, which can be done once. */
  private void enter() throws Exception {
    if (!cookie.isEmpty()) {
      return;
    }
    Matcher found =
        Pattern.compile("queries at (http://[^\\s]+)").matcher(cluster.log("scheduler"));
    assertThat(found.find()).isTrue();
    link = URI.create(found.group(1));
    cookie =
        http.send(HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.ofString())
            .headers()
            .firstValue("Set-Cookie")
            .orElseThrow();
  }

  /** Whether a task runs of the stage that joins. */
  private static boolean isInItsLongStage(JsonNode query) {
    for (JsonNode bar : query.get("timeline").get("bars")) {
      if (bar.get(3).asInt() == 2 && bar.get(5).asInt() == 1) {
        return true;
      }
    }
    return false;
  }

  private static int failedTasks(JsonNode query) {
    int failed = 0;
    for (JsonNode bar : query.get("timeline").get("bars")) {
      failed += bar.get(6).asInt();
    }
    return failed;
  }

  private static List<String> names(JsonNode list) {
    List<String> names = new ArrayList<>();
    list.forEach(each -> names.add(each.asText()));
    return names;
  }

  /** Waits for the first query of a list to be in a state. */
  private JsonNode await(String path, String state) throws Exception {
    return until(path, all -> all.get("queries").path(0).path("state").asText().equals(state))
        .get("queries")
        .get(0);
  }

  /** Reads a topic until it is as wanted. */
  private JsonNode until(String path, Predicate<JsonNode> wanted) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestCluster.MAX_WAIT_SECONDS);
    JsonNode last = read(path);
    while (!wanted.test(last)) {
      assertThat(System.nanoTime()).as("%s is %s", path, last).isLessThan(end);
      TimeUnit.MILLISECONDS.sleep(50);
      last = read(path);
    }
    return last;
  }

  private JsonNode read(String path) throws Exception {
    return new ObjectMapper().readTree(send("GET", path).body());
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(link.resolve(path))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .header("Cookie", cookie)
            .header("Origin", link.getScheme() + "://" + link.getAuthority())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private int post(String process, String path) throws Exception {
    return http.send(
            HttpRequest.newBuilder(URI.create(where(process) + path))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .statusCode();
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

  private int status(String process, String path) throws IOException, InterruptedException {
    return get(process, path).statusCode();
  }

  private String body(String process, String path) throws Exception {
    return get(process, path).body();
  }

  private HttpResponse<String> get(String process, String path)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(where(process) + path)).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Returns where a process shows its state in its last life. */
  private static String where(String process) throws IOException {
    String where = "";
    for (Matcher each = STATE.matcher(cluster.log(process)); each.find(); ) {
      where = each.group(1);
    }
    assertThat(where).as("%s says where it shows its state", process).isNotEmpty();
    return where;
  }
}
