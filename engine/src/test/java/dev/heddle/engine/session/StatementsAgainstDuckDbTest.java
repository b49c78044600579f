package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Statements, one a line, leave the same behind here and in DuckDB: the last one is a query. Those
 * behind an exclamation mark fail in both.
 */
class StatementsAgainstDuckDbTest {
  @TestFactory
  Stream<DynamicTest> statements() throws IOException {
    List<DynamicTest> all = new ArrayList<>();
    for (String name : List.of("statements.sql", "changes.sql", "alter.sql")) {
      all.addAll(tests(name).toList());
    }
    return all.stream();
  }

  private static Stream<DynamicTest> tests(String name) throws IOException {
    return SqlScripts.read(name).stream()
        .map(
            pair ->
                DynamicTest.dynamicTest(
                    name + ":" + pair.line(), () -> check(pair.heddle(), pair.duckdb())));
  }

  private static void run(List<String> statements, Consumer<String> runner) {
    for (String statement : statements) {
      if (statement.startsWith("! ")) {
        Throwable failure = catchThrowable(() -> runner.accept(statement.substring(2)));
        assertThat(failure).as(statement).isInstanceOf(RuntimeException.class);
      } else {
        runner.accept(statement);
      }
    }
  }

  private static void check(String heddle, String duckdb) {
    assertThat(here(heddle.lines().toList()))
        .as(heddle)
        .isEqualTo(inDuckDb(duckdb.lines().toList()));
  }

  private static List<List<String>> here(List<String> lines) {
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 29);
    try (Session session = Heddle.local(options)) {
      run(lines.subList(0, lines.size() - 1), session::execute);
      try (QueryResult result = session.sql(lines.getLast()).collect()) {
        return texts(QueryRows.of(result));
      }
    }
  }

  private static List<List<String>> inDuckDb(List<String> lines) {
    try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
      run(lines.subList(0, lines.size() - 1), duck::execute);
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
