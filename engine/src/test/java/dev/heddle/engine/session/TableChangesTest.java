package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.StatementInfo;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** INSERT, UPDATE and DELETE: what they return and count, and how they fail. */
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
          update d set a = 1 from v | UPDATE ... FROM is not supported; write a query in SET
          delete from d using v | DELETE ... USING is not supported; write WHERE EXISTS
          insert into d (a) values (1) on conflict do nothing | ON CONFLICT is not supported: tables have no keys
          create table e (a int primary key) | PRIMARY is not supported: tables check NOT NULL alone; leave it out
          create table e (a int, unique (a)) | UNIQUE is not supported
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
