package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** ALTER, indexes, comments and variables: what they say, and how they fail. */
class AlterTableTest {
  private final Session session =
      Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));

  @BeforeEach
  void create() {
    session.execute(
        "create table k (a int primary key, b varchar default 'x', c int check (c > 0));"
            + " insert into k values (1, 'p', 1), (2, null, null); create view v as from k");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private String outcome(String statement) {
    List<String> outcomes = new ArrayList<>();
    session.execute(
        statement,
        result ->
            outcomes.add(
                result.rows() == null ? result.message() : QueryRows.of(result.rows()).toString()));
    return String.join("; ", outcomes);
  }

  @Test
  void saysWhatHasBeenDone() {
    assertThat(outcome("alter table k add column d int default 5"))
        .isEqualTo("altered k: added column d");
    assertThat(outcome("alter table k add column if not exists D int"))
        .isEqualTo("nothing to alter in k");
    assertThat(outcome("alter table k alter d type varchar"))
        .isEqualTo("altered k: column d is VARCHAR");
    assertThat(outcome("alter table k rename c to cc")).isEqualTo("altered k: column c is cc");
    assertThat(outcome("create index i on k(d)")).isEqualTo("created index i; no query reads it");
    assertThat(outcome("create unique index on k(b)"))
        .isEqualTo("created index k_b_idx, a key of k");
    assertThat(outcome("analyze k")).startsWith("nothing to analyze");
    assertThat(outcome("alter table if exists q rename to z")).isEqualTo("no table q");
    assertThat(outcome("show create table k"))
        .isEqualTo(
            "[[CREATE TABLE k(a INTEGER PRIMARY KEY, b VARCHAR DEFAULT('x'), cc INTEGER,"
                + " d VARCHAR DEFAULT(5), CHECK (cc > 0));]]");
    assertThat(outcome("show create view v")).isEqualTo("[[CREATE VIEW v AS from k;]]");
    assertThat(outcome("from k order by a")).isEqualTo("[[1, p, 1, 5], [2, null, null, 5]]");
  }

  @Test
  void whatIsShownMakesTheSameTable() {
    session.execute(
        "create table \"my table\" (\"a b\" int not null, c decimal(5, 2) default 1 + 1, d varchar,"
            + " constraint one unique (c, d), constraint two check (c < \"a b\"), primary key (\"a"
            + " b\", c))");
    String text = outcome("show create table \"my table\"").replaceAll("^\\[\\[|\\]\\]$", "");
    session.execute("drop table \"my table\"");
    session.execute(text);
    assertThat(outcome("show create table \"my table\"")).isEqualTo("[[" + text + "]]");
    assertThat(
            outcome(
                "select constraint_name, constraint_type from information_schema.table_constraints"
                    + " where table_name = 'my table' order by all"))
        .isEqualTo(
            "[[my table_a b_c_pkey, PRIMARY KEY], [my table_a b_not_null, CHECK],"
                + " [my table_c_not_null, CHECK], [one, UNIQUE], [two, CHECK]]");
  }

  @Test
  void viewsSeeTheTableAsItIs() {
    session.execute("alter table k add column d int default 5");
    assertThat(outcome("select d from v where a = 1")).isEqualTo("[[5]]");
    session.execute("alter table k rename to k2");
    assertThatThrownBy(() -> session.sql("from v"))
        .hasMessageContaining("view \"v\": no table \"k\"");
  }

  @Test
  void variablesBelongToTheirSession() {
    session.execute("set variable x = 7");
    try (Session other = session.newSession()) {
      other.execute("set variable x = 'text'");
      try (QueryResult result = other.sql("select getvariable('x')").collect()) {
        assertThat(QueryRows.of(result).toString()).isEqualTo("[[text]]");
      }
    }
    assertThat(outcome("select getvariable('X') + 1")).isEqualTo("[[8]]");
    session.execute("set variable x = x'AB01'");
    session.execute("set variable y = {'a': [1, null], 'b': date '2024-01-31'}");
    assertThat(outcome("select name, value, type from duckdb_variables() order by name"))
        .isEqualTo(
            "[[x, \\xAB\\x01, VARBINARY],"
                + " [y, {'a': [1, NULL], 'b': 2024-01-31}, STRUCT(a INTEGER[], b DATE)]]");
    assertThat(outcome("reset variable Y; reset variable y"))
        .isEqualTo("reset variable Y; no variable y");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          alter table k drop column a | Cannot alter "k": column "a" is needed by PRIMARY KEY (a)
          alter table k drop column c | Cannot alter "k": column "c" is needed by CHECK (c > 0)
          alter table k drop column nosuch | Cannot alter "k": no column "nosuch" in [a, b, c]
          alter table k alter c type varchar | Cannot alter "k": column "c" is needed by CHECK (c > 0)
          alter table k alter b type int | Cannot cast
          alter table k alter b type nosuch | no type "nosuch" (line 1, column 28)
          alter table k alter c set not null | column "c" is NOT NULL
          alter table k alter a drop not null | Cannot alter "k": column "a" is in the primary key
          alter table k alter c set default date '2024-01-01' | as default of "c": it is no INTEGER
          alter table k rename a to B | Cannot alter "k": there is a column "B" already
          alter table k rename to v | Cannot create table "v": a view of that name exists
          alter table k add column b int | Cannot alter "k": there is a column "b" already
          alter table k add column d int not null | column "d" is NOT NULL
          alter table k add unique (nosuch) | Cannot make table "k": no column "nosuch" in [a, b, c]
          alter table k add check (c > 1) | Cannot change "k": CHECK (c > 1) is false for c = 1
          alter table k add primary key (c) | Cannot make table "k": it has two primary keys
          alter table k add foreign key (a) references v | CREATE TABLE alone declares foreign keys
          alter table v add column d int | Cannot alter "v": it is a view; alter a table
          alter view v add column d int | ALTER VIEW takes RENAME TO
          alter view k rename to q | Cannot alter view "k": it is a table
          alter schema s rename to q | expected TABLE or VIEW
          create index i on k(c + 1) | expected ")"
          create index i on k((c + 1)) | an index is of columns; create it of a column instead
          create index i on v(a) | Cannot create an index on "v": it is a view
          create unique index i on k(nosuch) | Cannot make table "k": no column "nosuch"
          drop index i | Cannot drop index "i": no table has it
          comment on column k.nosuch is 'x' | Cannot comment on "k": no column "nosuch" in [a, b, c]
          comment on table nosuch is 'x' | no table "nosuch" in [k, v]
          comment on k is 'x' | expected TABLE, VIEW or COLUMN
          analyze nosuch | no table "nosuch" in [k, v]
          show create table information_schema.tables | Cannot show what creates a table in schema information_schema
          analyze information_schema.tables | Cannot analyze a table in schema information_schema
          show create table nosuch | no table "nosuch" in [k, v]
          select getvariable(a) from k | getvariable takes the name of a variable in quotes
          from duckdb_tables(1) | duckdb_tables takes no arguments
          from duckdb_table() | no table function "duckdb_table"
          """)
  void saysWhatIsWrong(String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement)).hasMessageContaining(message);
    assertThat(outcome("from k order by a")).isEqualTo("[[1, p, 1], [2, null, null]]");
  }
}
