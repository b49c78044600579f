package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions over the same tables, and what is known of statements before they run. */
class NewSessionTest {
  private static final int ROUNDS = 25;

  private Session first;

  @BeforeEach
  void open() {
    first = Heddle.local();
    first.execute("create table t (i bigint not null, s varchar)");
  }

  @AfterEach
  void nothingIsLeft() {
    first.close();
    assertThat(SessionEngineProvider.memory().usedBytes()).isZero();
  }

  private static String setting(Session session, String name) {
    List<String> values = new ArrayList<>();
    session.execute(
        "show " + name, result -> result.rows().forEach(row -> values.add((String) row.value(0))));
    return values.getFirst();
  }

  private static long count(Session session) {
    return (long) session.sql("select count(*) from t").collect().iterator().next().value(0);
  }

  @Test
  void tablesAreSharedAndSettingsAreNot() {
    try (Session second = first.newSession();
        Session third = second.newSession()) {
      second.execute("insert into t values (1, 'a'); create view v as select i + 1 as j from t");
      second.execute("set partitions = 3; set application_name = 'second'");
      assertThat(third.table("v").schema().names()).containsExactly("j");
      assertThat(setting(second, "partitions")).isEqualTo("3");
      assertThat(setting(first, "partitions")).isEqualTo("0");
      assertThat(setting(third, "application_name")).isEmpty();
    }
    assertThat(first.table("v").schema().names()).containsExactly("j");
  }

  @Test
  void closingTheFirstClosesTheOthersAndNotTheOtherWayRound() {
    Session second = first.newSession();
    Session third = first.newSession();
    second.close();
    assertThat(count(third)).isZero();
    assertThatThrownBy(() -> second.newSession())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("closed");
    first.close();
    assertThatThrownBy(() -> count(third))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void transactionsAreOfTheirSession() {
    try (Session second = first.newSession()) {
      second.execute("begin");
      first.execute("insert into t values (1, 'a')");
      second.execute("rollback");
      second.execute("begin; insert into t values (2, 'b')");
      second.execute("rollback");
      assertThat(first.sql("from t").collect().rowCount()).isEqualTo(1);
    }
  }

  @Test
  void nothingIsLostOfWhatTwoSessionsInsert() throws Exception {
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      writers.add(
          CompletableFuture.runAsync(
              () -> {
                try (Session writer = first.newSession()) {
                  for (int round = 0; round < ROUNDS; round++) {
                    writer.execute("insert into t values (" + round + ", 'x')");
                  }
                }
              },
              body -> Thread.ofPlatform().start(body)));
    }
    for (CompletableFuture<Void> writer : writers) {
      writer.get();
    }
    assertThat(count(first)).isEqualTo(4 * ROUNDS);
  }

  @Test
  void statementsAreDescribedWithoutRunningThem() {
    StatementShape query = first.describe("select i, s || ? as s from t where i > ?");
    assertThat(query.kind()).isEqualTo(StatementInfo.Kind.QUERY);
    assertThat(query.parameters().values()).containsExactly(DataType.STRING, DataType.INT64);
    assertThat(query.columns().names()).containsExactly("i", "s");

    StatementShape insert = first.describe("insert into t (s, i) values (?, ?)");
    assertThat(insert.kind()).isEqualTo(StatementInfo.Kind.UPDATE);
    assertThat(insert.parameters().values()).containsExactly(DataType.STRING, DataType.INT64);
    assertThat(insert.columns()).isNull();

    assertThat(first.describe("create table u as select * from t where i = ?").parameters())
        .containsEntry("1", DataType.INT64);
    assertThat(first.describe("drop table t").kind()).isEqualTo(StatementInfo.Kind.OTHER);
    assertThat(first.describe("explain select 1").columns().names()).containsExactly("plan");
    assertThat(first.describe("show tables").columns().names())
        .containsExactly("name", "kind", "columns");
    assertThat(first.describe("show partitions").columns().names()).containsExactly("partitions");
    assertThat(first.describe("describe select 1 as a").columns().size()).isPositive();
    assertThat(count(first)).isZero();
  }

  @Test
  void whatCannotBeDescribedIsAnError() {
    assertThatThrownBy(() -> first.describe("select 1; select 2"))
        .hasMessageContaining("it has 2 statements");
    assertThatThrownBy(() -> first.describe("-- nothing"))
        .hasMessageContaining("it has 0 statements");
    assertThatThrownBy(() -> first.describe("insert into t values (1)"))
        .hasMessageContaining("the query gives 1 columns, not 2");
    assertThatThrownBy(() -> first.describe("insert into nope values (?)"))
        .hasMessageContaining("nope");
  }

  @Test
  void aStatementRunsOnceForEachRowOfValues() {
    List<SqlParameters> rows = new ArrayList<>();
    for (long i = 0; i < 2_000; i++) {
      rows.add(SqlParameters.of(Arrays.asList(i, i % 3 == 0 ? null : "v" + i)));
    }
    assertThat(first.engine().executeEach("insert into t values (?, ?)", rows)).isEqualTo(2_000);
    assertThat(
            first
                .sql("select count(s) as n, sum(i) as i from t where i < 2000")
                .collect()
                .toText(3))
        .contains("1333", "1999000");
    assertThat(
            first
                .engine()
                .executeEach(
                    "insert into t select i + ?, s from t where i < 2 and s is not distinct from ?",
                    rows.subList(0, 2)))
        .isEqualTo(2);
    assertThat(count(first)).isEqualTo(2_002);
  }

  @Test
  void noneOfTheRowsOfABatchIsInsertedIfOneIsWrong() {
    List<SqlParameters> rows =
        List.of(SqlParameters.of(List.of(1L, "a")), SqlParameters.of(Arrays.asList(null, "b")));
    assertThatThrownBy(() -> first.engine().executeEach("insert into t values (?, ?)", rows))
        .hasMessageContaining("NOT NULL");
    assertThat(count(first)).isZero();
  }
}
