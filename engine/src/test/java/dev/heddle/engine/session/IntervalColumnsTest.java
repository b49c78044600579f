package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intervals below zero and below a millisecond, which Parquet does not hold, and large factors. */
class IntervalColumnsTest {
  private static final String ROWS =
      " (SELECT k, x::interval AS v FROM (VALUES (1, '-2 months'), (2, '-1 days'), (3, '00:00:00'),"
          + " (4, '-00:00:00.000001'), (5, '1 month -29 days'),"
          + " (6, '3 years 2 months -4 days 01:02:03.000004'), (7, NULL)) s(k, x)) t";

  @TempDir Path folder;

  private static List<List<Object>> rows(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return ColumnTypesTest.normalised(QueryRows.of(result));
    }
  }

  @Test
  void haveTheOrderAndTheTextsOfDuckDb() {
    try (Session session = Heddle.local(SessionOptions.defaults().withPartitions(3));
        DuckDbOracle duck = DuckDbOracle.openAlike()) {
      for (String query :
          List.of(
              "SELECT k, v, v::varchar, -v, v < '1 day', v >= '-24 hours', v = '0 days' FROM"
                  + ROWS,
              "SELECT min(v), max(v) FROM" + ROWS,
              "SELECT k % 2, min(v) FILTER (WHERE k > 2), max(v) FROM" + ROWS + " GROUP BY 1",
              "SELECT min(v), max(v), count(DISTINCT v) FROM" + ROWS + " WHERE v IS NULL",
              "SELECT k, greatest(v, '1 day'), least(v, interval (k) hours, NULL) FROM" + ROWS,
              "SELECT k, max(v) OVER (ORDER BY k DESC ROWS 2 PRECEDING), min(v) FILTER (WHERE k >"
                  + " 3) OVER (ORDER BY k), max(v) OVER (PARTITION BY k % 2 ORDER BY k) FROM"
                  + ROWS,
              "SELECT k, max(v) OVER (ORDER BY k), min(v) OVER (ORDER BY k DESC) FROM (VALUES (1,"
                  + " interval '1 month'), (2, interval '30 days'), (3, interval '720 hours'))"
                  + " t(k, v)",
              "SELECT row_number() OVER (ORDER BY v, k), k FROM" + ROWS,
              "SELECT to_microseconds(3000000000), to_microseconds(i * 4000000000) FROM range(3)"
                  + " t(i)",
              "SELECT timestamp '1992-01-01 00:00:00' + interval (i) days FROM range(3) t(i)")) {
        assertThat(rows(session, query))
            .as(query)
            .containsExactlyInAnyOrderElementsOf(ColumnTypesTest.normalised(duck.rows(query)));
      }
    }
  }

  @Test
  void haveTheSameTextInAllPlaces() {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      String query =
          "SELECT v, v::varchar, ([v])::varchar, [v]::varchar[] FROM (SELECT to_months(m) +"
              + " to_days(d) + to_microseconds(n) AS v FROM (SELECT unnest([0, 1, -1, 12, -25]) AS"
              + " m), (SELECT unnest([0, 1, -1, 400]) AS d), (SELECT unnest([0, 1, -1,"
              + " 3600000000, -7200500000, 360000000000]) AS n))";
      try (QueryResult result = session.sql(query).collect()) {
        assertThat(result.rowCount()).isEqualTo(120);
        for (Row row : result) {
          String text = String.valueOf(row.value(0));
          assertThat(row.value(1)).isEqualTo(text);
          assertThat(String.valueOf(row.value(2)).replace("'", "")).isEqualTo("[" + text + "]");
          assertThat(row.value(3)).isEqualTo(List.of(text));
        }
      }
    }
  }

  @Test
  void comeBackFromFilesThatHoldThem() throws Exception {
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      List<List<Object>> expected = rows(session, "SELECT k, v FROM" + ROWS + " ORDER BY k");
      for (String format : List.of("csv", "json", "arrow")) {
        Path file = folder.resolve("intervals." + format);
        session.execute("COPY (SELECT k, v FROM" + ROWS + ") TO '" + file + "'");
        String source =
            format.equals("arrow")
                ? "'" + file + "'"
                : "read_%s('%s', columns = {'k': 'INTEGER', 'v': 'INTERVAL'})"
                    .formatted(format, file);
        assertThat(rows(session, "SELECT k, v FROM " + source + " ORDER BY k")).isEqualTo(expected);
      }
      Path parquet = folder.resolve("intervals.parquet");
      assertThatThrownBy(
              () -> session.execute("COPY (SELECT k, v FROM" + ROWS + ") TO '" + parquet + "'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot write an interval to Parquet that is negative");
    }
  }

  @Test
  void whatIsNoneIsAnErrorWithItsPlace() throws Exception {
    Path csv = Files.writeString(folder.resolve("bad.csv"), "k,v\n1,2 days\n2,1 fortnight\n");
    try (Session session = Heddle.local(SessionOptions.defaults())) {
      String sql =
          "SELECT * FROM read_csv('%s', columns = {'k': 'INTEGER', 'v': 'INTERVAL'})"
              .formatted(csv);
      assertThatThrownBy(() -> rows(session, sql))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("1 fortnight")
          .hasMessageContaining("INTERVAL")
          .hasMessageContaining("line 3");
      for (String product :
          List.of("interval 1 day * 3000000000", "interval 1 hour * 9000000000")) {
        assertThatThrownBy(
                () ->
                    rows(
                        session,
                        "SELECT " + product.replace("*", "* n *") + " FROM (SELECT 1 AS n)"))
            .as(product)
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("out of range");
      }
      assertThatThrownBy(() -> rows(session, "SELECT k FROM" + ROWS + " WHERE v = 'two'"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("two");
    }
  }
}
