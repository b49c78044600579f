package dev.heddle.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables that are named with their schema and catalogue. */
class QualifiedNamesTest {
  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(1L << 28));
    session.execute("create table t as select 1 as a, 'x' as b");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql) {
    List<String> texts = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      result.forEach(row -> texts.add(row.toString()));
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a from main.t",
        "select a from heddle.main.t",
        "select a from heddle.t",
        "select a from MAIN.T",
        "select a from \"main\".\"t\"",
        "select a from \"heddle\".\"main\".\"t\"",
        "select t.a from main.t",
        "select main.t.a from main.t",
        "select main.t.a from t",
        "select heddle.main.t.a from t where heddle.t.a = 1 and Main.T.a = 1",
        "select a from main.t as s where s.a = 1",
        "select \"main\".\"t\".\"a\" from \"main\".\"t\" order by \"main\".\"t\".\"a\"",
        "select main.t.* exclude (b) from t",
        "select heddle.main.t.* exclude (b) from t",
        "select min(main.t.a) from t group by main.t.b having max(main.t.a) = 1",
        "select (select main.t.a) from t",
        "select a from t where exists (select 1 from (values (1)) as u(a) where u.a = main.t.a)",
        "select s.a from main.t join heddle.main.t as s on main.t.a = s.a",
        "table main.t minus select 2, 'y' minus select 1, 'z' union select 1, 'x'",
      })
  void areFound(String sql) {
    assertThat(rows(sql).getFirst()).startsWith("[1");
  }

  @Test
  void standInAllStatements() throws Exception {
    session.execute(
        """
        create table main.u (c int);
        insert into heddle.main.u values (1), (2);
        insert into "main"."u" (c) select 3;
        create view main.v as select c from main.u where c > 1;
        create or replace table heddle.w as select 7 as d;
        create table if not exists main.w as select 8 as d;
        cache table main.v;
        uncache table heddle.main.v;
        """);
    assertThat(rows("from u order by c")).containsExactly("[1]", "[2]", "[3]");
    assertThat(rows("from main.v order by c")).containsExactly("[2]", "[3]");
    assertThat(rows("from w")).containsExactly("[7]");
    Path file = folder.resolve("u.csv");
    session.execute("copy main.u to '" + file + "'");
    assertThat(Files.readString(file)).contains("1\n2\n3\n");
    List<String> columns = new ArrayList<>();
    session.execute(
        "describe main.u; describe table heddle.main.v; explain select * from main.v",
        result -> result.rows().forEach(row -> columns.add(row.toString())));
    assertThat(columns)
        .startsWith("[c, INTEGER, YES, null, null, null]", "[c, INTEGER, YES, null, null, null]");
    session.execute(
        "drop view main.v; drop table heddle.main.u; drop table if exists main.none;"
            + " drop table main.w");
    assertThat(session.tables()).hasSize(1);
  }

  @Test
  void meanTheCatalogueAndNothingElse() {
    String sql = "with t as (select 2 as a) select t.a, m.a from t, main.t as m";
    assertThat(rows(sql)).containsExactly("[2, 1]");
    assertThatThrownBy(() -> rows("with c as (select 2 as a) from main.c"))
        .hasMessageContaining("no table \"c\" in [t]");
    try (QueryResult result =
        session
            .sql("select t.a, m.a from t, main.t as m", Map.of("t", session.sql("select 3 as a")))
            .collect()) {
      assertThat(result.iterator().next()).hasToString("[3, 1]");
    }
  }

  @Test
  void schemasAreNoKeywords() {
    session.execute(
        """
        create table main (t int, main int);
        insert into main values (5, 6);
        create table heddle as select {'t': {'a': 9}} as main, 4 as heddle;
        create table information_schema as select 1 as tables;
        """);
    assertThat(rows("select main, main.t, main.main, main.main.t as u from main"))
        .containsExactly("[6, 5, 6, 5]");
    assertThat(rows("select main.t.a, heddle.heddle, heddle.main from heddle"))
        .containsExactly("[9, 4, {t={a=9}}]");
    assertThat(rows("from main.main, heddle.heddle, heddle.main.information_schema"))
        .containsExactly("[5, 6, {t={a=9}}, 4, 1]");
    assertThat(rows("select main.t.a, t.a from t, main")).containsExactly("[1, 1]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "from mian.t | no schema \"mian\" in [main, information_schema, temp]; did you mean"
            + " \"main\"? (line 1, column 6)",
        "from x.main.t | no catalogue \"x\" in [heddle, temp] (line 1, column 6)",
        "from heddle.x.t | no schema \"x\" in [main, information_schema] (line 1, column 13)",
        "from a.heddle.main.t | the name of a table has at most three parts",
        "from \"MIAN\".t | no schema \"MIAN\"",
        "from main.\"S\" | no table \"S\" in [t]",
        "from main.s | no table \"s\" in [t]; did you mean \"t\"? (line 1, column 11)",
        "select main.s.a from t | no table \"s\" in [t]",
        "select main.t.c from t | no column \"c\" in [a, b]",
        "select main.t.a from t as s | no table \"t\" in [s]",
        "select main.s.* from t | no table \"s\" in [t]",
        "select x.t.a from t | no table \"x\" in [t]",
        "create table x.u (c int) | no schema \"x\" in [main, information_schema, temp]",
        "insert into x.t values (1) | no schema \"x\"",
        "drop view heddle.x.v | no schema \"x\"",
        "create table information_schema.u as select 1 | Cannot create a table in schema"
            + " information_schema: it is read-only; use schema main",
        "drop table information_schema.tables | Cannot drop a table in schema information_schema",
        "insert into heddle.information_schema.tables select 1 | it is read-only",
      })
  void unknownOnesAreErrors(String sql, String message) {
    assertThatThrownBy(() -> session.execute("create table if not exists t (a int);" + sql))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message.replaceAll(" \\(line 1, column \\d+\\)", ""));
    if (sql.startsWith("from")) {
      assertThatThrownBy(() -> session.sql(sql)).hasMessageContaining(message);
    }
  }

  @Test
  void meanWhatTheyMeanInDuckDb() {
    String[] statements = {
      "create table main.d as select 1 as a, {'b': 2} as s",
      "create view main.e as select main.d.a as a, main.d.s.b as b from main.d",
    };
    String[] queries = {
      "select main.d.a, main.d.s.b from d",
      "select main.e.b, e.a from main.e",
      "select d.a from main.d, main.e where main.d.a = main.e.a",
      "with d as (select 5 as a) select d.a, main.e.b from d, main.e",
    };
    try (DuckDbOracle oracle = DuckDbOracle.openAlike()) {
      for (String statement : statements) {
        oracle.execute(statement);
        session.execute(statement);
      }
      for (String query : queries) {
        List<String> expected = oracle.rows(query).stream().map(Object::toString).toList();
        assertThat(rows(query)).as(query).isEqualTo(expected);
      }
    }
  }
}
