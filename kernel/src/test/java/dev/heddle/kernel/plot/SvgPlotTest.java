package dev.heddle.kernel.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Plots of results, which are read again as XML. */
class SvgPlotTest {
  private final Session session = Heddle.local();

  @AfterEach
  void close() {
    session.close();
  }

  private String plot(String sql, String command) {
    try (QueryResult rows = session.sql(sql).collect()) {
      return SvgPlot.of(rows, PlotCommand.read(command));
    }
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private void assertRefused(String sql, String command, String... parts) {
    assertThatThrownBy(() -> plot(sql, command))
        .hasMessageContainingAll(parts)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void aLineKeepsItsPeaksAndIsThinned() throws Exception {
    String svg =
        plot(
            "select range as i, case when range = 77777 then 1000 else range % 10 end as v"
                + " from range(100000)",
            "line x=i y=v");
    String points =
        parsed(svg)
            .getElementsByTagName("polyline")
            .item(0)
            .getAttributes()
            .getNamedItem("points")
            .getNodeValue();
    List<Double> heights =
        points
            .lines()
            .flatMap(l -> List.of(l.split(" ")).stream())
            .map(point -> Double.valueOf(point.split(",")[1]))
            .toList();
    assertThat(heights).hasSize(4_000);
    assertThat(heights.stream().filter(y -> y < 40)).as("the peak, once").hasSize(1);
    assertThat(svg).contains("thinned by 96000 points");
  }

  @Test
  void nullsAndNanAreLeftOut() throws Exception {
    String svg =
        plot(
            "select * from (values (1, 1.0e0), (2, null), (3, 'NaN'::double), (4, 2.0e0),"
                + " (null, 3.0e0), (5, 'Infinity'::double)) t(x, y)",
            "scatter x=x y=y");
    assertThat(parsed(svg).getElementsByTagName("circle").getLength()).isEqualTo(2);
  }

  @Test
  void barsAreDrawnForEachRowAndSeries() throws Exception {
    String svg = plot("select * from (values ('<a>', 1, 2), ('b', -3, 4)) t(name, p, q)", "bar");
    Document document = parsed(svg);
    assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(1 + 4 + 2);
    assertThat(svg).contains("&lt;a&gt;").doesNotContain("<a>");
  }

  @Test
  void aHistogramCountsEveryRow() {
    try (QueryResult rows = session.sql("select range as i from range(1000)").collect()) {
      PlotData data = PlotData.of(rows, PlotCommand.read("histogram x=i bins=7"));
      double sum = 0;
      for (double count : data.series().getFirst().y()) {
        sum += count;
      }
      assertThat(sum).isEqualTo(1000);
      assertThat(data.series().getFirst().x()).hasSize(8);
    }
  }

  @Test
  void timesHaveMarksAtWholeDaysAndMonths() {
    assertThat(
            plot(
                "select * from (values (date '2024-01-15', 1), (date '2024-06-20', 2)) t(d, v)",
                "line x=d y=v"))
        .contains(">2024-02<", ">2024-06<");
    assertThat(
            plot(
                "select * from (values (timestamp '2024-01-15 00:00:00', 1),"
                    + " (timestamp '2024-01-15 06:00:00', 2)) t(d, v)",
                "line x=d y=v"))
        .contains(">01-15 03:00<");
  }

  @Test
  void marksAreAtRoundNumbers() {
    assertThat(Ticks.numbers(0, 10, 5).marks())
        .extracting(Ticks.Mark::text)
        .containsExactly("0", "2", "4", "6", "8", "10");
    assertThat(Ticks.numbers(0.1, 0.35, 5).marks())
        .extracting(Ticks.Mark::text)
        .containsExactly("0.1", "0.15", "0.2", "0.25", "0.3", "0.35");
    assertThat(Ticks.numbers(0, 4_000_000, 4).marks())
        .extracting(Ticks.Mark::text)
        .containsExactly("0", "1e6", "2e6", "3e6", "4e6");
    assertThat(Ticks.numbers(5, 5, 4).marks()).hasSizeGreaterThan(1);
  }

  @Test
  void wrongRequestsSayWhatThereIs() {
    String sql = "select 1 as price, 'a' as name";
    assertRefused(sql, "line x=price y=prise", "no column \"prise\"", "did you mean \"price\"");
    assertRefused(sql, "bar x=price y=name", "\"name\" is of type VARCHAR", "[price]");
    assertRefused(sql, "pie", "no kind of plot \"pie\"", "histogram");
    assertRefused(sql, "line z=1", "no setting \"z\"");
    assertRefused(sql, "histogram x=price bins=0", "bins=0", "from 1 to");
    assertRefused(sql, "histogram x=price bins=many", "bins=many");
    assertRefused(sql, "histogram x=price y=price", "a histogram counts");
    assertRefused(sql, "line x=\"price y=price", "not closed");
    assertRefused("select 'a' as name", "line", "no numeric column");
    assertRefused("select 1 as a, 2 as b where 1 = 0", "line x=a y=b", "none of 0 rows");
  }
}
