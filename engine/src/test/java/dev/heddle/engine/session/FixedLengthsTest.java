package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of the types {@code INTEGER[3]} have that length, and are refused where DuckDB does. */
class FixedLengthsTest {
  private static final String TABLE =
      "CREATE TABLE t (i INTEGER, a INTEGER[3], b INTEGER[2][2], s STRUCT(x VARCHAR[1], y"
          + " INTEGER))";

  private static final List<String> CHANGES =
      List.of(
          "INSERT INTO t VALUES (1, [1, 2, 3], [[1, 2], [3, 4]], {'x': ['a'], 'y': 1})",
          "INSERT INTO t VALUES (2, NULL, NULL, NULL)",
          "INSERT INTO t VALUES (3, [NULL, NULL, NULL], [NULL, [NULL, 1]], {'x': NULL, 'y': 1})",
          "INSERT INTO t VALUES (4, [1, 2], NULL, NULL)",
          "INSERT INTO t VALUES (5, '[1, 2, 3]', '[[1, 2], [3, 4]]', NULL)",
          "INSERT INTO t VALUES (6, NULL, [[1, 2]], NULL)",
          "INSERT INTO t VALUES (7, NULL, [[1, 2], [3]], NULL)",
          "INSERT INTO t VALUES (8, NULL, NULL, {'x': ['a', 'b'], 'y': 1})",
          "INSERT INTO t VALUES (9, NULL, NULL, {'x': ['a'], 'y': NULL})",
          "INSERT INTO t SELECT i + 10, a, b, s FROM t",
          "UPDATE t SET a = [7, 8, 9] WHERE i = 1",
          "UPDATE t SET a = [7, 8] WHERE i = 1");

  @Test
  void columnsTakeListsOfTheirLength() {
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      session.execute(TABLE);
      duck.execute(TABLE);
      for (String change : CHANGES) {
        assertThat(isTaken(() -> session.execute(change)))
            .as(change)
            .isEqualTo(isTaken(() -> run(duck, change)));
      }
      String rows = "SELECT i, a::VARCHAR, b::VARCHAR, s::VARCHAR, a[2], len(b) FROM t ORDER BY i";
      assertThat(ours(session, rows)).hasSize(10).isEqualTo(texts(duck.rows(rows)));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT [1, 2, 3]::INTEGER[3]::VARCHAR, ['1.0', '2.0']::DOUBLE[2]::VARCHAR",
        "SELECT NULL::INTEGER[3] IS NULL, (NULL::INTEGER[])::INTEGER[3] IS NULL",
        "SELECT x::INTEGER[2]::VARCHAR FROM (VALUES ([1, 2]), (NULL), ([NULL, 3])) t(x)",
        "SELECT TRY_CAST([1, 2] AS INTEGER[3])::VARCHAR, TRY_CAST('[1, 2' AS INTEGER[2])::VARCHAR",
        "SELECT TRY_CAST(x AS INTEGER[2][2])::VARCHAR FROM (VALUES (1, [[1, 2], [3, 4]]), (2, [[5,"
            + " 6], [7, 8, 9]]), (3, [[5, 6], [7, 8], [9, 10]]), (4, NULL), (5, [NULL, [1, NULL]]))"
            + " t(i, x) ORDER BY i",
        "SELECT '[NULL, [1], [NULL]]'::INTEGER[1][3]::VARCHAR",
        "SELECT TRY_CAST('[NULL, [1], [abc]]' AS INTEGER[1][3])::VARCHAR",
        "SELECT TRY_CAST('[NULL, [1, NULL, 3], [1, 2]]' AS INTEGER[3][3])::VARCHAR",
        "SELECT ({'a': [1, 2]}::STRUCT(a INTEGER[2]))::VARCHAR",
        "SELECT TRY_CAST({'a': [1, 2]} AS STRUCT(a INTEGER[3]))::VARCHAR",
        "SELECT flatten([[1], [2]]::INTEGER[1][2])::VARCHAR",
        "SELECT x FROM (SELECT UNNEST([[1, 2], [3, 4]]::INTEGER[2][2], recursive := true) AS x)",
        "SELECT array_inner_product([1.0, 2]::DOUBLE[2], [3, 4]::DOUBLE[2])"
      })
  void castsLookAtLengths(String sql) {
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      assertThat(ours(session, sql)).isEqualTo(texts(duck.rows(sql)));
    }
  }

  @Test
  void otherLengthsAreErrors() {
    try (Session session = Heddle.local()) {
      fails(
          session,
          "SELECT [1, 2]::INTEGER[3]",
          "Cannot cast a list of 2 elements to an array of 3");
      fails(session, "SELECT [1]::INTEGER[0]", "an array has 1 to 100000 elements, not 0");
      fails(session, "SELECT MAP {1: [1]}::MAP(INTEGER, INTEGER[1])", "no fixed length in a map");
      session.execute(TABLE);
      assertThatThrownBy(() -> session.execute("ALTER TABLE t ADD COLUMN c INTEGER[2]"))
          .hasMessageContaining("CREATE TABLE alone declares");
      assertThatThrownBy(() -> session.execute("INSERT INTO t (a) VALUES ([1])"))
          .hasMessageContaining("len(a) = 3");
    }
  }

  private static void fails(Session session, String sql, String message) {
    assertThatThrownBy(() -> ours(session, sql))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message);
  }

  private static void run(DuckDbOracle duck, String sql) throws SQLException {
    try (Statement statement = duck.connection().createStatement()) {
      statement.execute(sql);
    }
  }

  /** What may fail. */
  private interface Change {
    void run() throws SQLException;
  }

  private static boolean isTaken(Change change) {
    try {
      change.run();
      return true;
    } catch (HeddleException | SQLException e) {
      return false;
    }
  }

  private static List<List<String>> ours(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return texts(QueryRows.of(result));
    }
  }

  private static List<List<String>> texts(List<? extends List<?>> rows) {
    return rows.stream().map(row -> row.stream().map(Objects::toString).toList()).toList();
  }
}
