package dev.heddle.engine.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.PreparedQuery;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Parameters of SQL text: how they are typed, what values they take, and that no plan keeps one.
 */
class SqlParametersTest {
  private static Session session;

  @BeforeAll
  static void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28));
    session.execute(
        "create table t (k integer, name varchar, price decimal(10, 2), due date, l bigint[])");
    session.execute(
        "insert into t values (1, 'ada', 1.50, date '2024-01-01', [1, 2]),"
            + " (2, 'bob', 20.00, date '2024-06-01', [2]), (3, 'cid', null, null, null),"
            + " (null, 'dan', 7.25, date '2025-01-01', [])");
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static List<String> texts(DataFrame frame) {
    try (QueryResult result = frame.collect()) {
      List<String> texts = new ArrayList<>();
      result.forEach(row -> texts.add(row.toString()));
      return texts;
    }
  }

  private static List<String> names(String sql, Object... values) {
    return texts(session.sql("select name from t where " + sql + " order by name", values));
  }

  private static String types(String sql) {
    Map<String, String> types = new LinkedHashMap<>();
    session.prepare(sql).parameters().forEach((name, type) -> types.put(name, type.sqlName()));
    return types.toString();
  }

  @Test
  void typesComeFromWhatStandsBeside() {
    assertThat(
            types(
                "select k + $a as s, coalesce($c, name) as c, case when $b then 1 else $d end as d"
                    + " from t where price > $p and due between $from and $to and name like $like"
                    + " and k in ($x, 7) and list_contains(l, $e) order by k limit $n offset $o"))
        .isEqualTo(
            "{a=INTEGER, c=VARCHAR, b=BOOLEAN, d=INTEGER, p=DECIMAL(10, 2), from=DATE, to=DATE,"
                + " like=VARCHAR, x=INTEGER, e=BIGINT, n=BIGINT, o=BIGINT}");
    assertThat(types("select cast(? as date) from t")).isEqualTo("{1=DATE}");
    assertThat(types("select k from t union all select ?")).isEqualTo("{1=INTEGER}");
    assertThat(types("values (1, 'a'), (?, ?)")).isEqualTo("{1=INTEGER, 2=VARCHAR}");
    assertThat(types("select k from t where k = $2 and name = $1"))
        .isEqualTo("{1=VARCHAR, 2=INTEGER}");
    assertThat(types("select * from t where k > (select max(k) from t u where name <> ?)"))
        .isEqualTo("{1=VARCHAR}");
    assertThat(types("select * from t where exists (from t u where u.k = t.k and u.due = ?)"))
        .isEqualTo("{1=DATE}");
    assertThat(types("select * from t where ? in (select k from t)")).isEqualTo("{1=INTEGER}");
    assertThat(types("select * from t where k in (select ? from t)")).isEqualTo("{1=INTEGER}");
    assertThat(types("select * from t join t u on t.k = u.k and u.name = ?"))
        .isEqualTo("{1=VARCHAR}");
    assertThat(types("from t where k = any(?) or price in ?"))
        .isEqualTo("{1=INTEGER[], 2=DECIMAL(10, 2)[]}");
    assertThat(types("select name from t group by name having count(*) > ?"))
        .isEqualTo("{1=BIGINT}");
    assertThat(types("with c as (select k from t where k > $low) from c where k < $high"))
        .isEqualTo("{low=INTEGER, high=INTEGER}");
    assertThat(types("select k, lag(k, 1, ?) over (order by k) from t")).isEqualTo("{1=INTEGER}");
    assertThat(types("select $b + ($a + k) from t")).isEqualTo("{b=INTEGER, a=INTEGER}");
  }

  @Test
  void valuesAreConvertedToTheType() {
    assertThat(names("k = ?", 2)).containsExactly("[bob]");
    assertThat(names("k = ?", 2L)).containsExactly("[bob]");
    assertThat(names("k = ?", new BigDecimal("2.0"))).containsExactly("[bob]");
    assertThat(names("k = ?", "2")).containsExactly("[bob]");
    assertThat(names("k = ?", Optional.empty())).isEmpty();
    assertThat(names("k is not distinct from ?", new Object[] {null})).containsExactly("[dan]");
    assertThat(names("price > ?", 7)).containsExactly("[bob]", "[dan]");
    assertThat(names("price > ?", 7.25)).containsExactly("[bob]");
    assertThat(names("price = ?", new BigDecimal("1.5"))).containsExactly("[ada]");
    assertThat(names("due >= ?", LocalDate.of(2024, 6, 1))).containsExactly("[bob]", "[dan]");
    assertThat(names("due >= ?", "2024-06-01")).containsExactly("[bob]", "[dan]");
    assertThat(names("name like ?", "%a%")).containsExactly("[ada]", "[dan]");
    assertThat(names("k in (?, ?)", 1, 3)).containsExactly("[ada]", "[cid]");
    assertThat(names("k not in (?, ?)", 1, null)).isEmpty();
    assertThat(names("k in ?", List.of(1, 3))).containsExactly("[ada]", "[cid]").isNotEmpty();
    assertThat(names("k = any(?)", (Object) new int[] {2, 3})).containsExactly("[bob]", "[cid]");
    assertThat(names("k in ?", (Object) List.of())).isEmpty();
    assertThat(names("list_contains(l, ?)", 2)).containsExactly("[ada]", "[bob]");
    assertThat(names("l = ?", (Object) new long[] {2})).containsExactly("[bob]");
    assertThat(texts(session.sql("select name from t order by name limit ? offset ?", 1, 2)))
        .containsExactly("[cid]");
    assertThat(texts(session.sql("select name from t order by name limit ? * 2", 1)))
        .containsExactly("[ada]", "[bob]");
    Map<String, Object> named = new HashMap<>(Map.of("low", 1, "high", 2));
    assertThat(texts(session.sql("select k from t where k between $low and $high", named)))
        .containsExactlyInAnyOrder("[1]", "[2]");
    assertThat(
            texts(
                session.sql(
                    "select f.k from f where f.k > $low",
                    Map.of("f", session.table("t").select("k"), "low", 2))))
        .containsExactly("[3]");
  }

  @Test
  void preparedQueriesRunOftenAndKeepNoValue() {
    PreparedQuery query = session.prepare("select name from t where k = ? or price < ?");
    for (int run = 0; run < 3; run++) {
      assertThat(texts(query.bind(2, 0))).containsExactly("[bob]");
      assertThat(texts(query.bind(3, 0))).containsExactly("[cid]");
      assertThat(texts(query.bind(null, 2))).containsExactly("[ada]");
      assertThat(texts(query.bind(null, null))).isEmpty();
    }
    PreparedQuery pattern = session.prepare("select count(*) from t where name like $p");
    assertThat(texts(pattern.bind(Map.of("p", "a%")))).containsExactly("[1]");
    assertThat(texts(pattern.bind(Map.of("p", "%")))).containsExactly("[4]");
    PreparedQuery limit = session.prepare("select name from t order by name limit ?");
    assertThat(texts(limit.bind(1))).hasSize(1);
    assertThat(texts(limit.bind(3))).hasSize(3);
    assertThat(texts(limit.bind(0))).isEmpty();
    assertThat(texts(limit.bind((Object) null))).hasSize(4);
    PreparedQuery members = session.prepare("select name from t where k in (?)");
    assertThat(texts(members.bind(1))).containsExactly("[ada]");
    assertThat(texts(members.bind(2))).containsExactly("[bob]");
    PreparedQuery never = session.prepare("select name from t where ? and k = 1");
    assertThat(never.bind(false).explain(ExplainMode.OPTIMIZED))
        .isNotEqualTo(never.bind(true).explain(ExplainMode.OPTIMIZED));
    assertThat(texts(never.bind(false))).isEmpty();
    assertThat(texts(never.bind(true))).containsExactly("[ada]");
  }

  @Test
  void preparedQueriesSeeTablesAsTheyAre() {
    session.execute("create or replace table grows as select 1 as n");
    PreparedQuery query = session.prepare("select count(*) from grows where n >= ?");
    assertThat(texts(query.bind(1))).containsExactly("[1]");
    session.execute("insert into grows values (?), ($2)", List.of(2, 3));
    assertThat(texts(query.bind(2))).containsExactly("[2]");
    session.execute("create or replace table grows as select cast($n as int) as n", Map.of("n", 5));
    assertThat(texts(query.bind(5))).containsExactly("[1]");
  }

  @Test
  void scriptsTakeParameters() {
    session.execute("create table made (k bigint, d date, s varchar)");
    session.execute("insert into made values (?, ?, ?)", List.of(1, "2024-02-03", "x"));
    session.execute(
        "insert into made (s, k) values ($s, $k); insert into made select k, due, name from t"
            + " where k > $k",
        Map.of("s", "y", "k", 2));
    assertThat(texts(session.sql("select * from made order by k, s")))
        .containsExactly("[1, 2024-02-03, x]", "[2, null, y]", "[3, null, cid]");
    session.execute("create table few as select * from made limit ?", List.of(2));
    assertThat(session.table("few").count()).isEqualTo(2);
  }

  @Test
  void mistakesNameTheParameter() {
    refused("select ? from t", List.of(1), "the type of parameter 1 is unknown");
    refused("select $x = $y", Map.of("x", 1, "y", 1), "the type of parameter x is unknown");
    refused("from t where k = ?", List.of(), "there are 1 and 0 values are given");
    refused("from t where k = ?", List.of(1, 2), "there are 1 and 2 values are given");
    refused("from t where k = $a", Map.of("b", 1), "no parameter \"b\" in [a]");
    refused("from t where k = $a", List.of(1), "they have names, [a], and the values numbers");
    refused("from t where k = ?", List.of("x"), "parameter 1: 'x' (String) is no INTEGER");
    refused("from t where k = $a", Map.of("a", 2.5), "parameter a: 2.5 (Double) is no INTEGER");
    refused("from t where k = ?", List.of(1L << 40), "(Long) is no INTEGER");
    refused("from t where price = ?", List.of(new BigDecimal("1.234")), "is no DECIMAL(10, 2)");
    refused("from t where due = ?", List.of("2024-13-01"), "'2024-13-01' (String) is no DATE");
    refused("from t where due = ?", List.of(7), "7 (Integer) is no DATE");
    refused("from t where name = ?", List.of(7), "7 (Integer) is no VARCHAR");
    refused("from t limit ?", List.of(-1), "LIMIT must not be negative, not -1");
    refused("select quantile_cont(k, ?) from t", List.of(0.5), "the fraction of a quantile must");
    refused(
        "from t where name = $a and k = $a", Map.of("a", 1), "parameter a is VARCHAR in one place");
    assertThatThrownBy(() -> session.sql("from t where k = ?"))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("parameter 1 has no value");
    assertThatThrownBy(() -> session.execute("select 1", List.of(1)))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("there are 0 and 1 values are given");
  }

  private static void refused(String sql, Object values, String message) {
    assertThatThrownBy(
            () -> {
              if (values instanceof List<?> list) {
                session.sql(sql, list);
              } else {
                session.sql(sql, (Map<String, ?>) values);
              }
            })
        .as(sql)
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining(message);
  }

  @Test
  void literalsAndParametersGiveEqualPlans() {
    DataFrame literal = session.sql("from t where k = 2 and name like 'b%'");
    DataFrame bound = session.sql("from t where k = ? and name like ?", Arrays.asList(2, "b%"));
    assertThat(bound.explain(ExplainMode.PHYSICAL))
        .isEqualTo(literal.explain(ExplainMode.PHYSICAL))
        .contains("skip unless k = 2 and name starts with 'b'");
  }
}
