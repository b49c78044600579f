package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.frame.watch.QueryHandle;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;

/** All pages in Chromium, from Debian's packages chromium and chromium-driver. */
class BrowserTest {
  @TempDir private Path folder;

  @Test
  void showsEachPageWithoutAnError() throws Exception {
    assumeTrue(TestBrowser.isThere(), TestBrowser.MISSING);
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
      try (TestBrowser tested = TestBrowser.open(folder.resolve("profile"))) {
        ChromeDriver browser = tested.driver();
        URI link = watched.session().dashboard().orElseThrow();
        browser.get(link.toString());
        visit(tested, link, "status", "Query");
        assertThat(
                browser.executeAsyncScript(
                    "const [done] = arguments; const button = document.querySelector('.danger');"
                        + " button.focus(); setTimeout(() => done(button.isConnected &&"
                        + " document.activeElement === button), 1300)"))
            .as("a button stays, with its focus, when new states come")
            .isEqualTo(true);
        for (String page :
            List.of(
                "queries",
                "graph",
                "workers",
                "shuffle",
                "storage",
                "system",
                "profile",
                "profile-server")) {
          visit(tested, link, page, "");
        }
        visit(tested, link, "query/" + runningNumber(browser, link), "Text");
        watched.letGo();
        running.result().join().close();
        visit(tested, link, "query/" + runningNumber(browser, link), "Peak memory");
        visit(tested, link, "status", "The last one is shown");
        if (TestBrowser.IS_WHOLE) {
          browser.executeScript("localStorage.setItem('heddle-theme', 'dark')");
          visit(tested, link, "query/" + runningNumber(browser, link), "Peak memory", "-dark");
          visit(tested, link, "status", "", "-dark");
          visit(tested, link, "system", "", "-dark");
        }
        assertThat(tested.errors()).as("errors of the browser's console").isEmpty();
        assertThat(browser.findElements(By.cssSelector("main script"))).isEmpty();
      }
    }
  }

  private static String runningNumber(ChromeDriver browser, URI link) {
    browser.get(link.resolve("/queries").toString());
    await(browser, "Began");
    return browser.findElement(By.cssSelector("tbody tr td:first-child a")).getText();
  }

  private static void visit(TestBrowser tested, URI link, String page, String text)
      throws Exception {
    visit(tested, link, page, text, "");
  }

  private static void visit(TestBrowser tested, URI link, String page, String text, String suffix)
      throws Exception {
    tested.driver().get(link.resolve("/" + page).toString());
    await(tested.driver(), text);
    tested.shot(page.replace('/', '-') + suffix);
  }

  /** Waits until the page is live and has a text. */
  private static void await(ChromeDriver browser, String text) {
    browser.executeAsyncScript(
        "const [text, done] = arguments; const look = () =>"
            + " document.querySelector('.dot.on') && document.body.textContent.includes(text)"
            + " ? setTimeout(done, 100) : setTimeout(look, 50); look();",
        text);
  }
}
