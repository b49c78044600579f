package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.frame.watch.QueryHandle;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** All pages in Chromium, from Debian's packages chromium and chromium-driver. */
class BrowserTest {
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Path SHOTS = Path.of("target/screenshots");

  @TempDir private Path folder;

  @Test
  void showsEachPageWithoutAnError() throws Exception {
    assumeTrue(
        Files.isExecutable(DRIVER) && Files.isExecutable(BROWSER),
        "no Chromium here: apt-get install chromium chromium-driver");
    Files.createDirectories(SHOTS);
    try (WatchedSession watched =
        new WatchedSession(folder, options -> options.withPartitions(4))) {
      String rows = "'" + watched.file("<script>alert(1)</script>.parquet") + "'";
      watched
          .session()
          .sql("select count(*) as n, sum(id) as s from " + rows + " where id > 150000")
          .collect()
          .close();
      watched
          .session()
          .sql(
              "select k, count(*) as n from FILE group by k order by n desc limit 5"
                  .replace("FILE", rows))
          .collect()
          .close();
      QueryHandle running =
          watched
              .session()
              .submit(
                  watched.waiting(
                      "select a.k, count(*) as n, sum(wait_for_test(a.id)) as s from FILE a join"
                          + " FILE b on a.id = b.id where b.k < 60 group by a.k order by n desc"));
      ChromeDriver browser = browser(folder.resolve("profile"));
      try {
        URI link = watched.session().dashboard().orElseThrow();
        browser.get(link.toString());
        visit(browser, link, "status", "Query");
        assertThat(
                browser.executeAsyncScript(
                    "const [done] = arguments; const button = document.querySelector('.danger');"
                        + " button.focus(); setTimeout(() => done(button.isConnected &&"
                        + " document.activeElement === button), 1300)"))
            .as("a button stays, with its focus, when new states come")
            .isEqualTo(true);
        for (String page : List.of("queries", "graph", "workers", "shuffle", "storage", "system")) {
          visit(browser, link, page, "");
        }
        visit(browser, link, "query/" + runningNumber(browser, link), "Text");
        watched.letGo();
        running.result().join().close();
        visit(browser, link, "query/" + runningNumber(browser, link), "Peak memory");
        visit(browser, link, "status", "The last one is shown");
        browser.executeScript("localStorage.setItem('heddle-theme', 'dark')");
        visit(browser, link, "query/" + runningNumber(browser, link), "Peak memory", "-dark");
        visit(browser, link, "status", "", "-dark");
        visit(browser, link, "system", "", "-dark");
        List<String> errors =
            browser.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.SEVERE.intValue())
                .map(Object::toString)
                .toList();
        assertThat(errors).as("errors of the browser's console").isEmpty();
        assertThat(browser.findElements(By.cssSelector("main script"))).isEmpty();
      } finally {
        browser.quit();
      }
    }
  }

  private static ChromeDriver browser(Path profile) {
    ChromeOptions options = new ChromeOptions();
    options.setBinary(BROWSER.toFile());
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriver browser =
        new ChromeDriver(
            new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile()).build(),
            options);
    browser.manage().timeouts().scriptTimeout(Duration.ofMinutes(1));
    browser.manage().window().setSize(new Dimension(1280, 800));
    return browser;
  }

  private static String runningNumber(ChromeDriver browser, URI link) {
    browser.get(link.resolve("/queries").toString());
    await(browser, "Began");
    return browser.findElement(By.cssSelector("tbody tr td:first-child a")).getText();
  }

  private static void visit(ChromeDriver browser, URI link, String page, String text)
      throws Exception {
    visit(browser, link, page, text, "");
  }

  private static void visit(ChromeDriver browser, URI link, String page, String text, String suffix)
      throws Exception {
    browser.get(link.resolve("/" + page).toString());
    await(browser, text);
    File shot = browser.getScreenshotAs(OutputType.FILE);
    Files.move(
        shot.toPath(),
        SHOTS.resolve(page.replace('/', '-') + suffix + ".png"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Waits until the page is live and has a text. */
  private static void await(ChromeDriver browser, String text) {
    browser.executeAsyncScript(
        "const [text, done] = arguments; const look = () =>"
            + " document.querySelector('.dot.on') && document.body.textContent.includes(text)"
            + " ? setTimeout(done, 300) : setTimeout(look, 50); look();",
        text);
  }
}
