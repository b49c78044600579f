package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.QueryHandle;
import dev.heddle.io.testing.DuckDbOracle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Numbers in FROM are made row by row: however many there are, no list has them. */
class NumberSeriesTest {
  private static final String TRILLION = "range(1000000000000)";

  private final Session session =
      Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(40 << 20));

  private static List<List<@Nullable Object>> rows(Session session, String sql) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (session;
        QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < result.schema().size(); i++) {
          values.add(row.isNull(i) ? null : row.value(i));
        }
        rows.add(values);
      }
    }
    return rows;
  }

  private static List<@Nullable Object> one(Session session, String sql) {
    return rows(session, sql).getFirst();
  }

  @Test
  void moreThanFitIntoMemoryAreCounted() {
    assertThat(one(session, "select count(*), sum(range) from range(20000000)"))
        .hasToString("[20000000, 199999990000000]");
  }

  @Test
  void aLimitEndsThemAndACancelToo() {
    try (session) {
      try (QueryResult first = session.sql("select * from " + TRILLION + " limit 3").collect()) {
        assertThat(first.rowCount()).isEqualTo(3);
      }
      QueryHandle endless =
          session
              .submit(session.sql("select sum(range % 7) from " + TRILLION))
              .cancelAfter(Duration.ofMillis(1));
      assertThatThrownBy(() -> endless.result().join())
          .isInstanceOf(CompletionException.class)
          .hasMessageContaining("it was not over after PT0.001S");
    }
  }

  @Test
  void aStepOfZeroIsRefused() {
    try (session) {
      assertThatThrownBy(() -> session.sql("select * from range(1, 5, 0)").collect())
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessage("Cannot make a range by steps of 0; state another step");
    }
  }

  @Test
  void numbersAreThoseOfDuckDb() {
    List<String> queries =
        List.of(
            "select * from generate_series(5, -5, -3)",
            "select * from range(5, 1)",
            "select * from range(-3, 20, 4)",
            "select * from range(10000) t(i) where i % 4096 in (0, 4095) order by i",
            "select * from generate_series(9223372036854775805, 9223372036854775807)",
            "select * from generate_series(-9223372036854775807, -9223372036854775800, 3)",
            "select x, i from (values (3), (null), (0), (2)) t(x), range(x) r(i) order by 1, 2",
            "select x, i from (values (3), (null), (0), (5000)) t(x) left join lateral range(x)"
                + " r(i) on true where i is null or i % 999 = 1 order by 1, 2",
            "select x, y, i from (values (3, -1), (-3, 1), (2, 5)) t(x, y),"
                + " generate_series(x, y, y - x) r(i) order by 1, 2, 3",
            "select count(*), count(distinct i), min(s), max(s) from (values ('a'), ('b')) t(s),"
                + " range(length(s) * 9000) r(i)");
    try (session;
        DuckDbOracle duck = DuckDbOracle.open()) {
      for (String query : queries) {
        Session own = Heddle.local(SessionOptions.defaults().withThreads(2));
        assertThat(rows(own, query)).as(query).hasToString(duck.rows(query).toString());
      }
    }
  }

  @Test
  void positionsCountThem() {
    assertThat(
            rows(
                session,
                "select x, i, o from (values (2), (null), (0)) t(x)"
                    + " left join lateral range(x) with ordinality r(i, o) on true"
                    + " order by x nulls last, o"))
        .hasToString("[[0, null, null], [2, 0, 1], [2, 1, 2], [null, null, null]]");
  }
}
