package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.scalar;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits whose numbers are expressions, percentages, or go on over ties. */
class ComputedLimitsTest {
  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  private static final String TABLE =
      "create table t as select * from (values (1, 10), (2, 20), (2, 21), (3, 30), (4, 40),"
          + " (5, 50), (null, 60)) q(k, v)";
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    duck.execute(TABLE);
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 3 partitions", Heddle.local(options.withPartitions(3)));
    SESSIONS.values().forEach(session -> session.execute(TABLE));
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  private static List<String> texts(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> texts = new ArrayList<>();
      result.forEach(row -> texts.add(row.toString()));
      return texts;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from t order by v limit 1 + 1",
        "from t order by v limit (select 2)",
        "from t order by v limit (select max(k) - 3 from t) offset (select 1)",
        "from t order by v limit (select null)",
        "from t order by v limit null",
        "from t order by v limit (select 2 where false)",
        "from t order by v offset 1 + 1",
        "from t order by v offset (select min(k) from t)",
        "from t order by v desc limit 2 * 2 offset 1 + 0",
        "from t order by v limit 2.4",
        "from t order by v limit 2.6",
        "from t order by v limit '2'",
        "from t order by v limit 2e0",
        "from t order by v limit (select 2.6)",
        "from t order by v limit 10%",
        "from t order by v limit 50%",
        "from t order by v limit 50 percent",
        "from t order by v limit 50.0 %",
        "from t order by v limit 33.4%",
        "from t order by v limit 28.5%",
        "from t order by v limit 28.6%",
        "from t order by v limit 0%",
        "from t order by v limit 100%",
        "from t order by v limit 30% offset 1",
        "from t order by v offset 1 limit 50%",
        "from t order by v limit 20 + 20%",
        "from t order by v limit (20 + 20)%",
        "from t order by v limit (select 40)%",
        "select v from (from t order by v limit 40%) q order by v desc",
        "select k, (select sum(v) from (from t x order by v limit 50%) z) from t order by v",
        "select count(*) from (from t limit 1 + 2) q",
        "with n as (select 3 as n) from t order by v limit (select n from n)",
        "select v from t union all select v from t order by v limit 2 + 3",
        "select v % 7 as m from t order by v limit 3",
        "select (v % 7) from t order by v limit 3",
      })
  void givesTheRowsOfDuckDb(String sql) {
    List<String> expected = duck.rows(sql).stream().map(List::toString).toList();
    SESSIONS.forEach(
        (how, session) -> assertThat(texts(session.sql(sql))).as(how).isEqualTo(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "from t order by k fetch first 2 rows with ties; [1, 10] [2, 20] [2, 21]",
        "select v from t order by k fetch next 2 rows with ties; [10] [20] [21]",
        "from t order by k, v fetch first 2 rows with ties; [1, 10] [2, 20]",
        "from t order by k offset 2 rows fetch first row with ties; [2, 21]",
        "from t order by k desc nulls first fetch first 1 row with ties; [null, 60]",
        "from t order by v fetch first 30 percent rows only; [1, 10] [2, 20]",
        "from t order by k fetch first (select 2) rows with ties; [1, 10] [2, 20] [2, 21]",
        "from t order by k fetch first 0 rows with ties; ''",
      })
  void takesTheRestOfTheStandard(String sql, String rows) {
    SESSIONS.forEach(
        (how, session) -> {
          List<String> found = new ArrayList<>(texts(session.sql(sql)));
          assertThat(String.join(" ", found).replace("[2, 21] [2, 20]", "[2, 20] [2, 21]"))
              .as(how)
              .isEqualTo(rows);
        });
  }

  @Test
  void framesHaveTheSame() {
    SESSIONS.forEach(
        (how, session) -> {
          DataFrame sorted = session.table("t").sort("v");
          assertThat(texts(sorted.limit(lit(1).plus(1)))).as(how).hasSize(2);
          assertThat(texts(sorted.offset(lit(1).plus(1)).select("v")))
              .as(how)
              .startsWith("[21]")
              .hasSize(5);
          assertThat(
                  texts(
                      sorted
                          .limit(scalar(session.table("t").agg(max("k").named("m"))).minus(2))
                          .select("v")))
              .as(how)
              .containsExactly("[10]", "[20]", "[21]");
          assertThat(texts(sorted.limitPercent(50).select("v")))
              .as(how)
              .containsExactly("[10]", "[20]", "[21]");
          assertThat(texts(session.table("t").sort("k").limitWithTies(2).select("v")))
              .as(how)
              .containsExactlyInAnyOrder("[10]", "[20]", "[21]");
        });
  }

  @Test
  void constantsMakePlainLimits() {
    Session session = SESSIONS.get("optimised");
    String plain = session.sql("from t order by v limit 3 offset 1").explain(ExplainMode.PHYSICAL);
    assertThat(
            session.sql("from t order by v limit 1 + 2 offset 3 - 2").explain(ExplainMode.PHYSICAL))
        .isEqualTo(plain);
    assertThat(
            session
                .sql("from t order by v limit ? + 2 offset ?", 1, 1)
                .explain(ExplainMode.PHYSICAL))
        .isEqualTo(plain);
  }

  @Test
  void mistakesAreNamed() {
    Session session = SESSIONS.get("optimised");
    for (String[] each :
        new String[][] {
          {"from t limit k", "no column \"k\""},
          {"from t limit -1", "LIMIT must not be negative, not -1"},
          {"from t offset -1", "OFFSET must not be negative, not -1"},
          {"from t limit 150%", "150.0 percent; a percentage is from 0 to 100"},
          {"from t limit date '2020-01-01'", "LIMIT takes an integer, not DATE '2020-01-01'"},
          {"from t limit true", "LIMIT takes an integer"},
          {"from t limit (select 1, 2)", "has one column, not 2"},
          {"from t fetch first 2 rows with ties", "WITH TIES needs an ORDER BY"},
        }) {
      assertThatThrownBy(() -> session.sql(each[0]))
          .as(each[0])
          .isInstanceOf(AnalysisException.class)
          .hasMessageContaining(each[1]);
    }
    for (String sql :
        List.of(
            "from t limit (select -1)",
            "from t limit (select k from t)",
            "from t limit 1 - 3",
            "from t limit (select 140)%")) {
      assertThatThrownBy(() -> texts(session.sql(sql)))
          .as(sql)
          .isInstanceOf(HeddleException.class)
          .hasMessageMatching("(?s).*(negative|more than one row|percent).*");
    }
    assertThatThrownBy(() -> session.table("t").limit(col("k")))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot limit: no column \"k\"");
    assertThatThrownBy(() -> session.table("t").limitWithTies(1))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("the frame is not sorted");
    assertThatThrownBy(() -> session.table("t").limitPercent(101))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("101.0 percent");
  }
}
