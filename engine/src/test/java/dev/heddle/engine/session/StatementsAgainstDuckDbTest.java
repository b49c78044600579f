package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Statements, one a line, leave the same behind here and in DuckDB: the last one is a query. */
class StatementsAgainstDuckDbTest {
  @TestFactory
  Stream<DynamicTest> statements() throws IOException {
    return SqlScripts.read("statements.sql").stream()
        .map(
            pair ->
                DynamicTest.dynamicTest(
                    "statements.sql:" + pair.line(), () -> check(pair.heddle(), pair.duckdb())));
  }

  private static void check(String heddle, String duckdb) {
    assertThat(here(heddle.lines().toList()))
        .as(heddle)
        .isEqualTo(inDuckDb(duckdb.lines().toList()));
  }

  private static List<List<String>> here(List<String> lines) {
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 29);
    try (Session session = Heddle.local(options)) {
      lines.subList(0, lines.size() - 1).forEach(session::execute);
      try (QueryResult result = session.sql(lines.getLast()).collect()) {
        return texts(QueryRows.of(result));
      }
    }
  }

  private static List<List<String>> inDuckDb(List<String> lines) {
    try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
      lines.subList(0, lines.size() - 1).forEach(duck::execute);
      return texts(duck.rows(lines.getLast()));
    }
  }

  private static List<List<String>> texts(List<List<@Nullable Object>> rows) {
    return rows.stream()
        .map(row -> row.stream().map(StatementsAgainstDuckDbTest::text).toList())
        .toList();
  }

  private static String text(@Nullable Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros().toPlainString()
        : String.valueOf(value);
  }
}
