package dev.heddle.engine.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements about the session: settings, schema, transactions. */
class SessionStatementsTest {
  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() {
    session =
        Heddle.local(
            SessionOptions.defaults()
                .withThreads(2)
                .withMemoryBudgetBytes(1L << 28)
                .withExcludedRules(Set.of()));
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> shown(String sql) {
    List<String> texts = new ArrayList<>();
    session.execute(
        sql,
        result -> {
          QueryResult rows = result.rows();
          if (rows != null) {
            rows.forEach(row -> texts.add(row.toString()));
          }
        });
    return texts;
  }

  private static ErrorCode code(Throwable e) {
    return ((HeddleException) e).code();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "use main",
        "USE heddle.main;",
        "use heddle",
        "use \"heddle\".\"main\"",
        "set schema 'main'",
        "set schema = main",
        "set schema main",
        "set catalog 'heddle'",
        "set search_path to main",
        "set search_path = 'main'",
        "set search_path to heddle.main",
        "set session search_path to \"main\"",
        "set time zone 'UTC'",
        "set time zone utc",
        "SET TIME ZONE LOCAL",
        "set time zone default",
        "set time zone 0",
        "set time zone interval '+00:00' hour to minute",
        "set timezone = 'Etc/UTC'",
        "set TimeZone to 'Z'",
        "set names 'utf8'",
        "set client_encoding = 'UTF8'",
        "set threads = 2",
        "set threads to default",
        "set autocommit = 1",
        "set session characteristics as transaction isolation level read committed",
        "set transaction isolation level read uncommitted, read write",
        "set application_name = 'DBeaver 24'",
        "set extra_float_digits = 3",
        "set datestyle = 'ISO, MDY'",
        "set statement_timeout = 0",
        "set is_traced = false",
        "reset all",
        "reset time zone",
        "reset search_path",
      })
  void harmlessOnesAreTaken(String sql) {
    assertThat(shown(sql)).isEmpty();
    assertThat(session.statements(sql)).singleElement().extracting("kind").hasToString("OTHER");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "use mian | ANALYSIS | no schema \"mian\" in [main, information_schema, temp]; did you mean"
            + " \"main\"?",
        "use memory.main | ANALYSIS | no catalogue \"memory\" in [heddle, temp]",
        "set schema 'x' | ANALYSIS | no schema \"x\"",
        "use information_schema | UNSUPPORTED | Cannot use schema information_schema: it is"
            + " read-only",
        "set search_path to public | UNSUPPORTED | Cannot set search_path to public: it is main",
        "set partitons = 2 | NOT_FOUND | no setting \"partitons\"; did you mean \"partitions\"?",
        "reset nothing_such | NOT_FOUND | Cannot reset a setting: no setting \"nothing_such\"",
        "show tabels | NOT_FOUND | no setting \"tabels\"; did you mean \"tables\"?",
        "set threads = 3 | UNSUPPORTED | Cannot set threads to 3: it is 2 until the session is"
            + " closed; open a new session with it",
        "set time zone 'Europe/Berlni' | INVALID_ARGUMENT | Cannot set time_zone to"
            + " \"Europe/Berlni\": it must be a zone such as Europe/Berlin or +02:00",
        "set time zone -25 | INVALID_ARGUMENT | it must be a zone",
        "set names 'latin1' | UNSUPPORTED | Cannot set client_encoding to latin1: it is UTF8 in"
            + " every session",
        "set autocommit = off | UNSUPPORTED | each statement commits by itself",
        "set transaction isolation level serializable | UNSUPPORTED | it is repeatable read",
        "set transaction read only | UNSUPPORTED | Cannot set transaction_read_only to on",
        "set partitions = x | INVALID_ARGUMENT | Cannot set partitions to \"x\": it must be an"
            + " integer",
        "set partitions = -1 | INVALID_ARGUMENT | option partitions to -1",
        "set is_optimized = maybe | INVALID_ARGUMENT | must be on or off",
        "set statement_timeout = '5 fortnights' | INVALID_ARGUMENT | Cannot set statement_timeout"
            + " to \"5 fortnights\": it must be milliseconds or a time such as '5s'",
        "set statement_timeout = -1 | INVALID_ARGUMENT | 0 means no bound",
        "set statement_timeout = '25d' | INVALID_ARGUMENT | at most 2147483647 ms",
        "set statement_timeout = '' | INVALID_ARGUMENT | with one of the units",
        "set statement_timeout = '1s', '2s' | INVALID_ARGUMENT | it must be one value",
        "savepoint a | UNSUPPORTED | Cannot use savepoints",
        "rollback to savepoint a | UNSUPPORTED | Cannot use savepoints",
        "release savepoint a | UNSUPPORTED | Cannot use savepoints",
        "set local partitions = 2 | SYNTAX | leave LOCAL out",
        "set partitions | SYNTAX | expected \"=\" or TO",
        "set partitions = | SYNTAX | expected a value",
        "drop schema main | ANALYSIS | Cannot drop schema main: every database has it",
        "create database d | SYNTAX | write ATTACH 'folder' AS name",
      })
  void othersAreTypedErrors(String sql, ErrorCode code, String message) {
    assertThatThrownBy(() -> session.execute(sql))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(code(e)).isEqualTo(code));
  }

  @Test
  void settingsAreReadAsWhatTheyAre() {
    assertThat(session.sql("select current_setting('threads') + 1 as n").schema().field(0).type())
        .isEqualTo(DataType.INT64);
    session.execute("attach ':memory:' as other; create schema other.sales");
    for (String use : List.of("other", "other.sales", "heddle")) {
      session.execute("use " + use);
      String path = use.equals("heddle") ? "main" : use.contains(".") ? use : use + ".main";
      assertThat(shown("select current_setting('search_path')")).containsExactly("[" + path + "]");
      assertThat(shown("show search_path")).containsExactly("[" + path + "]");
    }
  }

  @Test
  void settingsChangeAndComeBack() {
    assertThat(shown("show partitions; show time zone; show TimeZone; show threads"))
        .containsExactly("[0]", "[UTC]", "[UTC]", "[2]");
    session.execute("create table big as select range as r from range(100000)");
    String sql = "explain physical select r % 7, count(*) from (from big order by r) group by 1";
    List<String> before = shown(sql);
    session.execute("set partitions = 4; set is_optimized to off; set GENERATES_CODE = 'false'");
    assertThat(shown("show partitions; show is_optimized; show generates_code"))
        .containsExactly("[4]", "[off]", "[off]");
    assertThat(shown(sql)).isNotEqualTo(before);
    assertThat(shown("select count(*) from big")).containsExactly("[100000]");
    session.execute("reset partitions; set is_optimized = default; set generates_code = true");
    assertThat(shown(sql)).isEqualTo(before);
    session.execute("set excluded_rules = a, 'b c'");
    assertThat(shown("show excluded_rules")).containsExactly("[a, b c]");
    assertThatThrownBy(() -> session.sql("select 1 as x").collect())
        .hasMessageContaining("no rule or phase")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    session.execute("set application_name to 'me'; reset all");
    assertThat(shown("show excluded_rules; show application_name")).containsExactly("[]", "[]");
    session.execute("set application_name to 'me'");
    String asked = "select current_setting('application_name') || current_setting('Threads')";
    assertThat(shown(asked + "; set application_name = you; " + asked))
        .containsExactly("[me2]", "[you2]");
    assertThatThrownBy(() -> session.sql("select current_setting('partition')"))
        .hasMessageContaining("no setting \"partition\"; did you mean \"partitions\"?")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(session.options().partitions()).isZero();
  }

  @Test
  void settingsAreThoseOfOneSession() {
    session.execute("set partitions = 3; set application_name = mine");
    try (Session other = Heddle.local(session.options())) {
      List<String> texts = new ArrayList<>();
      other.execute(
          "show partitions; show application_name",
          result -> result.rows().forEach(row -> texts.add(row.toString())));
      assertThat(texts).containsExactly("[0]", "[]");
    }
    assertThat(shown("show partitions")).containsExactly("[3]");
  }

  @Test
  void showHasOneColumnOfTheName() {
    session.execute(
        "show transaction isolation level; from duckdb_settings()",
        result -> {
          List<String> names = result.rows().schema().names();
          if (names.size() == 1) {
            assertThat(names).containsExactly("transaction_isolation");
            assertThat(result.rows().iterator().next()).hasToString("[repeatable read]");
          } else {
            assertThat(names)
                .containsExactly("name", "value", "description", "input_type", "scope");
            assertThat(result.rows().rowCount()).isGreaterThan(20);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "begin; commit",
        "begin transaction; end",
        "BEGIN WORK; COMMIT WORK;",
        "start transaction; rollback",
        "start transaction isolation level read committed, read write; commit",
        "start transaction isolation level repeatable read; rollback",
        "begin read only; select 1; commit",
        "begin; select 1; rollback",
        "begin; rollback work; begin; rollback transaction",
        "begin; abort",
        "create table t (a int); begin; select * from t; set partitions = 2; rollback; drop table"
            + " t",
        "begin; create table t (a int); commit; drop table t",
        "begin; create table if not exists u as select 1 as a; commit; begin;"
            + " create table if not exists u (a int); rollback; drop table u",
      })
  void transactionsWithoutChangesAreTaken(String script) {
    session.execute(script);
    assertThat(session.tables()).isEmpty();
  }

  @Test
  void wordsStayNames() {
    session.execute(
        "create table begin (set int, use int, show int, reset int, commit int);"
            + "insert into begin values (1, 2, 3, 4, 5)");
    assertThat(shown("select set, use, show, reset, commit from begin"))
        .containsExactly("[1, 2, 3, 4, 5]");
    assertThat(shown("select start from (select 1 as start) as rollback")).containsExactly("[1]");
    assertThatThrownBy(() -> session.sql("set partitions = 2"))
        .hasMessageContaining("other statements are run by execute");
  }

  @Test
  void showsTablesColumnsAndFunctions() {
    session.execute("create table shown (a int not null, b varchar); create macro mine(x) as x");
    for (String statement :
        List.of(
            "show shown", "show columns from shown", "show columns in shown", "describe shown")) {
      assertThat(shown(statement))
          .as(statement)
          .containsExactly(
              "[a, INTEGER, NO, null, null, null]", "[b, VARCHAR, YES, null, null, null]");
    }
    assertThat(shown("pragma table_info('shown')"))
        .isEqualTo(shown("from pragma_table_info('main.shown')"))
        .containsExactly(
            "[0, a, INTEGER, true, null, false]", "[1, b, VARCHAR, false, null, false]");
    for (String all : List.of("show all tables", "show all", "show", "describe", "desc")) {
      assertThat(shown(all))
          .as(all)
          .containsExactly("[heddle, main, shown, [a, b], [INTEGER, VARCHAR], false]");
    }
    assertThat(shown("show databases")).containsExactly("[heddle]");
    assertThat(shown("pragma show_databases")).containsExactly("[heddle]");
    assertThat(shown("pragma show_tables_expanded")).isEqualTo(shown("show all tables"));
    assertThat(shown("pragma show_tables")).isEqualTo(shown("show tables"));
    assertThat(shown("pragma partitions = 3; show partitions")).containsExactly("[3]");
    assertThat(shown("show schemas")).containsExactly("[heddle, main, true]");
    assertThat(shown("set variable x = 2; show variables")).containsExactly("[x, 2, INTEGER]");
    assertThat(shown("call range(2)")).containsExactly("[0]", "[1]");
    assertThat(shown("show functions")).contains("[mine]", "[upper]", "[sum]");
    assertThat(shown("explain verbose select 1")).contains("[== physical plan]");
    assertThat(shown("explain extended select 1")).contains("[== physical plan]");
    assertThatThrownBy(() -> session.execute("pragma memory_limit"))
        .hasMessageContaining(
            "no pragma \"memory_limit\" in [show_databases, show_tables, show_tables_expanded,"
                + " table_info]; settings are set by SET");
  }

  @ParameterizedTest
  @CsvSource({
    "5000, 5s",
    "'''5s''', 5s",
    "'''1500ms''', 1500ms",
    "'''1.5 s''', 1500ms",
    "'''60s''', 1min",
    "'''90 MIN''', 90min",
    "'''2h''', 2h",
    "'''1d''', 1d",
    "'''59999999us''', 1min",
    "2147483647, 2147483647ms",
    "0, 0",
    "'''0''', 0",
    "default, 0",
  })
  void statementsMayBeGivenATime(String value, String shown) {
    assertThat(shown("set statement_timeout = 70000; set statement_timeout = " + value)).isEmpty();
    assertThat(shown("show statement_timeout")).containsExactly("[" + shown + "]");
    assertThat(
            shown("set statement_timeout = 70000; reset statement_timeout; show statement_timeout"))
        .containsExactly("[0]");
    assertThat(shown("set statement_timeout = 70000; reset all; show statement_timeout"))
        .containsExactly("[0]");
  }

  /** Runs for days unless it is ended. */
  private static final String LONG =
      "select count(*) from range(3000000) a, range(3000000) b where (a.range * b.range) % 7 = 3";

  private static void timesOut(ThrowingCallable body) {
    assertThatThrownBy(body)
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Statement was cancelled: it ran for more than 100ms, which statement_timeout allows;"
                + " ask for less, or set it to a longer time or to 0")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.TIMEOUT));
  }

  @Test
  void whatRunsForLongerThanItsTimeEnds() {
    try (Session other = session.newSession()) {
      session.execute("set statement_timeout = 100");
      timesOut(() -> session.execute(LONG, _ -> {}));
      timesOut(() -> session.sql(LONG).collect());
      timesOut(() -> session.execute("create table t as " + LONG));
      timesOut(
          () -> session.execute("copy (" + LONG + ") to '" + folder.resolve("t.parquet") + "'"));
      CompletableFuture<QueryResult> submitted = session.submit(session.sql(LONG)).result();
      timesOut(
          () -> {
            try {
              submitted.join();
            } catch (CompletionException e) {
              throw e.getCause();
            }
          });
      timesOut(
          () -> {
            try (ArrowStream stream = session.sql(LONG).toArrow()) {
              while (stream.next()) {}
            }
          });
      assertThat(shown("select 1 as x")).containsExactly("[1]");
      assertThat(session.tables()).isEmpty();
      assertThat(folder.resolve("t.parquet")).doesNotExist();
      session.execute("set statement_timeout = 0");
      assertThat(shown("select sum(range) from range(5000000)")).hasSize(1);
      List<Object> others = new ArrayList<>();
      other.execute(
          "show statement_timeout",
          result -> result.rows().forEach(row -> others.add(row.value(0))));
      assertThat(others).containsExactly("0");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list_transform(l, lambda x: levenshtein(repeat('ab', 300), repeat(x::varchar, 99)))",
        "list_filter(l, lambda x: levenshtein(repeat('ab', 300), repeat(x::varchar, 99)) = 1)",
        "list_reduce(l, lambda a, x: a + levenshtein(repeat('ab', 300), repeat(x::varchar, 99)))"
      })
  void lambdasOverTheElementsOfOneListEndToo(String call) {
    session.execute("set statement_timeout = 100");
    timesOut(
        () -> session.execute("select " + call + " from (select range(3000000) as l)", _ -> {}));
  }
}
