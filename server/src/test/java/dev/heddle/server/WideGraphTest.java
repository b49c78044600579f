package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.chrome.ChromeDriver;

/** The most stages that a graph shows, in Chromium. */
class WideGraphTest {
  private static final String SHOW =
      """
      const [done] = arguments;
      const node = (stage, i) => ({node: stage * 6 + i, stage, operator: 'Project',
          text: `Project [a${i} = b${i} + 1, a longer expression of more columns]`, rows: 1000 * i,
          expected_rows: 10, busy_nanos: 5, inputs: []});
      const stage = (number, inputs) => ({stage: number, operators: 'Scan → Project', lead_node: number,
          lead_operator: 'Scan', tasks: 8, running: 1, finished: 3, share: .5, inputs, bytes: 1e7,
          read_rows: 10, alike: number % 2 ? [number + 1000, number + 2000] : []});
      const stages = [];
      for (let i = 0; i < 80; i++) stages.push(stage(2 * i, []), stage(2 * i + 1, [2 * i]));
      stages.push(stage(160, stages.map(each => each.stage).filter(each => each % 2)));
      const nodes = stages.flatMap(each => [0, 1, 2, 3, 4, 5].map(i => node(each.stage, i)));
      import('/page/graph.js').then(page => {
        const main = document.createElement('main');
        document.body.replaceChildren(main, document.getElementById('tip') || document.createElement('div'));
        const show = page.mount(main);
        const begun = performance.now();
        show({queries: [{id: 7, state: 'RUNNING', share: .5, elapsed_millis: 5000, stages, nodes, left_out: 12}]});
        done(performance.now() - begun);
      }, error => done(String(error)));
      """;

  @TempDir private Path folder;

  private static long number(ChromeDriver browser, String expression) {
    return ((Number) browser.executeScript("return " + expression)).longValue();
  }

  @Test
  void aWideGraphIsDrawnScrollsAndFits() throws Exception {
    assumeTrue(TestBrowser.isThere(), TestBrowser.MISSING);
    try (WatchedSession watched = new WatchedSession(folder, options -> options);
        TestBrowser tested = TestBrowser.open(folder.resolve("profile"))) {
      ChromeDriver browser = tested.driver();
      browser.get(watched.session().dashboard().orElseThrow().toString());
      tested.until("document.querySelector('.dot.on')");
      assertThat(browser.executeAsyncScript(SHOW)).isInstanceOf(Number.class);
      assertThat(browser.findElements(By.cssSelector(".dag rect.box"))).hasSize(161);
      assertThat(browser.findElements(By.cssSelector(".dag .edge"))).hasSize(160);
      assertThat(tested.text()).contains("Stage 1 and 2 alike", "12 more stages are not drawn");
      String dag = "document.querySelector('.dag')";
      long high = number(browser, dag + ".scrollHeight");
      assertThat(high).isGreaterThan(3 * number(browser, dag + ".clientHeight"));
      tested.shot("wide-graph");
      browser.findElement(By.cssSelector("button[title='Zoom out (-)']")).click();
      assertThat(number(browser, dag + ".scrollHeight")).isBetween(high / 2, high - 1);
      browser.findElement(By.cssSelector("button[title='Fit (f)']")).click();
      assertThat(number(browser, dag + ".scrollHeight"))
          .isEqualTo(number(browser, dag + ".clientHeight"));
      tested.shot("wide-graph-fitted");
      for (Map.Entry<String, Boolean> key : Map.of("0", true, "f", false).entrySet()) {
        browser.findElement(By.cssSelector(".dag")).sendKeys(key.getKey());
        assertThat(number(browser, dag + ".scrollHeight") == high)
            .as("key %s", key.getKey())
            .isEqualTo(key.getValue());
      }
      assertThat(tested.errors()).as("errors of the browser's console").isEmpty();
    }
  }
}
