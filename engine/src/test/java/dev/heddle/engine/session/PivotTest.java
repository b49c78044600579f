package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * PIVOT whose values are found, as rows change; its results are compared with DuckDB's elsewhere.
 */
class PivotTest {
  private static final String PIVOT = "pivot sales on quarter using sum(amount) group by region";

  private final Session session =
      Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));

  @BeforeEach
  void create() {
    session.execute(
        "create table sales as select * from values ('n', 1, 10), ('n', 2, 20), ('s', 1, 5)"
            + " v(region, quarter, amount)");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> columns(String sql) {
    return session.sql(sql).schema().names();
  }

  @Test
  void findsNewValuesEachTimeTheTextIsBound() {
    session.execute("create view pivoted as " + PIVOT);
    assertThat(columns(PIVOT)).containsExactly("region", "1", "2");
    session.execute("insert into sales values ('s', 4, 1)");
    assertThat(columns(PIVOT)).containsExactly("region", "1", "2", "4");
    assertThat(columns("from pivoted")).containsExactly("region", "1", "2", "4");
  }

  @Test
  void saysInExplainThatAQueryHasRun() {
    assertThat(explained(PIVOT)).contains("a query has run for the values of PIVOT");
    assertThat(explained(PIVOT.replace("quarter", "quarter in (1)")))
        .doesNotContain("a query has run");
  }

  private String explained(String sql) {
    List<Object> lines = new ArrayList<>();
    session.execute("explain " + sql, result -> lines.addAll(QueryRows.of(result.rows())));
    return lines.toString();
  }

  @Test
  void refusesMoreThanTenThousandColumns() {
    assertThat(columns("pivot (select i from range(10000) t(i)) on i using count(*)"))
        .hasSize(10_000);
    assertThatThrownBy(() -> columns("pivot (from range(10001) t(i)) on i using count(*)"))
        .hasMessageContaining("PIVOT makes more than 10000 columns; choose values with IN");
    assertThatThrownBy(
            () -> columns("pivot (select i, i as k from range(101) t(i)) on i, k using count(*)"))
        .hasMessageContaining("PIVOT makes more than 10000 columns");
  }

  @Test
  void refusesWhatHasNoValues() {
    assertThatThrownBy(() -> columns("pivot (from sales where false) on quarter, region, amount"))
        .hasMessageContaining("PIVOT makes no column: its key has no value");
    assertThatThrownBy(() -> columns("pivot sales on quarter using amount"))
        .hasMessageContaining("PIVOT computes aggregates, and this is none");
    assertThatThrownBy(
            () ->
                columns(
                    "select (select count(*) from (pivot (select a.amount as k) on k)) from sales"
                        + " a"))
        .hasMessageContaining("needs its values: write IN");
  }
}
