package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CREATE TYPE and DROP TYPE: the same statements here and in DuckDB. */
class NamedTypesTest {
  @TempDir Path folder;

  private Session session;
  private DuckDbOracle duck;

  @BeforeEach
  void open() {
    session = Heddle.local();
    duck = DuckDbOracle.openAlike();
    execute("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')");
  }

  @AfterEach
  void close() {
    session.close();
    duck.close();
  }

  private void execute(String... statements) {
    for (String statement : statements) {
      session.execute(statement);
      duck.execute(statement);
    }
  }

  private void check(String... queries) {
    for (String query : queries) {
      assertThat(rows(query)).as(query).isEqualTo(ColumnTypesTest.normalised(duck.rows(query)));
    }
  }

  private List<List<Object>> rows(String query) {
    try (QueryResult result = session.sql(query).collect()) {
      return ColumnTypesTest.normalised(QueryRows.of(result));
    }
  }

  @Test
  void namesMeanTypesInCastsColumnsAndParts() {
    execute(
        "CREATE TYPE id AS BIGINT",
        "CREATE TYPE \"My Pair\" AS STRUCT(a id, m mood)",
        "CREATE TYPE moods AS mood[]",
        "CREATE OR REPLACE TEMPORARY TYPE money AS DECIMAL(9, 2)",
        "CREATE TABLE t (k id, m mood DEFAULT 'ok', l moods, p \"My Pair\")",
        "INSERT INTO t VALUES (1, 'happy', ['sad', 'ok'], {'a': 2, 'm': 'ok'}), (2, NULL, [],"
            + " NULL)",
        "INSERT INTO t (k) VALUES (3)",
        "ALTER TABLE t ADD COLUMN n MOOD DEFAULT 'sad'",
        "ALTER TABLE t ALTER COLUMN k TYPE money",
        "UPDATE t SET n = 'happy' WHERE m > 'ok'::mood OR l IS NULL");
    check(
        "SELECT * FROM t ORDER BY m, k",
        "SELECT typeof(m), typeof(l), typeof(p), typeof(n) FROM t LIMIT 1",
        "SELECT k, m < n, m = 'happy', n::mood::VARCHAR FROM t ORDER BY k",
        "SELECT 'ok'::Mood, CAST('sad' AS mood), TRY_CAST('x' AS mood)",
        "SELECT ['ok', 'sad']::mood[], {'a': 1, 'm': 'sad'}::\"my pair\"",
        "SELECT column_name, data_type FROM information_schema.columns WHERE column_name <> 'k'"
            + " ORDER BY ordinal_position",
        "SELECT type_name, logical_type FROM duckdb_types() WHERE NOT internal"
            + " ORDER BY type_name");
    assertThat(rows("SELECT sql FROM duckdb_tables()").toString())
        .contains("ENUM('sad', 'ok', 'happy')");
  }

  @Test
  void columnsHaveTheTypesOfTheirTablesSchemaFirst() {
    execute(
        "CREATE SCHEMA s",
        "CREATE TYPE s.mood AS ENUM ('a', 'b')",
        "CREATE TYPE s.innermost AS INTEGER",
        "CREATE TYPE outer_ AS DOUBLE",
        "CREATE TABLE s.t (m mood, i innermost, o outer_)",
        "INSERT INTO s.t VALUES ('a', 1, 2)",
        "ALTER TABLE s.t ADD COLUMN n mood",
        "ALTER TABLE s.t ALTER COLUMN i TYPE mood USING NULL",
        "CREATE TABLE t (m mood)",
        "INSERT INTO t VALUES ('ok')");
    check(
        "SELECT m, typeof(m), typeof(i), typeof(o), typeof(n) FROM s.t",
        "SELECT m, typeof(m) FROM t");
    assertThatThrownBy(() -> session.execute("CREATE TABLE t2 (i innermost)"))
        .hasMessageContaining("no type \"innermost\"");
    session.execute("ATTACH '" + folder + "/db' AS db; CREATE TYPE db.main.mood AS ENUM ('z')");
    session.execute("CREATE TABLE db.main.t (m mood); INSERT INTO db.main.t VALUES ('z')");
    assertThat(rows("SELECT m FROM db.main.t")).isEqualTo(List.of(List.of("z")));
  }

  @Test
  void labelsComeFromQueries() {
    execute(
        "CREATE TABLE words AS SELECT * FROM (VALUES ('b', 1), ('a', 2), ('b', 3), (NULL, 4)) t(w,"
            + " k)",
        "CREATE TYPE word AS ENUM (SELECT w FROM words ORDER BY k)",
        "CREATE TYPE key AS ENUM (SELECT k FROM words ORDER BY k DESC)",
        "CREATE TYPE same AS ENUM (SELECT 'x'::mood WHERE false UNION ALL SELECT 'ok')",
        "CREATE TYPE listed AS ENUM (FROM (VALUES ('z'), ('y')))");
    check(
        "SELECT typeof(NULL::word), typeof(NULL::key), typeof(NULL::same), typeof(NULL::listed)",
        "SELECT w::word FROM words ORDER BY w::word DESC, k");
  }

