package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.UiOptions;
import dev.heddle.frame.watch.QueryHandle;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a session's dashboard shows over HTTP. */
class DashboardTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> PAGES =
      List.of(
          "status",
          "queries",
          "graph",
          "workers",
          "shuffle",
          "storage",
          "profile",
          "profile-server",
          "system");

  @TempDir private Path folder;

  private static JsonNode json(Browser browser, String path) throws Exception {
    HttpResponse<String> answer = browser.get(path);
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    return JSON.readTree(answer.body());
  }

  /** Asks until a query with a text is listed. */
  private static JsonNode listed(Browser browser, String text, String state) throws Exception {
    while (true) {
      for (JsonNode query : json(browser, "/api/queries").get("queries")) {
        if (query.get("text").asText().contains(text)
            && query.get("state").asText().equals(state)) {
          return query;
        }
      }
      Thread.onSpinWait();
    }
  }

  @Test
  void showsAQueryWhileItRunsAndAfterwards() throws Exception {
    try (WatchedSession watched = new WatchedSession(folder)) {
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      QueryHandle handle =
          watched
              .session()
              .submit(
                  watched.waiting(
                      "select sum(wait_for_test(id)) as total from FILE where id >= 0"));
      JsonNode running = listed(browser, "as total", "RUNNING");
      assertThat(running.get("text").asText()).startsWith("select sum(wait_for_test(id))");
      JsonNode status = json(browser, "/api/status");
      assertThat(status.get("running").asInt()).isEqualTo(1);
      assertThat(status.get("idle").asText()).isEmpty();
      assertThat(status.get("queries").get(0).get("stages").get(0).get("operators").asText())
          .contains("Scan");
      assertThat(status.get("workers").get(0).get("memory_limit_bytes").asLong()).isPositive();
      watched.letGo();
      try (QueryResult rows = handle.result().get()) {
        assertThat(rows.rowCount()).isOne();
      }
      long id = listed(browser, "as total", "FINISHED").get("id").asLong();
      JsonNode all = json(browser, "/api/query/" + id);
      assertThat(all.get("share").asDouble()).isEqualTo(1);
      assertThat(all.get("rows").asLong()).isEqualTo(200_000);
      assertThat(all.get("failure").isNull()).isTrue();
      assertThat(json(browser, "/api/status").get("idle").asText()).isEqualTo("No query runs.");
    }
  }

  @Test
  void everyPageAndItsDataAreThere() throws Exception {
    try (WatchedSession watched = new WatchedSession(folder)) {
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      for (String page : PAGES) {
        HttpResponse<String> html = browser.get("/" + page);
        assertThat(html.statusCode()).as(page).isEqualTo(200);
        assertThat(html.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
        assertThat(json(browser, "/api/" + page).get("title").asText()).startsWith("Session");
        assertThat(browser.get("/page/" + page + ".js").statusCode()).as(page).isEqualTo(200);
      }
      for (String file : List.of("app", "ui", "query", "uplot")) {
        assertThat(browser.get("/page/" + file + ".js").headers().firstValue("Content-Type"))
            .contains("text/javascript; charset=utf-8");
      }
      assertThat(browser.get("/favicon.ico").statusCode()).isEqualTo(200);
      assertThat(browser.get("/page/../secret").statusCode()).isEqualTo(404);
      assertThat(browser.get("/nothing").statusCode()).isEqualTo(404);
      assertThat(browser.get("/api/nothing").statusCode()).isEqualTo(404);
      assertThat(browser.get("/events?topic=nothing").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void namesAreDataAndNeverMarkup() throws Exception {
    String name = "<script>alert(1)</script>";
    try (WatchedSession watched = new WatchedSession(folder)) {
      watched.session().execute("create table \"" + name + "\" as select 1 as a");
      watched.session().sql("select a from \"" + name + "\"").collect().close();
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      long id = listed(browser, "select a from", "FINISHED").get("id").asLong();
      HttpResponse<String> data = browser.get("/api/query/" + id);
      assertThat(JSON.readTree(data.body()).get("text").asText()).contains(name);
      assertThat(data.headers().firstValue("Content-Type")).contains("application/json");
      assertThat(data.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
      assertThat(browser.get("/query/" + id).body()).doesNotContain("alert");
    }
  }

  @Test
  void onlyAPostOfSomebodyWhoIsLetInCancels() throws Exception {
    try (WatchedSession watched = new WatchedSession(folder)) {
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      QueryHandle handle =
          watched.session().submit(watched.waiting("select sum(wait_for_test(id)) from FILE"));
      String cancel =
          "/api/query/"
              + listed(browser, "wait_for_test", "RUNNING").get("id").asLong()
              + "/cancel";
      assertThat(browser.get(cancel).statusCode()).isEqualTo(404);
      assertThat(browser.send("POST", cancel, "Cookie", "heddle-1=x").statusCode()).isEqualTo(401);
      assertThat(browser.send("POST", cancel, "Origin", "http://evil.example").statusCode())
          .isEqualTo(403);
      assertThat(browser.send("PUT", cancel).statusCode()).isEqualTo(405);
      assertThat(handle.progress().state().isEnd()).isFalse();
      assertThat(browser.send("POST", cancel, "Origin", browser.base().toString()).statusCode())
          .isEqualTo(202);
      watched.letGo();
      assertThatThrownBy(() -> handle.result().join())
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("cancelled");
      listed(browser, "wait_for_test", "CANCELLED");
      assertThat(browser.send("POST", cancel).statusCode()).isEqualTo(409);
    }
  }

  @Test
  void secretsAreNeitherShownNorKept() throws Exception {
    String secret = "wJalrXUtnFEMIK7MDENGbPxRfiCY";
    String history;
    try (WatchedSession watched = new WatchedSession(folder)) {
      watched.session().execute("create table t as select 'x' as password, 1 as a");
      List<String> texts =
          List.of(
              "select a as one from t where password = '" + secret + "'",
              "select a as two from t where 's3a://AKIAIOSFODNN7EXAMPLE:" + secret + "@b/k' <> ''",
              "select a as three from t where 'http://h/k?X-Amz-Signature=" + secret + "' <> ''");
      texts.forEach(text -> watched.session().sql(text).collect().close());
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      List<String> shown = new ArrayList<>();
      for (String word : List.of("as one", "as two", "as three")) {
        long id = listed(browser, word, "FINISHED").get("id").asLong();
        shown.add(browser.get("/api/query/" + id).body());
      }
      for (String page : PAGES) {
        shown.add(browser.get("/api/" + page).body());
      }
      assertThat(shown).allSatisfy(text -> assertThat(text).doesNotContain(secret, "AKIA"));
      assertThat(shown.getFirst()).contains("password = '***'");
      history = watched.history().toString();
    }
    try (Stream<Path> files = Files.list(Path.of(history))) {
      List<Path> all = files.toList();
      assertThat(all).hasSizeGreaterThanOrEqualTo(3);
      for (Path file : all) {
        assertThat(Files.readString(file)).doesNotContain(secret, "AKIA");
        assertThat(Files.getPosixFilePermissions(file))
            .isEqualTo(Set.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
      }
    }
  }

  @Test
  void aQueryIsStillThereAfterARestart() throws Exception {
    JsonNode before;
    try (WatchedSession watched = new WatchedSession(folder)) {
      watched.session().sql("select 1 as remembered").collect().close();
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      long id = listed(browser, "remembered", "FINISHED").get("id").asLong();
      before = json(browser, "/api/query/" + id);
    }
    try (WatchedSession watched = new WatchedSession(folder)) {
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      JsonNode listed = listed(browser, "remembered", "FINISHED");
      assertThat(json(browser, "/api/query/" + listed.get("id").asLong())).isEqualTo(before);
      watched.session().sql("select 2 as later").collect().close();
      assertThat(listed(browser, "later", "FINISHED").get("id").asLong())
          .isGreaterThan(before.get("id").asLong());
    }
  }

  @Test
  void beyondLoopbackItNeedsATokenAndTls() {
    UiOptions open = UiOptions.ofPort(0).withHost("0.0.0.0").withHistory(folder);
    assertThatThrownBy(() -> Heddle.local(SessionOptions.defaults().withUi(open)))
        .isInstanceOfSatisfying(
            HeddleException.class,
            error -> assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessage(
            "Cannot show the dashboard at 0.0.0.0, which others reach, without a token and TLS:"
                + " name a security folder that has both (--security, UiOptions.withSecurity), or a"
                + " loopback address such as 127.0.0.1 (--ui-listen, UiOptions.withHost)");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    try (WatchedSession watched = new WatchedSession(folder)) {
      URI link = watched.session().dashboard().orElseThrow();
      UiOptions same = UiOptions.ofPort(link.getPort()).withHistory(folder);
      assertThatThrownBy(() -> Heddle.local(SessionOptions.defaults().withUi(same)))
          .isInstanceOfSatisfying(
              HeddleException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.IO))
          .hasMessageStartingWith("Cannot show status at /127.0.0.1:" + link.getPort());
    }
  }
}
