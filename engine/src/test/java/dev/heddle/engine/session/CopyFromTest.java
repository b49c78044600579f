package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** COPY from files puts the rows into tables that DuckDB puts there. */
class CopyFromTest {
  private static final String TABLE =
      "create table t (a varchar, b varchar default 'none', c date, d decimal(5, 2))";

  @TempDir private Path folder;

  private Session session;

  @BeforeEach
  void open() {
    session = Heddle.local(SessionOptions.defaults().withThreads(1));
    session.execute(TABLE);
  }

  @AfterEach
  void close() {
    session.close();
  }

  private String file(String name, String text) throws IOException {
    return "'" + Files.writeString(folder.resolve(name), text).toString().replace('\\', '/') + "'";
  }

  private List<String> here(String query) {
    try (QueryResult result = session.sql(query).collect()) {
      return QueryRows.of(result).stream().map(Object::toString).toList();
    }
  }

  private void checkAgainstDuckDb(List<String> statements) {
    try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
      duck.execute(TABLE);
      for (String statement : statements) {
        duck.execute(statement);
        session.execute(statement);
      }
      String all = "select a, b, cast(c as varchar), cast(d as varchar) from t order by all";
      assertThat(here(all))
          .isEqualTo(duck.rows(all).stream().map(Object::toString).toList())
          .isNotEmpty();
    }
  }

  @Test
  void nestedValuesAreWrittenAsCastsReadThem() throws IOException {
    String rows =
        "select ['a, b', '\"c\"', 'it''s', 'null', '', ' d', 'e', null] as l, {'a b': 'x:y', 'c':"
            + " [1.5, null], 'd': {'e': true}} as s, map {'k=1': date '2024-01-31', 'l': null} as"
            + " m, [timestamp '2024-01-31 10:00:00'] as t";
    String types = "l varchar[], s struct(\"a b\" varchar, c double[], d struct(e boolean)),";
    List<String> texts = new ArrayList<>();
    for (String header : List.of("false", "true")) {
      Path mine = folder.resolve("mine" + header + ".csv");
      Path theirs = folder.resolve("theirs" + header + ".csv");
      session.execute("copy (" + rows + ") to '" + mine + "' (header " + header + ")");
      session.execute(
          "create or replace table n (" + types + " m map(varchar, date), t timestamp[])");
      session.execute("copy n from '" + mine + "'");
      texts.addAll(here("select l, s, m, t from n"));
      try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
        duck.execute("copy (" + rows + ") to '" + theirs + "' (header " + header + ")");
      }
      assertThat(Files.readString(mine)).isEqualTo(Files.readString(theirs));
    }
    assertThat(texts).hasSize(2).containsOnly(here(rows).getFirst());
  }

  @Test
  void fieldsOfCsvBecomeWhatTheColumnsAre() throws IOException {
    String named = file("named.csv", "p,q,r,s\n007,x,2024-01-31,1.005\n8,\"y,z\",,\n");
    String plain = file("plain.txt", "0070;true;2024-02-29;-3\n;;;\n");
    String tabs = file("tabs.tsv", "1e3\t2\t2024-12-31\t4\n");
    String part = file("part.csv", "c,a\n2020-01-01,00\n");
    checkAgainstDuckDb(
        List.of(
            "copy t from " + named + " (header)",
            "copy t from " + named,
            "copy t from " + plain + " (format csv, delimiter ';', header false)",
            "copy t from " + plain + " (delim ';', header false, skip 1)",
            "copy t from " + tabs + " with (delim '\t', header false)",
            "copy t (c, a) from " + part + " (header, null '00')",
            "copy t from " + plain + " (separator ';', header false, sample_size -1)",
            "copy t from " + plain + " delimiter ';'",
            "copy t from " + named + " csv header null as '' quote '\"'"));
  }

  @Test
  void filesOfOtherFormatsAreTakenToo() throws IOException {
    String json =
        file("rows.json", "{\"c\":\"2024-01-31\",\"a\":\"007\"}\n{\"a\":\"8\",\"d\":2.5}\n");
    String out = "'" + folder.toString().replace('\\', '/') + "/out.parquet'";
    try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
      duck.execute("copy (select 'x' as k, 'y' as l, date '2024-03-01' as m, 7 as n) to " + out);
    }
    session.execute("copy t from " + json);
    session.execute("copy t from " + out + "; copy t (b, a, c, d) from " + out);
    assertThat(here("from t order by all"))
        .containsExactly(
            "[007, none, 2024-01-31, null]",
            "[8, none, null, 2.50]",
            "[x, y, 2024-03-01, 7.00]",
            "[y, x, 2024-03-01, 7.00]");
    session.execute("copy t (b, d) to " + out);
    assertThat(here("select count(*), max(b), sum(d) from " + out))
        .containsExactly("[4, y, 16.50]");
  }

  @Test
  void nothingIsAddedByAFileThatDoesNotFit() throws IOException {
    String csv = file("in.csv", "p,q,r,s\n1,2,2024-01-31,4\n1,2,not a date,4\n");
    session.execute("create table narrow (x int); create table k (a varchar primary key)");
    String twice = file("twice.csv", "a\nv\nv\n");
    assertFails(
        "copy t from " + csv + " (header)",
        "in.csv, line 3, column c: \"not a date\" is no DATE; make the column VARCHAR");
    assertFails(
        "copy narrow from " + csv, "in.csv, line 2, column x: \"1,2,2024-01-31,4\" is no INTEGER");
    assertFails("copy k from " + twice + " (header)", "PRIMARY KEY (a) would have a = 'v'");
    assertFails("copy t from " + csv + " (nosuch 3)", "read_csv: no option \"nosuch\"");
    assertFails("copy t from " + csv + " (null)", "expected a text, not \")\"");
    assertFails("copy t from " + csv + " (null null)", "expected a value, not \"null\"");
    assertFails("copy t from " + csv + " (format orc)", "no format \"orc\" in [parquet, csv");
    assertFails("copy t (nosuch) from " + csv, "Cannot insert into \"t\": no column \"nosuch\"");
    assertFails("copy t into " + csv, "expected TO or FROM, not \"into\"");
    assertFails("copy nosuch from " + csv, "no table \"nosuch\" in [k, narrow, t]");
    assertFails("copy t from 'gone.csv'", "no such file or folder");
    for (String table : List.of("t", "narrow", "k")) {
      assertThat(here("select count(*) from " + table)).containsExactly("[0]");
    }
  }

  private void assertFails(String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement)).hasMessageContaining(message);
  }

  @Test
  void isCountedAndDescribedAsAnInsert() throws IOException {
    String csv = file("in.csv", "1,2,2024-01-31,4\n");
    List<String> messages = new ArrayList<>();
    session.execute(
        "copy t from " + csv + " (header false)", result -> messages.add(result.message()));
    assertThat(messages).containsExactly("inserted 1 row into t");
    assertThat(session.statements("copy t from " + csv).getFirst().kind().name())
        .isEqualTo("UPDATE");
  }
}
