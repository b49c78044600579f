package dev.heddle.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Schemas that are created, used and dropped. */
class SchemasTest {
  private Session session;

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(1L << 28));
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql) {
    List<String> texts = new ArrayList<>();
    session.execute(
        sql,
        result -> {
          if (result.rows() != null) {
            result.rows().forEach(row -> texts.add(row.toString()));
          }
        });
    return texts;
  }

  @Test
  void haveTablesViewsAndMacrosOfTheirOwn() {
    String[] statements = {
      "create schema sales",
      "create schema if not exists sales",
      "create table t as select 1 as a",
      "create table sales.t (a integer default 7, b varchar)",
      "insert into sales.t values (2, 'x'), (3, 'y')",
      "insert into sales.t (b) values ('z')",
      "create view sales.v as select a * 10 as c from sales.t",
      "create macro sales.twice(x) as x * 2",
      "create macro sales.above(n) as table select * from sales.t where a > n",
      "create macro twice(x) as x * 200",
      "update sales.t set a = a + (select max(a) from t) where t.b = 'x'",
      "update t set a = a + (select max(u.a) from sales.t as u)",
      "delete from sales.t where a in (select a - 4 from t)",
      "merge into sales.t as m using (select 3 as a, 'new' as b) as s on m.a = s.a"
          + " when matched then update set b = s.b when not matched then insert values (s.a, s.b)",
      "alter table sales.t add column d integer default 4",
      "alter table sales.t rename column d to e",
      "create schema other",
      "create table other.t as select a from sales.t",
      "drop table other.t",
      "use sales",
      "create table made_here as select twice(4) as a",
      "use main",
    };
    String[] queries = {
      "select a, b, e from sales.t order by a",
      "select a from t",
      "select c from sales.v order by c",
      "select sales.twice(3), twice(3)",
      "select a, b from sales.above(3) order by a",
      "select sales.t.a, t.b from sales.t order by 1",
      "select s.a, m.a from sales.t as s, main.t as m order by all",
      "select a from sales.made_here",
      "select table_schema, table_name from information_schema.tables order by all",
      "select current_schema()",
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
    assertThat(rows("select schema, name, len(column_names), temporary from (show all tables)"))
        .contains("[main, t, 1, false]", "[sales, t, 3, false]", "[sales, v, 1, false]");
    assertThat(rows("show tables")).containsExactly("[t, table, 1]");
    assertThat(rows("use sales; show tables; use main"))
        .containsExactly("[made_here, table, 1]", "[t, table, 3]", "[v, view, 1]");
    assertThat(rows("describe sales.v")).containsExactly("[c, INTEGER, YES, null, null, null]");
    assertThat(rows("show create table sales.t").getFirst())
        .startsWith("[CREATE TABLE sales.t(a INTEGER DEFAULT(7), b VARCHAR");
    assertThat(session.tables().stream().map(TableInfo::qualifiedName))
        .containsExactly("t", "sales.made_here", "sales.t", "sales.v");
    assertThat(session.table("sales.t").schema().names()).containsExactly("a", "b", "e");
  }

  @Test
  void areWhereNamesWithoutOneAreMadeAndLookedUpFirst() {
    session.execute(
        """
        create schema s; create table both as select 'main' as w; create table sole as select 1 as n;
        use s;
        create table both as select 's' as w;
        create view reads as select w from both;
        """);
    assertThat(rows("from both; from sole; select current_schema(), current_database()"))
        .containsExactly("[s]", "[1]", "[s, heddle]");
    assertThat(rows("from main.both")).containsExactly("[main]");
    assertThat(rows("use main; from both; from s.reads")).containsExactly("[main]", "[s]");
    assertThat(rows("set schema = 's'; from both")).containsExactly("[s]");
    assertThat(rows("set schema main; from both")).containsExactly("[main]");
    assertThat(rows("use heddle.s; from both; drop table both; from both"))
        .containsExactly("[s]", "[main]");
    session.execute("use main");
    assertThat(rows("from s.reads")).as("the view has main.both now").containsExactly("[main]");
  }

  @Test
  void belongToTheSessionThatUsesThem() {
    session.execute("create schema s; use s; create table t as select 5 as a");
    try (Session other = session.newSession()) {
      assertThatThrownBy(() -> other.sql("from t")).hasMessageContaining("no table \"t\"");
      try (QueryResult result = other.sql("from s.t").collect()) {
        assertThat(result.iterator().next()).hasToString("[5]");
      }
    }
  }

  @Test
  void areDroppedWithWhatIsInThem() {
    session.execute("create schema s; create table s.t (a int); create macro s.m() as 1; use s");
    assertThatThrownBy(() -> session.execute("drop schema s"))
        .hasMessage(
            "Cannot drop schema \"s\": \"t\" is in it, and 1 more; write CASCADE to drop what is"
                + " in it, too");
    session.execute("drop schema s cascade; create schema s");
    assertThat(rows("show tables; select current_schema()")).containsExactly("[main]");
    session.execute("drop schema s restrict; drop schema if exists s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create schema sales | ALREADY_EXISTS | database heddle has one of that name",
        "create schema SALES | ALREADY_EXISTS | database heddle has one of that name",
        "create schema information_schema | ALREADY_EXISTS | choose another name",
        "create schema x.y | ANALYSIS | no schema \"x\"",
        "drop schema salse | NOT_FOUND | no schema \"salse\" in [main, sales,"
            + " information_schema]; did you mean \"sales\"?",
        "drop schema information_schema cascade | ANALYSIS | every database has it",
        "use salse | ANALYSIS | did you mean \"sales\"?",
        "from sale.t | ANALYSIS | did you mean \"sales\"?",
        "create table salse.u (a int) | ANALYSIS | did you mean \"sales\"?",
        "insert into salse.t values (1) | ANALYSIS | did you mean \"sales\"?",
        "alter table salse.t add column c int | ANALYSIS | did you mean \"sales\"?",
        "drop table salse.t | ANALYSIS | did you mean \"sales\"?",
        "describe salse.t | ANALYSIS | did you mean \"sales\"?",
        "select sales.none(1) | ANALYSIS | schema sales has no macro of that name",
        "from sales.none(1) | ANALYSIS | no table macro \"none\" in schema sales",
        "create macro salse.m() as 1 | ANALYSIS | did you mean \"sales\"?",
        "create macro information_schema.m() as 1 | ANALYSIS | it is read-only",
        "insert into sales.u values (1) | NOT_FOUND | no table \"u\" in [t]",
      })
  void whatIsNotThereIsATypedError(String sql, ErrorCode code, String message) {
    session.execute("create schema sales; create table sales.t (a int)");
    assertThatThrownBy(() -> session.execute(sql))
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }
}
