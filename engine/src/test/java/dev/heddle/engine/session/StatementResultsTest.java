package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.ScriptHandler;
import dev.heddle.frame.Session;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What statements say of themselves before they run, and of their changes afterwards. */
class StatementResultsTest {
  @TempDir private Path folder;
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

  @Test
  void countChangedRowsAsDuckDbDoes() throws SQLException {
    String[] statements = {
      "create table t (a int, b varchar)",
      "insert into t values (1, 'x'), (2, 'y'), (3, null)",
      "insert into t (a) select a from t where a > 1",
      "insert into t select * from t where false",
      "create table u as select * from t",
      "create or replace table u as select 1 as x",
      "create view v as from t",
      "copy t to '" + folder.resolve("t.csv") + "'",
      "copy (select 1 as a where false) to '" + folder.resolve("e.csv") + "'",
      "select * from t",
      "drop table u",
      "begin",
      "commit",
    };
    try (DuckDbOracle oracle = DuckDbOracle.openAlike();
        Statement theirs = oracle.connection().createStatement()) {
      for (String sql : statements) {
        List<Long> counts = new ArrayList<>();
        session.execute(sql, result -> counts.add(result.changedRows()));
        boolean isQuery = theirs.execute(sql);
        assertThat(session.statements(sql).getFirst().kind() == StatementInfo.Kind.QUERY)
            .as(sql)
            .isEqualTo(isQuery);
        long count = isQuery ? 0 : Math.max(0, theirs.getLargeUpdateCount());
        assertThat(counts).as(sql).containsExactly(count);
      }
    }
  }

  @Test
  void tellTheirKindWithoutRunning() {
    List<StatementInfo> all =
        session.statements(
            """
            -- nothing
            ; select * from nowhere; /* ; */ (select 1) ; with a as (select 1) from a;
            values (1); table t; explain select ';'; show tables; show all; describe t;
            insert into t values (?); copy t to 'f.csv'; create table t as from u;
            create table t (a int); create view v as from t; drop view v; cache table t;
            use main; set partitions = 2; reset all; begin; rollback
            """);
    assertThat(all).hasSize(21);
    assertThat(all.subList(0, 9)).allMatch(info -> info.kind() == StatementInfo.Kind.QUERY);
    assertThat(all.subList(9, 12)).allMatch(info -> info.kind() == StatementInfo.Kind.UPDATE);
    assertThat(all.subList(12, 21)).allMatch(info -> info.kind() == StatementInfo.Kind.OTHER);
    assertThat(all.get(1).text()).isEqualTo("(select 1)");
    assertThat(all.get(5).text()).isEqualTo("explain select ';'");
    assertThat(session.statements(" -- none")).isEmpty();
    assertThat(session.tables()).isEmpty();
    assertThatThrownBy(() -> session.statements("select 1; selct 2"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no statement begins with \"selct\"; did you mean \"select\"?")
        .satisfies(e -> assertThat(((AnalysisException) e).code()).isEqualTo(ErrorCode.SYNTAX));
  }

  @Test
  void countWithParameters() {
    session.execute("create table t (a int)");
    List<Long> counts = new ArrayList<>();
    session.execute(
        "insert into t values (?), (?); select a from t",
        SqlParameters.of(List.of(1, 2)),
        new ScriptHandler() {
          @Override
          public void query(String statement, DataFrame rows) {
            counts.add(rows.count());
          }

          @Override
          public void result(StatementResult result) {
            counts.add(-result.changedRows());
          }
        });
    assertThat(counts).containsExactly(-2L, 2L);
  }
}
