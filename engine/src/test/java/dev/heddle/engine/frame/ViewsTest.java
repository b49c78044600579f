package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views of SQL keep their text and see their tables as they are when they are used. */
class ViewsTest {
  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28));
    session.execute("create table t as select 1 as a, 'x' as b");
    session.execute("create view v as select a, b from t where a > 0");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql) {
    return texts(session.sql(sql));
  }

  private static List<String> texts(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> texts = new ArrayList<>();
      result.forEach(row -> texts.add(row.toString()));
      return texts;
    }
  }

  @Test
  void seeTablesAfterInsertAndReplacement() {
    assertThat(rows("from v")).containsExactly("[1, x]");
    session.execute("insert into t values (2, 'y'), (-1, 'z')");
    assertThat(rows("from v order by a")).containsExactly("[1, x]", "[2, y]");
    assertThat(texts(session.table("v").filter(col("a").gt(1)))).containsExactly("[2, y]");
    session.execute("create or replace table t as select 7 as a, 'new' as b, true as c");
    assertThat(rows("from v")).containsExactly("[7, new]");
    session.execute("drop table t; create table t (b varchar, a bigint)");
    assertThat(rows("from v")).isEmpty();
    assertThat(session.table("v").schema().field(0).type().sqlName()).isEqualTo("BIGINT");
  }

  @Test
  void starsAreExpandedAtUse() {
    session.execute("create view s as select * from t; create view named (p, q) as from t");
    assertThat(rows("select q, p from named")).containsExactly("[x, 1]");
    session.execute("create or replace table t as select 1 as a, 'x' as b, 3 as c");
    assertThat(rows("from s")).containsExactly("[1, x, 3]");
    assertThatThrownBy(() -> rows("from named"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"named\": there are 2 names for 3 columns");
  }

  @Test
  void standOnViews() {
    session.execute("create view w as select a + 1 as c from v; create view x as from w, v");
    session.execute("insert into t values (5, 'y')");
    assertThat(rows("select c from w order by c")).containsExactly("[2]", "[6]");
    assertThat(rows("select count(*) from x")).containsExactly("[4]");
    assertThat(rows("select v1.a from v v1 join V v2 on v1.a = v2.a order by 1"))
        .containsExactly("[1]", "[5]");
    session.execute("create or replace view v as select 9 as a");
    assertThat(rows("from w")).containsExactly("[10]");
  }

  @Test
  void mistakesAreFoundAtCreationAndNamedAtUse() {
    assertThatThrownBy(() -> session.execute("create view bad as select nope from t"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"bad\": no column \"nope\"");
    assertThat(session.tables()).noneMatch(table -> table.name().equals("bad"));
    session.execute("create view w as select a from v");
    session.execute("create or replace table t as select 1 as a");
    assertThatThrownBy(() -> rows("from v"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"v\": no column \"b\" in [a]");
    assertThatThrownBy(() -> rows("select 1 from w"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"w\": view \"v\": no column \"b\" in [a]");
    assertThatThrownBy(() -> session.table("v"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"v\": no column \"b\" in [a]");
    session.execute("drop table t");
    assertThatThrownBy(() -> rows("from v"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("view \"v\": no table \"t\"");
    assertThat(session.tables().toString()).contains("v");
    assertThatThrownBy(
            () -> session.execute("create view p as select a from t where a = $x", Map.of("x", 1)))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"p\": ");
  }

  @Test
  void doNotReadThemselves() {
    session.execute("create view w as from v");
    assertThatThrownBy(() -> session.execute("create or replace view v as select * from v"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("view \"v\": it reads itself");
    assertThatThrownBy(() -> session.execute("create or replace view V as select * from W"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("it reads itself, by way of");
    assertThat(rows("from w")).containsExactly("[1, x]");
  }

  @Test
  void ofFramesStayPlans() {
    session.createView("f", session.table("t").filter(col("a").eqTo(1)));
    DataFrame before = session.table("v");
    session.execute("insert into t values (2, 'y')");
    assertThatThrownBy(() -> rows("from f"))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it has been dropped");
    assertThatThrownBy(before::count)
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("it has been dropped");
    assertThat(session.table("v").count()).isEqualTo(2);
  }

  @Test
  void framesOfAQueryDoNotHideTablesOfAView() {
    DataFrame other = session.sql("select 5 as a, 'other' as b");
    assertThat(texts(session.sql("from v", Map.of("t", other)))).containsExactly("[1, x]");
    assertThat(texts(session.sql("with t as (select 3 as a) from v"))).containsExactly("[1, x]");
  }

  @Test
  void areDescribedAndListedAsTheyAre() {
    session.execute("create or replace table t as select date '2024-01-01' as b, 1.5 as a");
    List<String> described = new ArrayList<>();
    session.execute(
        "describe v", result -> result.rows().forEach(row -> described.add(row.toString())));
    assertThat(described)
        .containsExactly(
            "[a, DECIMAL(2, 1), YES, null, null, null]", "[b, DATE, YES, null, null, null]");
    assertThat(session.tables().stream().filter(table -> table.name().equals("v")).toList())
        .singleElement()
        .satisfies(table -> assertThat(table.schema().field(1).type().sqlName()).isEqualTo("DATE"));
  }

  @Test
  void keepTheirRowsWhileTheseAreCached() {
    session.execute("cache table v; insert into t values (2, 'y')");
    assertThat(rows("select count(*) from v")).as("before the first use").containsExactly("[2]");
    session.execute("uncache table v; cache table v");
    assertThat(rows("select sum(a) from v")).containsExactly("[3]");
    session.execute("insert into t values (3, 'z')");
    assertThat(rows("select sum(a) from v")).as("cached").containsExactly("[3]");
    session.execute("uncache table v");
    assertThat(rows("select sum(a) from v")).containsExactly("[6]");
  }

  @Test
  void seeFilesAsTheyAre() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    session.sql("select 1 as n").write().parquet(data.resolve("a.parquet").toString());
    session.execute("create view d as from '" + data + "/*.parquet'");
    assertThat(rows("select count(*) from d")).containsExactly("[1]");
    session.sql("select 2 as n").write().parquet(data.resolve("b.parquet").toString());
    assertThat(rows("select count(*) from d")).containsExactly("[2]");
  }
}
