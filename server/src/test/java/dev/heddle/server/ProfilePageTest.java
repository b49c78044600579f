package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.server.api.QueryJson;
import dev.heddle.server.model.Board;
import dev.heddle.server.model.BucketUse;
import dev.heddle.server.model.HistoryFolder;
import dev.heddle.server.model.Member;
import dev.heddle.server.model.ProcessSampler;
import dev.heddle.server.model.QueryLog;
import dev.heddle.server.model.QueryRecord;
import dev.heddle.server.model.SampledQueries;
import dev.heddle.server.observe.Probes;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Profiles of queries as pages and JSON, of a board whose queries were sampled. */
class ProfilePageTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private QueryLog queries;
  private SampledBoard board;
  private Dashboard dashboard;

  /** Takes its samples from a test. */
  private static final class SampledBoard implements Board {
    private final QueryLog queries;
    private Duration sampled = Duration.ZERO;
    private Optional<CpuProfile> soFar = Optional.empty();

    SampledBoard(QueryLog queries) {
      this.queries = queries;
    }

    @Override
    public String title() {
      return "Test";
    }

    @Override
    public QueryLog queries() {
      return queries;
    }

    @Override
    public List<Member> members() {
      return List.of();
    }

    @Override
    public List<BucketUse> buckets() {
      return List.of();
    }

    @Override
    public boolean cancel(QueryRecord query) {
      return false;
    }

    @Override
    public String idle(List<QueryRecord> running) {
      return "";
    }

    @Override
    public Duration sampled() {
      return sampled;
    }

    @Override
    public void sample(Duration time) {
      sampled = time;
    }

    @Override
    public Optional<CpuProfile> profileSoFar(QueryRecord query) {
      return soFar;
    }
  }

  @BeforeEach
  void open() {
    queries = new QueryLog(new HistoryFolder(folder.resolve("h"), 100, 1 << 30), new QueryJson());
    board = new SampledBoard(queries);
    dashboard =
        new Dashboard(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            "--test",
            Optional.empty(),
            _ -> false,
            board,
            new ProcessSampler(() -> 0),
            new Probes(Optional::empty, Optional::empty, MetricSnapshots::of));
  }

  @AfterEach
  void close() {
    dashboard.close();
    queries.close();
  }

  private static JsonNode json(Browser browser, String path) throws Exception {
    HttpResponse<String> answer = browser.get(path);
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
    return JSON.readTree(answer.body());
  }

  @Test
  void aQueryThatIsNotSampledTellsWhy() throws Exception {
    Browser browser = new Browser(dashboard.link());
    assertThat(browser.get("/api/query/1/profile").statusCode()).isEqualTo(404);
    SampledQueries.begin(queries, 5);
    assertThat(json(browser, "/api/query/1/profile").get("why").asText())
        .startsWith("This query is not sampled: ");
    board.soFar = Optional.of(CpuProfile.NONE);
    assertThat(json(browser, "/api/query/1/profile").get("why").asText())
        .startsWith("No sample yet");
    board.soFar = Optional.of(SampledQueries.profile());
    JsonNode soFar = json(browser, "/api/query/1/profile?by=code");
    assertThat(soFar.get("why").asText()).isEmpty();
    assertThat(soFar.get("state").asText()).isEqualTo("PLANNING");
    assertThat(soFar.get("in_nodes_nanos").asLong()).isEqualTo(206 * 20_000_000L);
    board.soFar = Optional.empty();
    SampledQueries.end(queries, 5);
    assertThat(json(browser, "/api/query/1/profile").get("why").asText())
        .startsWith("This query was not sampled: ");
    SampledQueries.sampled(queries, 5, CpuProfile.NONE);
    assertThat(json(browser, "/api/query/1/profile").get("why").asText())
        .startsWith("Nothing was sampled");
  }

  @Test
  void theSwitchIsBounded() throws Exception {
    Browser browser = new Browser(dashboard.link());
    assertThat(browser.get("/api/profile/sample").statusCode()).isEqualTo(404);
    assertThat(browser.send("POST", "/api/profile/sample?seconds=90").statusCode()).isEqualTo(202);
    assertThat(json(browser, "/api/profile").get("sampled_millis").asLong()).isEqualTo(90_000);
    HttpResponse<String> refused = browser.send("POST", "/api/profile/sample?seconds=3601");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("seconds is 3601").contains("to 3600");
    assertThat(browser.send("POST", "/api/profile/sample?seconds=0").statusCode()).isEqualTo(202);
    assertThat(board.sampled).isZero();
    assertThat(browser.send("POST", "/api/profile/sample", "Cookie", "a=b").statusCode())
        .isEqualTo(401);
  }

  @Test
  void thisProcessIsProfiledOnceAtATime() throws Exception {
    Browser browser = new Browser(dashboard.link());
    assertThat(browser.get("/api/profile-server/last").statusCode()).isEqualTo(404);
    for (String wrong : List.of("0", "31")) {
      HttpResponse<String> refused = browser.send("POST", "/api/profile-server?seconds=" + wrong);
      assertThat(refused.statusCode()).isEqualTo(400);
      assertThat(refused.body()).contains("seconds is " + wrong).contains("from 1 to 30");
    }
    assertThat(browser.send("POST", "/api/profile-server?seconds=30").statusCode()).isEqualTo(202);
    assertThat(browser.send("POST", "/api/profile-server?seconds=1").statusCode()).isEqualTo(409);
    assertThat(json(browser, "/api/profile-server").get("left_millis").asLong())
        .isBetween(0L, 30_000L);
  }

  @Test
  void aPageShowsWhatThisProcessDid() throws Exception {
    assumeTrue(TestBrowser.isThere(), TestBrowser.MISSING);
    URI link = dashboard.link();
    AtomicBoolean isOver = new AtomicBoolean();
    Thread busy = Thread.ofPlatform().daemon().start(() -> work(isOver));
    try (TestBrowser browser = TestBrowser.open(folder.resolve("browser"))) {
      browser.driver().get(link.toString());
      browser.driver().get(link.resolve("/profile-server").toString());
      browser.until("document.body.textContent.includes('Nothing has been sampled yet')");
      browser
          .driver()
          .findElement(By.cssSelector("button:not(.quiet):not([aria-pressed])"))
          .click();
      browser.until("document.querySelector('.profile:not([hidden])')");
      browser.shot("profile-server");
      browser.driver().findElements(By.cssSelector(".switch button")).get(1).click();
      browser.until("document.querySelector('.switch button:nth-child(2)[aria-pressed=true]')");
      browser.shot("profile-server-allocation");
      if (TestBrowser.IS_WHOLE) {
        browser.driver().executeScript("localStorage.setItem('heddle-theme', 'dark')");
        browser.size(1920, 1080);
        browser.driver().get(link.resolve("/profile-server").toString());
        browser.until("document.querySelector('.profile:not([hidden])')");
        browser.shot("profile-server-dark-wide");
      }
      assertThat(browser.errors()).as("errors of the browser's console").isEmpty();
    } finally {
      isOver.set(true);
      busy.join();
    }
    JsonNode last = json(new Browser(dashboard.link()), "/api/profile-server/last");
    assertThat(last.get("took_millis").asLong()).isGreaterThanOrEqualTo(2_000);
    assertThat(last.get("cpu").get("parts").get(0).get(5).asLong()).isPositive();
    assertThat(last.get("allocation").get("sites").get(0).get("amount").asLong()).isPositive();
  }

  /** Takes CPU time and memory, so that there is something to sample. */
  private static void work(AtomicBoolean isOver) {
    List<byte[]> kept = new ArrayList<>();
    while (!isOver.get()) {
      kept.add(new byte[1_000]);
      if (kept.size() > 10_000) {
        kept.clear();
      }
    }
  }

  private static void graphIsThere(TestBrowser browser) {
    browser.until("document.querySelector('.profile:not([hidden])')");
  }

  @Test
  void aPageShowsZoomsAndFinds() throws Exception {
    assumeTrue(TestBrowser.isThere(), TestBrowser.MISSING);
    SampledQueries.begin(queries, 5);
    SampledQueries.end(queries, 5);
    SampledQueries.sampled(queries, 5, SampledQueries.profile());
    SampledQueries.begin(queries, 6);
    URI link = dashboard.link();
    try (TestBrowser browser = TestBrowser.open(folder.resolve("browser"))) {
      browser.driver().get(link.toString());
      browser.driver().get(link.resolve("/profile").toString());
      graphIsThere(browser);
      browser.shot("profile");
      assertThat(browser.text())
          .contains("4.30")
          .contains("Prices.slow")
          .contains("start with " + SampledQueries.HOSTILE);
      WebElement search = browser.driver().findElement(By.cssSelector("input[type=search]"));
      search.sendKeys("com.example.prices");
      browser.until("document.body.textContent.includes('51\\u202f%, 2.20\\u202fs in 1 part')");
      browser.shot("profile-search");
      WebElement canvas = browser.driver().findElement(By.cssSelector(".flame canvas"));
      canvas.click();
      canvas.sendKeys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER);
      browser.shot("profile-zoom");
      canvas.sendKeys(Keys.ESCAPE);
      browser.driver().findElements(By.cssSelector(".switch button")).getLast().click();
      browser.until("location.search.includes('by=code')");
      browser.until("document.querySelector('.legend').textContent.includes('your code')");
      browser.shot("profile-code");
      browser.driver().findElement(By.cssSelector("button[role=switch]")).click();
      browser.until("document.querySelector('button[role=switch].on')");
      if (TestBrowser.IS_WHOLE) {
        browser.driver().executeScript("localStorage.setItem('heddle-theme', 'dark')");
        browser.size(1920, 1080);
        browser.driver().get(link.resolve("/profile?query=1&by=node").toString());
        graphIsThere(browser);
        browser.shot("profile-dark-wide");
      }
      browser.driver().get(link.resolve("/profile?query=2").toString());
      browser.until("document.body.textContent.includes('This query is not sampled')");
      browser.shot("profile-none-dark");
      assertThat(browser.errors()).as("errors of the browser's console").isEmpty();
      assertThat(browser.driver().findElements(By.cssSelector("main script"))).isEmpty();
    }
  }
}
