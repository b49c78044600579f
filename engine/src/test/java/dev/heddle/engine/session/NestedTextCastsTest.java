package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Texts cast to lists, structs and maps give what DuckDB gives, and so do these cast to text. */
class NestedTextCastsTest {
  private static final List<String> TYPES =
      List.of(
          "VARCHAR[]",
          "INTEGER[]",
          "VARCHAR[][]",
          "STRUCT(a INTEGER, b VARCHAR)",
          "STRUCT(a VARCHAR, \"b c\" VARCHAR[])",
          "STRUCT(a INTEGER)[]",
          "STRUCT(a STRUCT(b VARCHAR), c MAP(VARCHAR, VARCHAR))",
          "MAP(VARCHAR, VARCHAR)",
          "MAP(INTEGER, VARCHAR[])",
          "MAP(VARCHAR, STRUCT(a VARCHAR))");

  private static final List<String> PIECES =
      List.of(
          "[", "]", "{", "}", "(", ")", ",", ":", "=", "'", "\"", "\\", "\\'", "\\\"", " ", "\t",
          "a", "b", "c", "1", "7", "NULL", "null", "é", "a: ", "a=", "b: ", "[1, ", "]", "}", ", ",
          "'x, y'", "[[");

  private static final List<String> WHOLE =
      List.of(
          "[]",
          "[ ]",
          "[,]",
          "[a,]",
          "[1, 2, NULL]",
          " [ 1 , 2 ] ",
          "['1', \"2\"]",
          "[[1, 2], []]",
          "[['a, b', c], NULL]",
          "['a\\'b', 'c\\\\d', e\\f]",
          "[a(b,c)d, {x]}, (]) ]",
          "[a]]",
          "[a",
          "{}",
          "{ }",
          "{a: 1}",
          "{'a': 1, \"b\": 'x y'}",
          "{b: x, a: 1}",
          "{a: 1, a: 2}",
          "{c: 1}",
          "{a: , b: }",
          "{a: 1,}",
          "{A: 1}",
          "{a: 1, 'b c': [x, 'y, z']}",
          "{a: NULL, b: 'NULL'}",
          "(1, x)",
          "(1)",
          "(1,)",
          "()",
          "(,)",
          "(1, x, y)",
          "{a: {b: x}, c: {k=v, l=NULL}}",
          "[{a: 1}, {'a': 2}, NULL, (3)]",
          "{k=v}",
          "{k=}",
          "{=v}",
          "{k=1, k=2}",
          "{NULL=1}",
          "{1=[a, b], 2=[], 3=NULL}",
          "{1=[a], 01=[b]}",
          "{x=[a]}",
          "{k={a: 'p q'}, l=(r)}",
          "{'a=b'=c=d}",
          "{a=b,, c=d}",
          "{a[=]b=c}",
          "[it\\'s, \\\"x, a\\\\'b]",
          "[[a\\'b, c], d]",
          "{a\\'b: 1}",
          "{a\\=b\\'=c}",
          "[it\\'s, \\\"x, a\\\\'b]",
          "[[a\\'b, c], d]",
          "{a\\'b: 1}",
          "{a\\=b\\'=c}",
          "[it's]",
          "['a\\']",
          "[[']]",
          "{a: 'x}",
          "{'k=v}",
          "",
          " ",
          "NULL",
          "x");

