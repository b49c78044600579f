package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.StatementInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** INSERT, UPDATE, DELETE and MERGE: what they return and count, and how they fail. */
class TableChangesTest {
  private final Session session =
      Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));

  @BeforeEach
  void create() {
    session.execute(
        "create table d (a int default 7, b varchar, c int not null default 1 + 1);"
            + " insert into d values (1, 'x', 1), (2, 'y', 2), (3, null, 3);"
            + " create view v as from d");
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
                result.rows() == null
                    ? result.message() + " (" + result.changedRows() + ")"
                    : QueryRows.of(result.rows()).toString()));
    return String.join("; ", outcomes);
  }

  @Test
  void tellsOfTheChangedRows() {
    assertThat(outcome("insert into d (b) values ('z')")).isEqualTo("inserted 1 row into d (1)");
    assertThat(outcome("update d set a = 0 where c > 1")).isEqualTo("updated 3 rows of d (3)");
    assertThat(outcome("delete from d where a = 0 and b is null"))
        .isEqualTo("deleted 1 row of d (1)");
    assertThat(outcome("from d order by all")).isEqualTo("[[0, y, 2], [0, z, 2], [1, x, 1]]");
  }

  @Test
  void returnsColumnsOfTheChangedRows() {
    assertThat(outcome("insert into d (b) values ('z') returning *")).isEqualTo("[[7, z, 2]]");
    assertThat(
            outcome(
                "insert into d (b) select b || '!' from d where b > 'w' returning upper(b) as k"))
        .isEqualTo("[[X!], [Y!], [Z!]]");
    assertThat(outcome("update d as q set a = q.c + 1 where q.a = 3 returning q.a, a + c as s, b"))
        .isEqualTo("[[4, 7, null]]");
    assertThat(outcome("delete from d where a = 7 returning b, (select count(*) from v)"))
        .contains("[z, 7]", "[x!, 7]");
    assertThat(session.statements("delete from d returning a").getFirst().kind())
        .isEqualTo(StatementInfo.Kind.QUERY);
    assertThat(session.describe("update d set a = 1 returning b as k").columns().names())
        .containsExactly("k");
  }

  @Test
  void takesParameters() {
    session.execute("update d set b = ?, a = ? where c = ?", List.of("p", 50, 2));
    assertThat(outcome("select a, b from d where c = 2")).isEqualTo("[[50, p]]");
    session.execute("delete from d where a >= $1", List.of(50));
    assertThat(outcome("select count(*) from d")).isEqualTo("[[2]]");
    assertThat(session.describe("update d set a = ? where b = ?").parameters()).hasSize(2);
  }

  @Test
  void countsAndReturnsWhatConflictsAndMergesChange() {
    session.execute("create table k (a int primary key, b int default 5)");
    assertThat(outcome("insert into k values (1, 1), (2, 2)")).endsWith("(2)");
    assertThat(outcome("insert into k values (1, 7), (3, 3) on conflict do nothing"))
        .isEqualTo("inserted 1 row into k (1)");
    assertThat(outcome("insert or replace into k (a) values (1), (4) returning a * 10 as x, b"))
        .isEqualTo("[[10, 1], [40, 5]]");
    assertThat(
            outcome(
                "merge into k using (values (1), (9)) s(id) on k.a = s.id when matched then delete"
                    + " when not matched then insert (a) values (s.id)"
                    + " when not matched by source and k.a = 3 then update set b = 0"
                    + " returning merge_action, *, upper(merge_action) = 'DELETE' as gone"))
        .isEqualTo("[[DELETE, 1, 1, true], [UPDATE, 3, 0, false], [INSERT, 9, 5, false]]");
    assertThat(outcome("merge into k using k q on k.a = q.a when matched then do nothing"))
        .isEqualTo("merged 0 rows into k (0)");
    assertThat(outcome("from k")).isEqualTo("[[2, 2], [3, 0], [4, 5], [9, 5]]");
  }

  @Test
  void nullsOfAKeyAreInConflictWithNone() {
    session.execute("create table k (a int unique, b int)");
    session.execute("insert into k values (null, 3), (null, 4), (1, 9) on conflict (a) do nothing");
    session.execute("insert or replace into k values (null, 3), (1, 8)");
    assertThat(outcome("from k order by all"))
        .isEqualTo("[[1, 8], [null, 3], [null, 3], [null, 4]]");
  }

  @Test
  void ofNewRowsInConflictTheFirstCounts() {
    session.execute("create table k (a int unique, b int unique)");
    session.execute(
        "insert into k values (1, 1), (2, 1), (2, 2), (3, 2), (3, 3) on conflict do nothing");
    assertThat(outcome("from k order by all")).isEqualTo("[[1, 1], [2, 2], [3, 3]]");
  }

  @Test
  void batchesMeetConflictsRowByRow() {
    session.execute("create table k (a int primary key, b int)");
    String insert = "insert into k values (?, ?) on conflict (a) do update set b = excluded.b";
    assertThat(
            session
                .engine()
                .executeEach(
                    insert,
                    Stream.of(List.of(1, 1), List.of(1, 2), List.of(2, 3))
                        .map(SqlParameters::of)
                        .toList()))
        .isEqualTo(3);
    assertThat(outcome("from k order by all")).isEqualTo("[[1, 2], [2, 3]]");
    assertThat(session.describe(insert).parameters()).hasSize(2);
    String update =
        "insert into k values (?, ?) on conflict (a) do update set b = k.b + ? where k.b > ?"
            + " returning b as c";
    assertThat(session.describe(update).parameters()).hasSize(4);
    assertThat(session.describe(update).columns().names()).containsExactly("c");
    session.execute(update, List.of(1, 0, 5, 1));
    assertThat(outcome("from k order by all")).isEqualTo("[[1, 7], [2, 3]]");
    session.execute(update, List.of(1, 0, -5, 6));
    String merge =
        "merge into k using (select cast(? as int) as a) s using (a) when matched then update set b"
            + " = ? when not matched then insert values (a, ?)";
    assertThat(session.describe(merge).parameters()).hasSize(3);
    session.execute(merge, List.of(7, 8, 9));
    assertThat(outcome("from k order by all")).isEqualTo("[[1, 2], [2, 3], [7, 9]]");
  }

  @Test
  void constraintsHaveACodeOfTheirOwn() {
    session.execute("create table k (a int primary key, b varchar check (length(b) < 3))");
    session.execute("insert into k values (1, 'x')");
    assertBroken(
        "insert into k values (2, 'y'), (1, 'z')",
        "Cannot change \"k\": PRIMARY KEY (a) would have a = 1 more than once; change the values,"
            + " or INSERT with ON CONFLICT");
    assertBroken(
        "insert into k values (5, 'long')",
        "Cannot change \"k\": CHECK (length(b) < 3) is false for b = 'long'");
    assertBroken("update k set a = null", "Cannot insert into \"k\": column \"a\" is NOT NULL");
    assertThat(outcome("from k")).isEqualTo("[[1, x]]");
  }

  private void assertBroken(String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement))
        .hasMessage(message)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONSTRAINT));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          update d set nosuch = 1 | Cannot update "d": no column "nosuch" in [a, b, c]
          update d set a = 1, A = 2 | Cannot update "d": column "A" is set twice
          update d set c = null | Cannot insert into "d": column "c" is NOT NULL
          update v set a = 1 | Cannot update "v": it is a view; update a table
          delete from v | Cannot delete from "v": it is a view; delete from a table
          update d set a = 1 from nosuch | no table "nosuch" in [d, v] (line 1, column 25)
          update d set a = q.z from v q | no column "z" in [a, b, c]; did you mean
          delete from d using v where v.a = d.nosuch | no column "nosuch" in [a, b, c] (line 1, column 37)
          insert into d (a) values (1) on conflict do nothing | Cannot insert into "d": ON CONFLICT needs a key, and the table has none
          insert or replace into d (a) values (1) on conflict do nothing | ON CONFLICT cannot follow INSERT OR ...; write one of them
          insert into d by name select 1 as aa | Cannot insert into "d": no column "aa" in [a, b, c]
          insert into d by name select 1 as a, 2 as A | Cannot insert into "d": column "A" is named twice
          create table e (a int references d on update cascade) | foreign keys refuse changes of rows that they refer to
          create table e (a int, unique (b)) | Cannot make table "e": no column "b" in [a]
          create table e (a int, unique (a, A)) | Cannot make table "e": column "a" is twice in a key
          create table e (a int primary key, b int, primary key (b)) | Cannot make table "e": it has two primary keys
          create table e (a int check (b > 0)) | no column "b" in [a]
          create table e (a int check (a + 1)) | Cannot use CHECK (a + 1) in "e": it is no BOOLEAN
          create table e (a int check (a in (select 1))) | Cannot use CHECK (a in (select 1)) in "e": a query cannot be in it
          create table e (a int check (sum(a) > 1)) | aggregate sum cannot be in WHERE
          merge into v using d on true when matched then delete | Cannot merge into "v": it is a view; merge into a table
          merge into d using v on d.a = v.a when matched then insert default values | INSERT is for rows that are NOT MATCHED
          merge into d using v on d.a = v.a when not matched then delete | only INSERT, DO NOTHING or ERROR is for rows that are NOT MATCHED
          merge into d using v on d.a = v.a when not matched then insert values (1) | Cannot insert into "d": there are 1 values, not 3
          merge into d using v on d.a = v.a when matched then update set a = 1, A = 2 | Cannot update "d": column "A" is set twice
          merge into d using v on true when matched then delete | Cannot change "d": a row of it is changed more than once
          merge into d using v on d.a = v.a when matched and v.a = 2 then error concat('bad ', v.b) | Cannot change "d": bad y
          merge into d using v on d.a = v.a when matched and v.a = 2 then error | Cannot change "d": a row meets when matched and v.a = 2
          merge into d using v on d.a = v.a when not matched by source then update | rows that the source does not have need UPDATE SET column = value
          with d as (select 1 as x) delete from d | Cannot change "d": WITH gives its name to a query
          with q as (select 1 as x) delete from d where a = q.x | no table "q"
          with q as (select 1 as x) select nosuch from q | no column "nosuch" in [x]
          truncate v | Cannot delete from "v": it is a view; delete from a table
          create table e (a date default 5) | Cannot use 5 as default of "a": it is no DATE
          create table e (a int default b) | no column "b" in []
          select default from d | no column "default" in [a, b, c]
          insert into d (a) values (default + 1) | no column "default" in []
          delete from d where count(*) > 1 | aggregate count cannot be in WHERE; use HAVING (line 1, column 21)
          """)
  void saysWhatIsWrong(String statement, String message) {
    assertThatThrownBy(() -> session.execute(statement)).hasMessageContaining(message);
    assertThat(outcome("select count(*), sum(a) from d")).isEqualTo("[[3, 6]]");
  }
}
