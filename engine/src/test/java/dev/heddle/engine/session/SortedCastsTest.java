package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** First rows by a cast value, whose order is not that of what is cast. */
class SortedCastsTest {
  private static final String LAST =
      " t(k, x)) ORDER BY v DESC, k LIMIT 2"; // the rows with the largest values

  @Test
  void areInTheOrderOfTheCast() {
    check("x::date", "(1, '10000-01-01'), (2, '2020-01-01'), (3, '999-01-01')", 1, 2);
    check("x::interval", "(1, '10 days'), (2, '9 days'), (3, '8 days')", 1, 2);
    check("x::bigint", "(1, '10'), (2, '9'), (3, '8')", 1, 2);
    check("x::ubigint", "(1, '10'), (2, '9'), (3, '8')", 1, 2);
    check("x::double", "(1, '10'), (2, '9'), (3, '1e0')", 1, 2);
    check("x::varchar", "(1, 10), (2, 9), (3, 8)", 2, 3);
    check("x::varchar", "(1, 10::ubigint), (2, 9::ubigint), (3, 8::ubigint)", 2, 3);
    check("x::bigint::varchar::bigint", "(1, 10), (2, 9), (3, 8)", 1, 2);
  }

  @Test
  void haveEqualValuesInTheOrderOfTheNextKey() {
    check("x::integer", "(1, 1.1::double), (2, 1.4::double), (3, 1.2::double)", 1, 2);
    check("x::decimal(3, 0)", "(1, 1.1), (2, 1.4), (3, 1.2)", 1, 2);
    check(
        "x::date",
        "(1, timestamp '2020-01-01 01:00:00'), (2, timestamp '2020-01-01 03:00:00'),"
            + " (3, timestamp '2020-01-01 02:00:00')",
        1,
        2);
    check("x::boolean", "(1, 1), (2, 3), (3, 2)", 1, 2);
    check("x::bigint", "(1, 7::smallint), (2, 9::smallint), (3, 8::smallint)", 2, 3);
  }

  private static void check(String cast, String rows, int... expected) {
    String sql = "SELECT k FROM (SELECT k, " + cast + " AS v FROM (VALUES " + rows + ")" + LAST;
    for (SessionOptions options :
        List.of(SessionOptions.defaults(), SessionOptions.defaults().withoutOptimizer())) {
      try (Session session = Heddle.local(options);
          QueryResult result = session.sql(sql).collect()) {
        assertThat(QueryRows.of(result).stream().map(row -> ((Number) row.getFirst()).intValue()))
            .as(sql)
            .containsExactly(expected[0], expected[1]);
      }
    }
  }
}