  @Test
  void aTypeIsWhatItsNameMeantWhenItWasUsed() {
    execute(
        "CREATE TYPE pair AS STRUCT(m mood)",
        "CREATE TABLE t (m mood)",
        "CREATE TYPE IF NOT EXISTS mood AS ENUM ('other')",
        "INSERT INTO t VALUES ('happy')");
    check("SELECT typeof(m), typeof({'m': 'ok'}::pair) FROM t");
    session.execute("CREATE OR REPLACE TYPE mood AS ENUM ('other')");
    assertThat(rows("SELECT typeof(m), 'other'::mood, typeof(NULL::pair) FROM t").toString())
        .isEqualTo("[[ENUM('sad', 'ok', 'happy'), other, STRUCT(m ENUM('sad', 'ok', 'happy'))]]");
    session.execute("DROP TYPE MOOD; DROP TYPE IF EXISTS mood");
    assertThat(rows("SELECT m FROM t").toString()).isEqualTo("[[happy]]");
    assertThatThrownBy(() -> session.sql("SELECT 'other'::mood"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no type \"mood\"");
  }

  @Test
  void readersTakeNames() {
    String file = folder.resolve("m.csv").toString();
    session.execute("COPY (SELECT 'ok' AS m UNION ALL SELECT 'sad') TO '" + file + "'");
    check(
        "SELECT m FROM read_csv('%s', columns = {'m': 'mood'}) ORDER BY m".formatted(file),
        "SELECT typeof(m) FROM read_csv('%s', types = {'m': mood}) LIMIT 1".formatted(file));
  }

  @Test
  void viewsAndPreparedTextsFollowNames() {
    session.execute("CREATE VIEW v AS SELECT 'ok'::mood AS m");
    assertThat(rows("SELECT typeof(m) FROM v").toString()).contains("'sad', 'ok', 'happy'");
    session.execute("CREATE OR REPLACE TYPE mood AS ENUM ('ok')");
    assertThat(rows("SELECT typeof(m) FROM v")).containsExactly(List.of("ENUM('ok')"));
  }

  @Test
  void statementsOfOneScriptUseTypesThatItCreates() {
    session.execute(
        "CREATE TYPE size AS ENUM ('S', 'L'); CREATE TYPE sizes AS size[];"
            + " CREATE TYPE word AS ENUM (SELECT 'a'); CREATE TABLE t (s size, l sizes, w word);"
            + " INSERT INTO t VALUES ('L', ['S'], 'a'); DROP TYPE size");
    assertThat(rows("SELECT * FROM t").toString()).isEqualTo("[[L, [S], a]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          create type mood as enum ('a') | Cannot create type "mood": there is one of that name; write CREATE OR REPLACE, or choose another name
          create type "Int" as enum ('a') | Cannot create type "Int": SQL has a type of that name; choose another name
          create or replace type struct as integer | Cannot create type "struct": SQL has a type of that name; choose another name
          create type x as enum ('a', 'a') | Cannot make an ENUM with two labels 'a'; leave one out (line 1, column 18)
          create type x as nix | no type "nix" (line 1, column 18)
          create type x as mood(3) | type "mood" is written without parameters (line 1, column 18)
          create type x as enum (select 1, 2) | Cannot create type "x": the query of its labels has 2 columns; select one
          create type x as enum (select 'a' where false) | Cannot make an ENUM of 0 labels: it has 1 to 65536
          create type x as enum (select i from range(65537) t(i)) | Cannot make an ENUM of 65537 labels: it has 1 to 65536
          create type x enum ('a') | Cannot parse SQL: expected AS, not "enum" (line 1, column 15)
          create type x as enum | no type "enum" (line 1, column 18)
          drop type nix | Cannot find type: no type "nix" in [mood]
          drop type moot | Cannot find type: no type "moot" in [mood]; did you mean "mood"?
          create table t (a mood, b moot) | no type "moot" (line 1, column 27)
          select 'well'::mood | Cannot cast VARCHAR 'well' to ENUM('sad', 'ok', 'happy'); use try_cast to get null instead
          """)
  void refusesWhatIsNoType(String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement))
        .isInstanceOf(HeddleException.class)
        .hasMessage(message);
  }

  @Test
  void messagesSayWhatWasDone() {
    StringBuilder said = new StringBuilder();
    session.execute(
        "CREATE TYPE a AS INT; CREATE TYPE IF NOT EXISTS a AS INT; DROP TYPE a; DROP TYPE IF EXISTS"
            + " a",
        result -> said.append(result.message()).append('\n'));
    assertThat(said.toString())
        .isEqualTo("created type a\ntype a is there already\ndropped type a\nno type a\n");
  }
}
