package dev.heddle.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.testing.DuckDbOracle;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What texts can ask of their session, with parentheses or without. */
class SessionValuesTest {
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

  private List<String> rows(String sql) {
    List<String> texts = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      result.forEach(row -> texts.add(row.toString()));
    }
    return texts;
  }

  @Test
  void areWhatDuckDbHas() {
    String schema = "select current_schema, current_schema(), CURRENT_SCHEMA, Current_Schema()";
    String names = "select current_schema, current_user, session_user, user, current_catalog";
    try (DuckDbOracle oracle = DuckDbOracle.open()) {
      assertThat(rows(schema)).isEqualTo(List.of(oracle.rows(schema).getFirst().toString()));
      assertThat(session.sql(names).schema().names())
          .isEqualTo(
              oracle.rows("select column_name from (describe " + names + ")").stream()
                  .map(row -> String.valueOf(row.getFirst()))
                  .toList());
    }
    String user = System.getProperty("user.name");
    assertThat(rows("select current_database(), current_catalog, current_catalog()"))
        .containsExactly("[heddle, heddle, heddle]");
    assertThat(rows("select current_user, session_user, user, user(), current_role"))
        .containsExactly("[" + String.join(", ", List.of(user, user, user, user, user)) + "]");
    assertThat(rows("select version()").getFirst()).startsWith("[Heddle ");
    assertThat(session.sql("select version() as v").schema().field(0).type())
        .isEqualTo(DataType.STRING);
  }

  @Test
  void columnsOfTheirNamesWin() {
    session.execute(
        "create table t (user int, version int, current_schema int, \"current_user\" int);"
            + " insert into t values (1, 2, 3, 4)");
    assertThat(rows("select user, version, current_schema, current_user from t"))
        .containsExactly("[1, 2, 3, 4]");
    assertThat(rows("select t.user, version(), session_user = user() from t").getFirst())
        .startsWith("[1, Heddle ")
        .endsWith(", true]");
    assertThat(rows("select (select user) from t")).containsExactly("[1]");
    assertThat(rows("select u from (select 7 as user) as x(u) where u = 7")).containsExactly("[7]");
    session.execute("create table user as select 5 as main; create table version as from user");
    assertThat(rows("select user.main, version.main from user, version")).containsExactly("[5, 5]");
    assertThat(rows("select current_catalog as user order by user")).containsExactly("[heddle]");
  }

  @Test
  void standWhereExpressionsDo() {
    session.execute("create table t (a varchar); insert into t values (current_schema), ('x')");
    assertThat(rows("select a from t where a = current_schema()")).containsExactly("[main]");
    assertThat(rows("select count(*) from t group by current_user")).containsExactly("[2]");
    session.execute("create view v as select upper(current_catalog) as c");
    assertThat(rows("from v")).containsExactly("[HEDDLE]");
  }

  /** A function of the user's own. */
  public static final class NextVersion implements Udf1<Long, Long> {
    @Override
    public Long apply(Long value) {
      return value + 1;
    }
  }

  @Test
  void functionsOfTheUsersOwnWin() {
    session.register(UserFunction.of("version", NextVersion.class, DataType.INT64, DataType.INT64));
    assertThat(rows("select version(41)")).containsExactly("[42]");
    session.unregister("version");
    assertThat(rows("select version()").getFirst()).startsWith("[Heddle ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"version(1)", "current_schema(distinct 1)", "user() over ()"})
  void takeNoArguments(String call) {
    assertThatThrownBy(() -> session.sql("select " + call))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(" takes no arguments, and no DISTINCT, FILTER or OVER");
  }

  @ParameterizedTest
  @ValueSource(strings = {"version", "current_database", "\"user\""})
  void areNoColumns(String name) {
    assertThatThrownBy(() -> session.sql("select " + name))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no column \"" + name.replace("\"", "") + "\"");
  }
}
