package dev.heddle.server.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.ui.ReportSettings;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.server.model.SampledQueries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that tell of queries that have run. */
class ReportTest {
  private static final int MEGABYTE = 1_000_000;

  @TempDir private Path folder;
  private Session session;
  private Path file;

  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(2));
    file = folder.resolve("report.html");
    session.execute(
        "copy (select range as id, range % 7 as k from range(200000)) to '"
            + folder.resolve("<script>alert(1)</script>.parquet")
            + "' (row_group_size 20000)");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private String query(String where) {
    return "select k, count(*) as n from '"
        + folder.resolve("<script>alert(1)</script>.parquet")
        + "' where "
        + where
        + " group by k order by n, k";
  }

  private String page() throws IOException {
    String page = Files.readString(file);
    assertThat(page)
        .doesNotContain("<script", "http://", "https://", "src=", "@import")
        .contains("default-src 'none'")
        .endsWith("</html>\n");
    assertThat(page.length()).isLessThan(MEGABYTE);
    try (var beside = Files.list(folder)) {
      assertThat(beside.map(each -> each.getFileName().toString()))
          .noneMatch(name -> name.endsWith(".tmp"));
    }
    return page;
  }

  @Test
  void aFrameTellsOfItself() throws IOException {
    session.sql(query("id >= 100000 and 'x' <> 'password=verysecret1'")).report(file.toString());
    assertThat(page())
        .contains("Query 1, finished")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;.parquet")
        .contains("Aggregate by k")
        .contains("5 of 10")
        .contains("<h3>Findings</h3>\n<p class=soft>None.")
        .contains("<rect ")
        .contains("<td>execution</td>")
        .contains("<td>threads</td><td>2</td>")
        .doesNotContain("verysecret1");
  }

  @Test
  void aSampledQueryHasAFlameGraph() throws IOException {
    QueryReport report = new QueryReport(ReportSettings.of(session.options()));
    SampledQueries.begin(report, 1);
    SampledQueries.sampled(report, 1, SampledQueries.profile());
    SampledQueries.end(report, 1);
    report.write(file, OptionalLong.empty());
    assertThat(page())
        .contains("<h3>CPU time</h3>", "4.30 s of CPU time", "95.8 % in nodes, 2.3 % not known")
        .contains(">HashJoin by a</text><title>HashJoin by a\n3.24 s, 75.3 %; itself 0.0 %</title>")
        .contains(">Prices.slow</text><title>com.example.Prices.slow\n2.20 s, 51.2 %")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;.method");
  }

  @Test
  void aFlameGraphIsBounded() throws IOException {
    QueryReport report = new QueryReport(ReportSettings.of(session.options()));
    SampledQueries.begin(report, 1);
    SampledQueries.sampled(
        report, 1, SampledQueries.random(new Random(1), CpuProfile.MAX_STACKS, 30, 20));
    SampledQueries.end(report, 1);
    report.write(file, OptionalLong.empty());
    String page = page();
    int flame = page.indexOf("<svg class=flame");
    assertThat(page.indexOf("</svg>", flame) - flame).isBetween(50_000, 300_000);
  }

  @Test
  void aQueryThatFailsTellsWhy() throws IOException {
    assertThatThrownBy(() -> session.sql(query("1 // (id - 5) > 0")).report(file.toString()))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("by zero");
    assertThat(page()).contains("Query 1, failed").contains("<p class=bad>").contains("by zero");
    assertThatThrownBy(() -> session.sql("select 1").report(folder + "/none/report.html"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("name another file");
  }

  @Test
  void manyQueriesFillAPageAndNoMore() throws IOException {
    QueryReport report = new QueryReport(ReportSettings.of(session.options()));
    session.addProgressListener(report);
    String padding = "/* " + "long text ".repeat(2_000) + " */ ";
    for (int i = 0; i < 60; i++) {
      session.sql(padding + "select " + i).collect().close();
    }
    session.removeProgressListener(report);
    report.write(file, OptionalLong.empty());
    assertThat(page()).contains("Query 1, finished").contains("further queries are left out");
  }
}
