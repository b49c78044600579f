package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UdfN;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples of a session's queries, from the switch of its page to the graph. */
class ProfiledSessionTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String QUERY = "select sum(slow(i)) as total from range(20000) r(i)";

  @TempDir private Path folder;

  /** Takes a part of a millisecond. */
  static long slow(long value) {
    double sum = value;
    for (int i = 0; i < 30_000; i++) {
      sum = sum * 1.000001 + i % 7;
    }
    return (long) sum;
  }

  private static void register(WatchedSession watched) {
    watched
        .session()
        .register(
            UserFunction.local(
                "slow",
                (UdfN<Long>) values -> slow((Long) values[0]),
                DataType.INT64,
                DataType.INT64));
  }

  /** Runs the query until one of its runs has samples, which come later; returns its number. */
  private static long sampled(WatchedSession watched, Browser browser) throws Exception {
    while (true) {
      watched.session().sql(QUERY).collect().close();
      for (JsonNode each : JSON.readTree(browser.get("/api/profile").body()).get("queries")) {
        if (each.get("sampled_nanos").asLong() > 0) {
          return each.get("id").asLong();
        }
      }
    }
  }

  private static String way(JsonNode graph, JsonNode part) {
    String name = graph.get("names").get(part.get(0).asInt()).asText();
    int parent = part.get(1).asInt();
    String kind = graph.get("kinds").get(part.get(2).asInt()).asText();
    return (parent < 0 ? "" : way(graph, graph.get("parts").get(parent)) + "/") + kind + ":" + name;
  }

  private static double share(JsonNode graph, String pattern) {
    for (JsonNode part : graph.get("parts")) {
      if (way(graph, part).matches(pattern)) {
        return part.get(5).asDouble() / graph.get("parts").get(0).get(5).asDouble();
      }
    }
    return 0;
  }

  @Test
  void aSlowFunctionIsNamedByNodeAndByCode() throws Exception {
    try (WatchedSession watched = new WatchedSession(folder)) {
      register(watched);
      Browser browser = new Browser(watched.session().dashboard().orElseThrow());
      assertThat(browser.send("POST", "/api/profile/sample?seconds=600").statusCode())
          .isEqualTo(202);
      String path = "/api/query/" + sampled(watched, browser) + "/profile?by=";
      JsonNode byNode = JSON.readTree(browser.get(path + "node").body());
      assertThat(byNode.get("why").asText()).isEmpty();
      assertThat(share(byNode, "root:.*/stage:.*/node:.*/code:\\S*ProfiledSessionTest\\.slow"))
          .isGreaterThan(0.3);
      JsonNode byCode = JSON.readTree(browser.get(path + "code").body());
      assertThat(share(byCode, "root:[^/]*/code:.*/code:\\S*ProfiledSessionTest\\.slow"))
          .isGreaterThan(0.3);
      assertThat(browser.send("POST", "/api/profile/sample?seconds=0").statusCode()).isEqualTo(202);
    }
  }

  @Test
  void aReportOfAFrameHasItsFlameGraph() throws Exception {
    try (WatchedSession watched = new WatchedSession(folder)) {
      register(watched);
      Path report = folder.resolve("report.html");
      watched.session().sql(QUERY.replace("20000", "100000")).report(report.toString());
      assertThat(Files.readString(report))
          .contains("<h3>CPU time</h3>", "<svg class=flame", "ProfiledSessionTest.slow</text>")
          .doesNotContain("<script");
    }
  }
}
