package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the guide says is not as in DuckDB. */
class SqlDifferencesTest {
  private static final Session SESSION = Heddle.local();

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select 7 / 2 as x | 3
          select count(*) as x from (values (1)) t where t = '1' | 1
          select column2 as x from (values (1, 2)) v | 2
          select t as x from (values (5)) t | 5
          select a as x from unnest([{'a': 1, 'b': 2}]) u | 1
          select x.b as x from unnest([{'a': 1, 'b': 2}]) u(x) | 2
          select cast(date_trunc('month', date '2024-02-09') as varchar) as x | 2024-02-01
          select "A" as x from (select 1 as a, 2 as "A") | 2
          select range as x from range(7, 8) i where i = 7 | 7
          """)
  void means(String sql, String value) {
    DataFrame frame = SESSION.sql(sql);
    try (QueryResult result = frame.collect()) {
      assertThat(String.valueOf(result.iterator().next().value(0))).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select 1 // 0 | Cannot divide 1 by zero
          select 1 from (values ('1')) t(s) where s = 1 | = does not take (VARCHAR, INTEGER)
          select 1 from (values (1)) a(x), (values (1)) b(y) join (values (1)) c(z) on a.x = c.z | no table "a" in [b, c]
          select aA from (select 1 as Aa, 2 as AA) | column name aA is ambiguous
          select 1 from range(3) offset 0.5 | OFFSET takes an integer, not 0.5
          """)
  void isAnError(String sql, String message) {
    assertThatThrownBy(() -> SESSION.sql(sql).collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message);
  }
}