  @Test
  void textsAreReadAsDuckDbReadsThem() throws SQLException {
    long seed = 20_260;
    System.out.println("NestedTextCastsTest: seed " + seed);
    List<@Nullable String> texts = new ArrayList<>(WHOLE);
    texts.add(null);
    Random random = new Random(seed);
    int count = Effort.of(4_000);
    for (int i = 0; i < count; i++) {
      String text = random.nextBoolean() ? wrapped(random) : pieces(random);
      if (isQuoteClosed(text, '\'') && isQuoteClosed(text, '"')) { // DuckDB makes some null fields
        texts.add(text);
      }
    }
    String rows = values(texts);
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      execute(session, duck, "CREATE TABLE texts AS SELECT * FROM (VALUES " + rows + ") t(i, x)");
      execute(session, duck, "CREATE TABLE none AS SELECT * FROM texts WHERE i < 0");
      for (String type : TYPES) {
        String tried = "SELECT i, x, TRY_CAST(x AS " + type + ")::VARCHAR FROM ";
        alike(session, duck, tried + "texts ORDER BY i");
        alike(session, duck, tried + "none");
        alike(session, duck, "SELECT i, TRY_CAST(x AS " + type + ") IS NULL FROM texts ORDER BY i");
      }
    }
  }

  @Test
  void nestedValuesAreWrittenSoThatTheyAreReadBack() throws SQLException {
    List<String> values =
        List.of(
            "['a, b', 'it''s', '\"', 'NULL', NULL, '', ' x', 'back\\slash', '[', '{', '=', ':']",
            "[['a, b'], [], NULL, ['']]",
            "{'a': 'x: y', 'b c': ['1', NULL]}",
            "[{'a': 'p, q'}, NULL]",
            "MAP {'k=v': 'a', 'l, m': NULL, '': ' '}",
            "MAP {'x': {'a': '}'}}");
    List<String> types =
        List.of(
            "VARCHAR[]",
            "VARCHAR[][]",
            "STRUCT(a VARCHAR, \"b c\" VARCHAR[])",
            "STRUCT(a VARCHAR)[]",
            "MAP(VARCHAR, VARCHAR)",
            "MAP(VARCHAR, STRUCT(a VARCHAR))");
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      for (int i = 0; i < values.size(); i++) {
        String text = values.get(i) + "::VARCHAR";
        alike(session, duck, "SELECT " + text);
        String read = "(" + text + ")::" + types.get(i);
        assertThat(ours(session, "SELECT " + read + " = " + values.get(i)))
            .as(text)
            .containsExactly(List.of("true"));
      }
    }
  }

  @Test
  void textsInsertedIntoNestedColumnsAreRead() throws SQLException {
    try (Session session = Heddle.local();
        DuckDbOracle duck = DuckDbOracle.open()) {
      execute(
          session,
          duck,
          "CREATE TABLE t (l INTEGER[], s STRUCT(a INTEGER, b VARCHAR), m MAP(VARCHAR, INTEGER))");
      execute(
          session,
          duck,
          "INSERT INTO t VALUES ('[1, NULL]', '{a: 1, b: x}', '{k=1}'), (NULL, '(2, y)', '{}'),"
              + " ('[]', NULL, NULL)");
      execute(session, duck, "INSERT INTO t SELECT x, NULL, NULL FROM (VALUES ('[3]')) v(x)");
      alike(session, duck, "SELECT l::VARCHAR, s::VARCHAR, m::VARCHAR FROM t ORDER BY ALL");
    }
  }

  @Test
  void whatCannotBeReadIsNamed() {
    try (Session session = Heddle.local()) {
      fails(session, "'[1, 2'::INTEGER[]", "Cannot cast VARCHAR '[1, 2' to INTEGER[]");
      fails(session, "'[1, x]'::INTEGER[]", "Cannot cast VARCHAR 'x' to INTEGER");
      fails(session, "'{c: 1}'::STRUCT(a INTEGER)", "Cannot cast VARCHAR '{c: 1}' to STRUCT(a INT");
      fails(session, "'{k=1, k=2}'::MAP(VARCHAR, INTEGER)", "a map has");
    }
  }

  private static void fails(Session session, String expression, String message) {
    assertThatThrownBy(() -> ours(session, "SELECT " + expression))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message)
        .extracting(e -> ((HeddleException) e).code())
        .isIn(ErrorCode.INVALID_CAST, ErrorCode.INVALID_ARGUMENT);
  }

  private static String wrapped(Random random) {
    String inner = pieces(random);
    return switch (random.nextInt(6)) {
      case 0 -> "[" + inner + "]";
      case 1 -> "(" + inner + ")";
      case 2 -> "{a: " + inner + "}";
      case 3 -> "{a: 1, b: " + inner + "}";
      case 4 -> "{k=" + inner + "}";
      default -> "{1=[" + inner + "]}";
    };
  }

  private static String pieces(Random random) {
    return random
        .ints(random.nextInt(8), 0, PIECES.size())
        .mapToObj(PIECES::get)
        .collect(Collectors.joining());
  }

  private static boolean isQuoteClosed(String text, char quote) {
    return text.chars().filter(character -> character == quote).count() % 2 == 0;
  }

  private static String values(List<@Nullable String> texts) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      rows.add(
          "(" + i + ", " + (text == null ? "NULL" : "'" + text.replace("'", "''") + "'") + ")");
    }
    return String.join(", ", rows);
  }

  private static void execute(Session session, DuckDbOracle duck, String sql) throws SQLException {
    session.execute(sql);
    try (Statement statement = duck.connection().createStatement()) {
      statement.execute(sql);
    }
  }

  private static void alike(Session session, DuckDbOracle duck, String sql) {
    List<List<String>> expected = texts(duck.rows(sql));
    List<List<String>> actual = ours(session, sql);
    assertThat(actual).as(sql).hasSameSizeAs(expected);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < actual.size(); i++) {
      if (!actual.get(i).equals(expected.get(i))) {
        differences.add(actual.get(i) + " instead of " + expected.get(i));
      }
    }
    assertThat(differences).as(sql).isEmpty();
  }

  private static List<List<String>> ours(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return texts(QueryRows.of(result));
    }
  }

  private static List<List<String>> texts(List<? extends List<? extends @Nullable Object>> rows) {
    return rows.stream().map(row -> row.stream().map(Objects::toString).toList()).toList();
  }
}
