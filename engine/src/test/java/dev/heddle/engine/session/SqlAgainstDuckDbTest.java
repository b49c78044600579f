package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries over the same Parquet files here and in DuckDB give the same rows: optimised and as
 * written, in one partition and in seven, and with each stage sent as bytes. On each run each query
 * is run optimised and about each second one in one of the other ways too, by night all in all.
 */
class SqlAgainstDuckDbTest {
  private static final double TOLERANCE = 1e-9;

  @TempDir static Path folder;

  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 29);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 7 partitions", Heddle.local(options.withPartitions(7)));
    SESSIONS.put("sent as bytes, in 3 partitions", EncodingStageRunner.session(options, 3));
    SmallShop.QUERIES.forEach(SqlAgainstDuckDbTest::table);
  }

  private static void table(String name, String query) {
    Path file = folder.resolve(name + ".parquet");
    duck.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    duck.execute("CREATE VIEW " + name + " AS FROM '" + file + "'");
    for (Session session : SESSIONS.values()) {
      session.createView(name, session.read().parquet(file.toString()));
    }
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  @TestFactory
  Stream<DynamicTest> subqueries() throws IOException {
    return tests("subqueries.sql");
  }

  @TestFactory
  Stream<DynamicTest> joins() throws IOException {
    return tests("joins.sql");
  }

  @TestFactory
  Stream<DynamicTest> aggregates() throws IOException {
    return tests("aggregates.sql");
  }

  @TestFactory
  Stream<DynamicTest> windows() throws IOException {
    return tests("windows.sql");
  }

  @TestFactory
  Stream<DynamicTest> expressions() throws IOException {
    return tests("expressions.sql");
  }

  @TestFactory
  Stream<DynamicTest> nested() throws IOException {
    return tests("nested.sql");
  }

  @TestFactory
  Stream<DynamicTest> setsAndOrders() throws IOException {
    return tests("sets.sql");
  }

  @TestFactory
  Stream<DynamicTest> shortForms() throws IOException {
    return tests("friendly.sql");
  }

  @TestFactory
  Stream<DynamicTest> recursions() throws IOException {
    return tests("recursive.sql");
  }

  @TestFactory
  Stream<DynamicTest> shapes() throws IOException {
    return tests("shapes.sql");
  }

  @TestFactory
  Stream<DynamicTest> columnsAndOperators() throws IOException {
    return tests("columns.sql");
  }

  private static Stream<DynamicTest> tests(String script) throws IOException {
    return SqlScripts.read(script).stream()
        .map(
            pair ->
                DynamicTest.dynamicTest(
                    script + ":" + pair.line() + " " + pair.heddle(), () -> check(pair)));
  }

  private static void check(SqlScripts.Pair pair) {
    List<List<@Nullable Object>> expected = normalised(duck.rows(pair.duckdb()));
    int turn = 1 + pair.line() % (4 * (SESSIONS.size() - 1)); // of a quarter there is one
    int way = 0;
    for (Map.Entry<String, Session> session : SESSIONS.entrySet()) {
      boolean isTurn = way == 0 || way == turn;
      way++;
      if (!isTurn && !Effort.isWhole()) {
        continue;
      }
      List<List<@Nullable Object>> actual = normalised(rows(session.getValue(), pair.heddle()));
      compare(session.getKey(), pair, actual, expected);
    }
  }

  private static List<List<@Nullable Object>> rows(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return QueryRows.of(result);
    }
  }

  private static List<List<@Nullable Object>> normalised(List<List<@Nullable Object>> rows) {
    return rows.stream()
        .map(row -> row.stream().<@Nullable Object>map(SqlAgainstDuckDbTest::normalised).toList())
        .toList();
  }

  private static Object normalised(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Double number -> number;
      case Float number -> (double) number;
      case BigDecimal number -> number;
      case BigInteger number -> new BigDecimal(number);
      case Number number -> BigDecimal.valueOf(number.longValue());
      default -> value.toString();
    };
  }

  private static void compare(
      String how,
      SqlScripts.Pair pair,
      List<List<@Nullable Object>> actual,
      List<List<@Nullable Object>> expected) {
    String description = how + ": " + pair.heddle();
    assertThat(actual.size()).as(description + "\n" + actual).isEqualTo(expected.size());
    List<List<@Nullable Object>> left = sorted(pair, actual);
    List<List<@Nullable Object>> right = sorted(pair, expected);
    for (int i = 0; i < left.size(); i++) {
      for (int c = 0; c < right.get(i).size(); c++) {
        if (!isSame(left.get(i).get(c), right.get(i).get(c))) {
          assertThat(left.get(i)).as(description + "\nrow " + i).isEqualTo(right.get(i));
        }
      }
    }
  }

  private static List<List<@Nullable Object>> sorted(
      SqlScripts.Pair pair, List<List<@Nullable Object>> rows) {
    return pair.isOrdered()
        ? rows
        : rows.stream().sorted(Comparator.comparing(SqlAgainstDuckDbTest::sortText)).toList();
  }

  private static String sortText(List<@Nullable Object> row) {
    StringBuilder text = new StringBuilder();
    for (Object value : row) {
      boolean isFinite = !(value instanceof Double d) || Double.isFinite(d);
      text.append(
              value instanceof Number number && isFinite
                  ? new BigDecimal(number.toString())
                      .round(new MathContext(6))
                      .stripTrailingZeros()
                      .toPlainString()
                  : value)
          .append('|');
    }
    return text.toString();
  }

  private static boolean isSame(Object left, Object right) {
    if (left instanceof BigDecimal a && right instanceof BigDecimal b) {
      return a.compareTo(b) == 0;
    }
    if (left instanceof Number a && right instanceof Number b) {
      double x = a.doubleValue();
      double y = b.doubleValue();
      return x == y
          || (Double.isNaN(x) && Double.isNaN(y))
          || Math.abs(x - y) <= TOLERANCE * Math.max(Math.abs(x), Math.abs(y));
    }
    return left.equals(right);
  }
}
