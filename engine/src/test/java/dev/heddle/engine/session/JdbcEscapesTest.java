package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Escapes of JDBC in SQL. */
class JdbcEscapesTest {
  private Session session;

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(1).withMemoryBudgetBytes(1L << 28));
    session.execute("create table t as select 1 as a, 'x_y' as b union all select 2, 'xzy'");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql, Object... parameters) {
    List<String> texts = new ArrayList<>();
    try (QueryResult result =
        (parameters.length == 0 ? session.sql(sql) : session.sql(sql, parameters)).collect()) {
      result.forEach(row -> texts.add(row.toString()));
    }
    return texts;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{d '2024-01-31'} | date '2024-01-31'",
        "{t '10:11:12'} | time '10:11:12'",
        "{ts '2024-01-31 10:11:12.5'} | timestamp '2024-01-31 10:11:12.5'",
        "{ d '2024-01-31' } | date '2024-01-31'",
        "{fn abs(-1)} | abs(-1)",
        "{FN UCASE('a')} | 'A'",
        "{fn lcase({fn concat('A', {fn ucase('b')})})} | 'ab'",
        "1 + {fn length({fn trim(' ab ')})} * 2 | 5",
        "{fn log(1)} | ln(1)",
        "{fn log10(100)} | log10(100)",
        "{fn ifnull(null, 3)} | 3",
        "{fn char(65)} | 'A'",
        "{fn truncate(2.71, 1)} | trunc(2.71, 1)",
        "{fn mod(7, 3)} | 1",
        "{fn substring('abc', 2, 1)} | 'b'",
        "{fn left('abc', 2)} | 'ab'",
        "{fn year({d '2024-01-31'})} | 2024",
        "{fn extract(month from {d '2024-01-31'})} | 1",
        "{fn timestampadd(SQL_TSI_DAY, 1, {ts '2024-01-31 00:00:00'})} | timestamp '2024-02-01"
            + " 00:00:00'",
        "{fn convert('12', SQL_INTEGER)} + 1 | 13",
        "{fn convert({fn concat('1', '2')}, SQL_BIGINT)} | 12",
        "{fn convert(1, SQL_LONGVARCHAR)} | '1'",
        "{fn curdate()} = current_date | true",
        "{fn database()} | 'heddle'",
        "{fn user()} = current_user | true",
        "[{d '2024-01-31'}][1] | date '2024-01-31'",
        "{'k': {fn abs(-2)}}.k | 2",
        "{fn: 1, d: 2}.d | 2",
        "map {'a': {d '2024-01-31'}}['a'] | date '2024-01-31'",
        "length('{fn abs(-1)}') | 12",
        "{fn upper('{d}')} | '{D}'",
        "1 /* {fn */ | 1",
      })
  void meanWhatTheyStandFor(String escaped, String plain) {
    assertThat(rows("select " + escaped + " as x")).isEqualTo(rows("select " + plain + " as x"));
  }

  @Test
  void standForJoinsLimitsAndPatterns() {
    String join = "select t.a, u.a from {oj t left outer join (values (2)) as u(a) on t.a = u.a}";
    assertThat(rows(join + " order by 1")).containsExactly("[1, null]", "[2, 2]");
    assertThat(rows(join + ", (values (5)) as v(z) where v.z = 5 order by 1")).hasSize(2);
    assertThat(rows("select a from t where b like 'x!_y' {escape '!'}")).containsExactly("[1]");
    assertThat(rows("select a from t where b like ? {escape '\\'}", "x\\_y"))
        .containsExactly("[1]");
    assertThat(rows("select a from t order by a {limit 1}")).containsExactly("[1]");
    assertThat(rows("select a from t order by a {limit ? offset 1}", 1L)).containsExactly("[2]");
    assertThat(rows("select {fn abs(?)} as x, {fn mod({fn abs(?)}, 2)} as y", -1, -3))
        .containsExactly("[1, 1]");
  }

  @Test
  void stayInTextsThatAreKept() {
    session.execute(
        "create view v as select {fn ucase(t.b)} as u from {oj t left join t as s on s.a = t.a};"
            + "create view w as select a from t where a = {fn abs(-1)}");
    assertThat(rows("from v order by u")).containsExactly("[XZY]", "[X_Y]");
    assertThat(rows("from w")).containsExactly("[1]");
    assertThat(rows("select view_definition from information_schema.views where table_name = 'w'"))
        .containsExactly("[CREATE VIEW w AS select a from t where a = {fn abs(-1)};]");
    assertThat(session.sql("select {fn ucase(b)}, {d '2024-01-31'} from t").schema().names())
        .containsExactly("{fn ucase(b)}", "{d '2024-01-31'}");
  }

  @Test
  void areNotTakenForStructs() {
    session.execute("create table s as select 1 as d, 2 as t, 3 as fn, 4 as oj, 5 as escape");
    assertThat(rows("select {d: d, t: t}, map {d: t}, {'fn': fn, 'oj': oj} from s"))
        .containsExactly("[{d=1, t=2}, {1=2}, {fn=3, oj=4}]");
    assertThat(rows("select map {d + 1: 2} from s")).containsExactly("[{2=2}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select {fn nothing(1)} | no function \"nothing\"",
        "select {fn abs(1) | expected \":\"",
        "select {d '2024-13-31'} | 2024-13-31",
        "select {x '1'} | expected \":\"",
        "select {fn} | expected \":\"",
        "{call f(1)} | expected a query",
        "{? = call f(1)} | expected a query",
        "select a from {oj t left join s} | expected ON or USING",
        "select {fn convert(1, SQL_NONSENSE)} | no type \"NONSENSE\"",
      })
  void wrongOnesAreTypedErrors(String sql, String message) {
    assertThatThrownBy(() -> session.sql(sql).collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(message);
  }

  @Test
  void errorsHaveThePlaceInTheText() {
    assertThatThrownBy(() -> session.sql("select {fn nothing(1)}"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("no function \"nothing\"")
        .hasMessageContaining("line 1, column 8");
  }
}
