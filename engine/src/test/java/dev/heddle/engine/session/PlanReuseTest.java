package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Functions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A query that is asked again is not planned again, unless its plan could be another one. */
class PlanReuseTest {
  @TempDir Path folder;
  private final Session session = Heddle.local();

  @AfterEach
  void close() {
    session.close();
  }

  private record Answer(List<String> rows, boolean isReused) {}

  private static Answer run(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        rows.add(String.valueOf(row.value(0)));
      }
      List<String> phases =
          result.profile().phases().stream().map(QueryProfile.Phase::name).toList();
      return new Answer(rows, phases.contains("plan: reuse"));
    }
  }

  private Answer run(String sql) {
    return run(session.sql(sql));
  }

  private String file(String name, int rows) {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path path = folder.resolve(name);
      return ParquetFiles.write(duck, "SELECT i AS id FROM range(" + rows + ") t(i)", path, "")
          .toString();
    }
  }

  private DataFrame numbers(int count) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add("(" + i + ")");
    }
    return session.sql("select n from (values " + String.join(", ", rows) + ") as v(n)");
  }

  @Test
  void theSameTextIsPlannedOnce() {
    session.execute("create table t as select * from (values (1), (2)) as v(n)");
    assertThat(run("select sum(n) from t")).isEqualTo(new Answer(List.of("3"), false));
    assertThat(run("select sum(n) from t")).isEqualTo(new Answer(List.of("3"), true));
    assertThat(run("select sum(n) from t where n > 1").isReused()).isFalse();
    assertThat(run("select sum(n) from t where n > 0").rows()).containsExactly("3");
  }

  @Test
  void equalFramesArePlannedOnce() {
    DataFrame frame = numbers(10);
    assertThat(run(frame.filter(Functions.col("n").gt(7)))).matches(answer -> !answer.isReused());
    Answer again = run(frame.filter(Functions.col("n").gt(7)));
    assertThat(again).isEqualTo(new Answer(List.of("8", "9"), true));
  }

  @Test
  void aFileThatHasNotChangedKeepsItsPlan() {
    String query = "select count(*) from '" + file("a.parquet", 10) + "'";
    run(query);
    assertThat(run(query)).isEqualTo(new Answer(List.of("10"), true));
  }

  @Test
  void aFileThatHasChangedIsPlannedAnew() {
    String query = "select count(*) from '" + file("a.parquet", 10) + "'";
    run(query);
    file("a.parquet", 1000);
    assertThat(run(query)).isEqualTo(new Answer(List.of("1000"), false));
  }

  @Test
  void aFolderWithOneMoreFileIsPlannedAnew() {
    file("a.parquet", 10);
    String query = "select count(*) from '" + folder + "/*.parquet'";
    run(query);
    file("b.parquet", 5);
    assertThat(run(query)).isEqualTo(new Answer(List.of("15"), false));
  }

  @Test
  void aNameMeansWhatItMeansNow() {
    session.execute("create table t as select 1 as n");
    session.execute("create view v as select n from t");
    String query = "select * from v";
    assertThat(run(query).rows()).containsExactly("1");
    session.execute("create or replace view v as select n + 10 as n from t");
    assertThat(run(query).rows()).containsExactly("11");
    session.execute("insert into t select 2");
    assertThat(run("select count(*) from t").rows()).containsExactly("2");
    session.execute("drop table t");
    session.execute("create table t as select 'x' as n, 5 as m");
    assertThat(run("select count(*) from t").rows()).containsExactly("1");
    assertThat(run("select * from t").rows()).containsExactly("x");
  }

  @Test
  void aTableThatHasBeenDroppedIsNotRead() {
    session.execute("create table t as select 1 as n");
    DataFrame frame = session.sql("select n from t");
    assertThat(run(frame).rows()).containsExactly("1");
    session.execute("drop table t");
    assertThatThrownBy(() -> run(frame))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("has been dropped");
  }

  @Test
  void framesOfOneNameAreToldApart() {
    DataFrame few = numbers(3);
    DataFrame many = numbers(30);
    String query = "select count(*) from f";
    assertThat(run(session.sql(query, Map.of("f", few))).rows()).containsExactly("3");
    assertThat(run(session.sql(query, Map.of("f", many))).rows()).containsExactly("30");
    assertThat(run(session.sql(query, Map.of("f", few)))).isEqualTo(new Answer(List.of("3"), true));
  }

  @Test
  void whatAsksForTheTimeIsPlannedAnew() {
    for (String query :
        List.of(
            "select current_timestamp",
            "select count(*) from (values (1)) as v(n) where current_date > date '2020-01-01'",
            "select n from (values (1)) as t(n) where exists (select 1 from (values (1)) as v(n)"
                + " where n < year(current_date))")) {
      Answer first = run(query);
      Answer second = run(query);
      assertThat(second.isReused()).as(query).isFalse();
      assertThat(first.rows()).as(query).hasSize(1);
    }
    assertThat(run("select current_timestamp")).isNotEqualTo(run("select current_timestamp"));
  }
}
