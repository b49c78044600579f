package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.binder.scope.BinderCatalogue;
import dev.heddle.planner.sql.parser.SqlParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Correlated subqueries in every place, over rows with nulls, repetitions and without any. */
class CorrelatedCasesTest {
  private static final Map<String, SessionEngine> ENGINES = new LinkedHashMap<>();
  private static final Map<SessionEngine, Map<String, LogicalPlan.Scan>> TABLES =
      new LinkedHashMap<>();
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);
    ENGINES.put("optimised", new SessionEngine(options));
    ENGINES.put("as written", new SessionEngine(options.withoutOptimizer()));
    ENGINES.put("in 3 partitions", new SessionEngine(options.withPartitions(3)));
    table("t", "(1, 10), (1, 20), (2, null), (3, 30), (null, 40), (null, null), (3, 30), (5, 0)");
    table("u", "(1, 10), (1, null), (2, 20), (3, 30), (3, 31), (null, 1), (4, null)");
    table("w", "(1, 1), (2, 3), (3, 3), (4, null), (null, 2)");
    table("e", "");
  }

  private static void table(String name, String values) {
    Schema schema =
        new Schema(List.of(Field.of("k", DataType.INT32), Field.of("v", DataType.INT32)));
    duck.execute("CREATE TABLE " + name + " (k INTEGER, v INTEGER)");
    if (!values.isEmpty()) {
      duck.execute("INSERT INTO " + name + " VALUES " + values);
    }
    List<List<@Nullable Object>> rows = duck.rows("from " + name);
    List<@Nullable Object[]> numbers = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      numbers.add(row.stream().map(x -> x == null ? null : ((Number) x).intValue()).toArray());
    }
    for (SessionEngine engine : ENGINES.values()) {
      TABLES
          .computeIfAbsent(engine, key -> new LinkedHashMap<>())
          .put(name, engine.loadRows(schema, numbers.iterator()));
    }
  }

  @AfterAll
  static void close() {
    ENGINES.values().forEach(SessionEngine::close);
    duck.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // as a value, with nulls
        "select k, v, exists (select 1 from u where u.k = t.k) from t",
        "select k, v, v in (select v from u where u.k = t.k) from t",
        "select k, v, v not in (select v from u where u.k = t.k) from t",
        "select k, v, v > any (select v from u where u.k = t.k) from t",
        "select k, v, v <= all (select v from u where u.k = t.k) from t",
        "select k, v, v <> all (select v from e where e.k = t.k) from t",
        "select k, v, v in (select u.v from u where u.k < t.k) from t",
        "select k, v, v in (select v from u) from t",
        // as conditions
        "select * from t where exists (select 1 from u where u.k = t.k and u.v <> t.v)",
        "select * from t where not exists (select 1 from u where u.k = t.k and u.v <> t.v)",
        "select * from t where v not in (select v from u where u.k = t.k)",
        "select * from t where v not in (select v from u where u.k = t.k and v is not null)",
        "select * from t where v in (select v from u where u.k = t.k) or k = 2",
        "select * from t where exists (select 1 from u where u.k = t.k limit 1)",
        // no row, an empty group, a group that is not there
        "select k, (select count(*) from u where u.k = t.k) from t",
        "select k, (select sum(v) from u where u.k = t.k) from t",
        "select k, (select count(*) + 7 from u where u.k = t.k) from t",
        "select k, (select 7 from u where u.k = t.k and u.v = 20) from t",
        "select k, (select coalesce(max(v), -1) from u where u.k = t.k) from t",
        "select k, (select coalesce(v, -1) from u where u.k = t.k and v > 30) from t",
        "select k, (select count(*) from u where u.k = t.k group by u.k) from t",
        "select k, (select count(*) from u where u.k = t.k having count(*) > 1) from t",
        "select k, (select count(*) from u where u.k < t.k) from t",
        "select k, (select count(*) from e where e.k < t.k) from t",
        "select k, (select count(distinct u.v) from u where u.v > t.v) from t",
        "select k, (select string_agg(cast(u.v as varchar), ',' order by u.v) from u where u.k ="
            + " t.k) from t",
        // the count bug one level lower
        "select k from t where 0 = (select count(*) from u where u.k = t.k)",
        "select k, (select c + 1 from (select count(*) as c from u where u.k = t.k) q) from t",
        "select k, (select max(c) from (select count(*) as c from u where u.k = t.k) q) from t",
        // limits, orders, windows, sets for each row
        "select k, (select v from u where u.k = t.k order by v desc limit 1) from t",
        "select k, (select v from u where u.k = t.k order by v limit 1 offset 1) from t",
        "select k, array(select v from u where u.k = t.k order by v desc) from t",
        "select k, array(select v from u where u.k <= t.k order by k desc, v limit 2) from t",
        "select k, array(select v from e where e.k = t.k) from t",
        "select k, (select max(r) from (select rank() over (order by v) as r from u"
            + " where u.k = t.k) q) from t",
        "select k, (select sum(s) from (select sum(v) over (partition by k) as s from u"
            + " where u.v > t.v) q) from t",
        "select k, (select count(*) from (select v from u where u.k = t.k union"
            + " select v from w where w.v = t.k) q) from t",
        "select k, (select count(*) from (select v from u where u.k = t.k intersect all"
            + " select v from t x where x.v = t.v) q) from t",
        "select k, (select count(*) from (select k from u where u.k >= t.k except"
            + " select k from w where w.v = t.k) q) from t",
        "select k, (select count(*) from (select distinct v from u where u.k = t.k) q) from t",
        "select k, (select count(*) from (select u.k, count(*) from u where u.v > t.v"
            + " group by rollup (u.k)) q) from t",
        // joins inside
        "select k, (select count(*) from u left join w on w.k = u.k and w.v = t.k) from t",
        "select k, (select count(*) from u left join w on w.k = u.k where u.k = t.k) from t",
        "select k, (select count(*) from u right join w on w.k = u.k and u.v > t.v) from t",
        "select k, (select count(*) from (select * from u where u.k = t.k) a full join"
            + " (select * from w where w.v = t.k) b on a.k = b.k) from t",
        "select k, (select count(*) from u join w on u.k = w.k and w.v < t.v) from t",
        "select k, (select count(*) from u where u.k = t.k and exists"
            + " (select 1 from w where w.k = u.k and w.v = t.k)) from t",
        "select k, (select count(*) from u where u.v = (select max(w.v) from w"
            + " where w.k <= u.k and w.v <= t.v)) from t",
        "select k, (select (select (select count(*) from w where w.k = t.k and w.v >= u.k)"
            + " from u where u.k = t.k order by u.v limit 1)) from t",
        "select k, (select count(*) from u where u.k not in (select w.k from w"
            + " where w.v = t.k)) from t",
        "select k, (select sum(b.v) from (select * from u where u.v > t.v) a"
            + " asof join (select * from w where w.v <= t.k) b on a.k >= b.k) from t",
        "select k, (select count(b.v) from u a"
            + " asof left join (select * from w where w.v <= t.k or t.k is null) b on a.k >= b.k)"
            + " from t",
        "select k, (select count(*) from u where u.k < len(l)) from (select k, [k, v] as l from t"
            + " order by k, v limit 4) q",
        "select k, (select max(x) from (select unnest(l) as x) q where x > (select min(w.k) from w"
            + " where w.v = q.x or w.v = k)) from (select k, [k, v] as l from t) p",
        "select k, (select count(*) from u where (u.k = t.k and u.v > 10)"
            + " or (u.k = t.k and u.v is null)) from t",
        "select k, v in (select u.v from u where (u.k = t.k or u.v = t.v)"
            + " and (u.k = t.k or u.k = 4)) from t",
        // several at once
        "select k, case when exists (select 1 from u where u.k = t.k) then"
            + " (select max(v) from u where u.k = t.k) else (select min(v) from w) end from t",
        "select * from t where exists (select 1 from u where u.k = t.k)"
            + " or v in (select v from w where w.k = t.k) or (select max(k) from w) < t.k",
        "select (select max(v) from u where u.k = t.k) + (select min(v) from u where u.k = t.k)"
            + " from t",
        // other clauses
        "select (select max(v) from u where u.k = t.k) as g, count(*) from t group by 1",
        "select k, sum((select max(v) from u where u.k = t.k)) from t group by k",
        "select k, count(*) from t group by k" + " having exists (select 1 from u where u.k = t.k)",
        "select k, v from t order by (select count(*) from u where u.k = t.k), k, v limit 3",
        "select k, max((select max(v) from u where u.k = t.k)) over (partition by v) from t",
        "select k, count(*) filter (where exists (select 1 from u where u.k = t.k)) from t"
            + " group by k",
        // lateral joins
        "select t.k, l.v from t, lateral (select v from u where u.k = t.k) l",
        "select t.k, l.v from t left join lateral (select v from u where u.k = t.k) l on l.v > 10",
        "select t.k, l.v from t left join lateral (select v from u where u.k = t.k"
            + " order by v limit 1) l on true",
        "select t.k, l.c from t left join lateral (select count(*) as c from u where u.k = t.k) l"
            + " on l.c > 0",
        "select t.k, l.x, m.y from t, lateral (select t.k + 1 as x) l,"
            + " lateral (select count(*) as y from u where u.k = l.x) m",
        "select t.k, x from t, lateral (select unnest([t.k, t.v]) as x) l",
        "select k, 10 = any (select unnest([k, v])) from t",
        "select k, (select sum(x) from (select unnest([k, v]) as x) q) from t",
        "select k, (select count(*) from (select unnest([k, v]) as x) q where x in"
            + " (select u.v from u where u.k = t.k)) from t",
        // numbers of rows in another type
        "select k, (select count(*) from u where u.k = cast(t.k as bigint)) from t",
        "select k, (select count(*) from u where cast(u.k as bigint) = t.k + 1) from t",
        // joins whose conditions hold subqueries that read one side
        "select t.k, t.v, u.v from t left join u on t.k = u.k"
            + " and exists (select 1 from w where w.k = u.k)",
        "select t.k, t.v, u.v from t left join u on t.k = u.k"
            + " and exists (select 1 from w where w.v = t.k)",
        "select t.k, u.v from t join u on t.k = u.k and t.v in (select v from w where w.k < t.k)",
      })
  void givesTheRowsOfDuckDb(String sql) {
    List<String> expected = QueryRows.bag(duck.rows(sql));
    ENGINES.forEach((how, engine) -> assertThat(rows(engine, sql)).as(how).isEqualTo(expected));
  }

  /** DuckDB refuses these conditions, or it differs; the second text says the same otherwise. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select t.k, t.v, u.v from t left join u on t.k = u.k"
            + " and exists (select 1 from w where w.k = t.k and w.v < u.v)"
            + "; select t.k, t.v, l.v from t left join lateral (select * from u where t.k = u.k"
            + " and exists (select 1 from w where w.k = t.k and w.v < u.v)) l on true",
        "select t.k, t.v, u.v from u right join t on t.k = u.k"
            + " and exists (select 1 from w where w.k = t.k and w.v < u.v)"
            + "; select t.k, t.v, l.v from t left join lateral (select * from u where t.k = u.k"
            + " and exists (select 1 from w where w.k = t.k and w.v < u.v)) l on true",
        "select t.k, t.v, u.k, u.v from t full join u on t.k = u.k"
            + " and exists (select 1 from w where w.k = t.k and w.v < u.v)"
            + "; select t.k, t.v, u.k, u.v from t full join u on t.k = u.k"
            + " and u.v > (case t.k when 1 then 1 when 2 then 3 when 3 then 3 end)",
        "select (0, 0) < any (select 1, 0), (2, 0) > any (select 1, 0); select true, true",
        "select (1, 2) = all (select * from (values (1, 2), (1, 3)) q(x, y)); select false",
        "select (1, 2) <> any (select 1, 3); select true",
        "select (1, 2) <> any (select * from (values (1, cast(null as int))) q(x, y))"
            + "; select cast(null as boolean)",
        "select k, (k, v) in (select u.k, u.v from u where u.k = t.k) from t"
            + "; select k, case when k = 1 and v = 10 or k = 3 then true"
            + " when k = 1 or k = 2 then null else false end from t",
        "select (select 4 = any (select unnest(i))) from (values ([1, 2, 3, null])) q(i)"
            + "; select cast(null as boolean)",
      })
  void meansTheSameAs(String texts) {
    int semicolon = texts.indexOf(';');
    String sql = texts.substring(0, semicolon);
    List<String> expected = QueryRows.bag(duck.rows(texts.substring(semicolon + 1)));
    ENGINES.forEach((how, engine) -> assertThat(rows(engine, sql)).as(how).isEqualTo(expected));
  }

  @Test
  void secondRowOfAScalarSubqueryIsAnError() {
    ENGINES.forEach(
        (how, engine) ->
            assertThatThrownBy(
                    () -> rows(engine, "select k, (select v from u where u.k = t.k) from t"))
                .as(how)
                .hasMessageContaining("more than one row")
                .isInstanceOfSatisfying(
                    HeddleException.class,
                    e ->
                        assertThat(e.code())
                            .as("code")
                            .isEqualTo(ErrorCode.SUBQUERY_MULTIPLE_ROWS)));
  }

  @Test
  void rowsThatNoOuterRowAsksForMayBeMany() {
    String sql = "select k, (select v from u where u.k = t.k) from t where k = 2 or k = 5";
    String nested =
        "select k, (select sum((select x.v from u x where x.k = w.k)) from w where w.k = t.k)"
            + " from t where k = 2 or k = 5";
    String failing =
        "select k, (select max(10 // u.v) from u where u.k = t.k) from t where k = 3 or k = 2";
    for (String text : List.of(sql, nested, failing)) {
      List<String> expected = QueryRows.bag(duck.rows(text));
      ENGINES.forEach((how, engine) -> assertThat(rows(engine, text)).as(how).isEqualTo(expected));
    }
  }

  @Test
  void outerRowsThatMightBeOthersAreComputedOnce() {
    String sql =
        "select k, c = (select count(*) from u where u.v < s.v) from (select k, v,"
            + " (select count(*) from u where u.v < q.v) as c from (select * from t limit 3) q) s";
    ENGINES.forEach(
        (how, engine) ->
            assertThat(rows(engine, sql))
                .as(how)
                .hasSize(3)
                .allSatisfy(row -> assertThat(row).endsWith("true]")));
  }

  private static List<String> rows(SessionEngine engine, String sql) {
    LogicalPlan plan = Binder.bind(sql, SqlParser.query(sql), names(engine));
    try (QueryResult result = engine.run(plan)) {
      return QueryRows.bag(QueryRows.of(result));
    }
  }

  private static BinderCatalogue names(SessionEngine engine) {
    return BinderCatalogue.of(TABLES.getOrDefault(engine, Map.of()));
  }
}
