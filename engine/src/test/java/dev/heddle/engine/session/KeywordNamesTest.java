package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A word that DuckDB takes for a name is one here too, wherever a name can stand. */
class KeywordNamesTest {
  /** An operator follows a column, whatever comes behind it. */
  private static final Set<String> OPERATORS = Set.of("between");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1 as ?",
        "select ? from (select 1 as \"?\") t",
        "select t.? from (select 1 as \"?\") t",
        "select x from (select 1 as x) ? where ?.x = 1",
        "with ? as (select 1 as x) select * from ?",
        "select x ? from (select 1 as x) t",
        "select max(x) over ? from (select 1 as x) t window ? as (order by x)",
        "select ? + 1 from (select 1 as \"?\") t group by ? order by ?"
      })
  void keywordsAreNames(String form) throws SQLException {
    List<String> refused = new ArrayList<>();
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 28))) {
      for (List<Object> row : duck.rows("select distinct keyword_name from duckdb_keywords()")) {
        String word = row.getFirst().toString();
        String query = form.replace("?", word);
        if (takes(duck, query) && !takes(session, query)) {
          refused.add(word);
        }
      }
    }
    refused.removeIf(word -> form.contains("x ?") && OPERATORS.contains(word));
    assertThat(refused).isEmpty();
  }

  private static boolean takes(DuckDbOracle duck, String query) throws SQLException {
    try (Statement statement = duck.connection().createStatement()) {
      return statement.execute(query);
    } catch (SQLException _) {
      return false;
    }
  }

  private static boolean takes(Session session, String query) {
    try {
      return session.sql(query).schema().size() == 1;
    } catch (AnalysisException _) {
      return false;
    } catch (HeddleException e) {
      throw new AssertionError(query, e);
    }
  }
}
