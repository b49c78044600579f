package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.exists;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.outer;
import static dev.heddle.frame.expr.Functions.scalar;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Join;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Subqueries that are frames, in every verb, against DuckDB over nulls, repetitions and no rows: on
 * each run optimised and in one of the other ways, by night in all.
 */
class FrameSubqueriesTest {
  private static final Map<String, Tables> SESSIONS = new LinkedHashMap<>();
  private static DuckDbOracle duck;

  /** The tables as frames of one session. */
  private record Tables(Session session, DataFrame t, DataFrame u, DataFrame w, DataFrame e) {}

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    table("t", "(1, 10), (1, 20), (2, null), (3, 30), (null, 40), (null, null), (3, 30), (5, 0)");
    table("u", "(1, 10), (1, null), (2, 20), (3, 30), (3, 31), (null, 1), (4, null)");
    table("w", "(1, 1), (2, 3), (3, 3), (4, null), (null, 2)");
    table("e", "");
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);
    open("optimised", options);
    open("as written", options.withoutOptimizer());
    open("in 3 partitions", options.withPartitions(3));
  }

  private static void table(String name, String values) {
    duck.execute("CREATE TABLE " + name + " (k INTEGER, v INTEGER)");
    if (!values.isEmpty()) {
      duck.execute("INSERT INTO " + name + " VALUES " + values);
    }
  }

  private static void open(String how, SessionOptions options) {
    Session session = Heddle.local(options);
    SESSIONS.put(
        how,
        new Tables(
            session,
            frame(session, "t"),
            frame(session, "u"),
            frame(session, "w"),
            frame(session, "e")));
  }

  private static DataFrame frame(Session session, String table) {
    Schema schema =
        new Schema(List.of(Field.of("k", DataType.INT32), Field.of("v", DataType.INT32)));
    List<@Nullable Object[]> rows = new ArrayList<>();
    duck.rows("from " + table).forEach(row -> rows.add(row.toArray()));
    return session.from(schema, rows);
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(tables -> tables.session().close());
    duck.close();
  }

  private static void same(Function<Tables, DataFrame> frame, String sql) {
    List<String> expected = bag(duck.rows(sql));
    int turn = 1 + Math.floorMod(sql.hashCode(), SESSIONS.size() - 1);
    int way = 0;
    for (Map.Entry<String, Tables> each : SESSIONS.entrySet()) {
      boolean isTurn = way == 0 || way == turn;
      way++;
      if (isTurn || Effort.isWhole()) {
        assertThat(bag(rows(frame.apply(each.getValue()))))
            .as(each.getKey() + ": " + sql)
            .isEqualTo(expected);
      }
    }
  }

  private static List<List<@Nullable Object>> rows(DataFrame frame) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(row.value(i));
        }
        rows.add(values);
      }
    }
    return rows;
  }

  /** Numbers by their value: a sum is wider in one of both. */
  private static List<String> bag(List<List<@Nullable Object>> rows) {
    return rows.stream()
        .map(row -> row.stream().map(String::valueOf).toList().toString())
        .sorted()
        .toList();
  }

  private static Tables tables() {
    return SESSIONS.values().iterator().next();
  }

  @Test
  void isInTakesAFrame() {
    same(x -> x.t.filter(col("v").isIn(x.u.select("v"))), "from t where v in (select v from u)");
    same(x -> x.t.filter(col("v").isIn(x.u, "v")), "from t where v in (select v from u)");
    same(
        x -> x.t.filter(col("v").isIn(x.u.filter(col("v").isNotNull()), "v").not()),
        "from t where v not in (select v from u where v is not null)");
    same(x -> x.t.filter(col("v").isIn(x.u, "v").not()), "from t where v not in (select v from u)");
    same(x -> x.t.filter(col("v").isIn(x.e, "v").not()), "from t where v not in (select v from e)");
    same(
        x -> x.t.select(col("k"), col("v"), col("v").isIn(x.u, "v").named("i")),
        "select k, v, v in (select v from u) from t");
    same(
        x -> x.t.select(col("k"), col("v").isIn(x.e, "v").named("i")),
        "select k, v in (select v from e) from t");
    same(
        x -> x.t.filter(lit(30L).isIn(x.u.filter(col("k").eqTo(outer("k"))), "v")),
        "from t where 30 in (select v from u where u.k = t.k)");
    same(
        x ->
            x.t.select(
                col("k"),
                col("v").isIn(x.u.filter(col("k").eqTo(outer(col("k")))), "v").not().named("i")),
        "select k, v not in (select v from u where u.k = t.k) from t");
  }

  @Test
  void existsTakesAFrame() {
    same(
        x ->
            x.t.filter(
                exists(x.u.filter(col("k").eqTo(outer("k")).and(col("v").notEqTo(outer("v")))))),
        "from t where exists (select 1 from u where u.k = t.k and u.v <> t.v)");
    same(
        x -> x.t.filter(exists(x.u.filter(col("k").eqTo(outer("k")))).not()),
        "from t where not exists (select 1 from u where u.k = t.k)");
    same(
        x -> x.t.withColumn("e", exists(x.u.filter(col("v").gt(outer("v"))))),
        "select *, exists (select 1 from u where u.v > t.v) from t");
    same(x -> x.t.filter(exists(x.e)), "from t where exists (from e)");
    same(x -> x.t.filter(exists(x.e).not()), "from t where not exists (from e)");
    same(
        x ->
            x.t.filter(
                exists(x.u.filter(col("k").eqTo(outer("k"))))
                    .or(col("v").isIn(x.w.filter(col("k").eqTo(outer("k"))), "v"))),
        "from t where exists (from u where u.k = t.k)"
            + " or v in (select v from w where w.k = t.k)");
  }

  @Test
  void scalarTakesAFrame() {
    same(
        x -> x.t.select(col("k"), scalar(x.u.agg(max(col("v")).named("m"))).named("m")),
        "select k, (select max(v) from u) from t");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(count().plus(7).named("c")))
                    .named("c")),
        "select k, (select count(*) + 7 from u where u.k = t.k) from t");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .filter(col("k").ltEq(outer("k")))
                            .agg(coalesce(max(col("v")), lit(-1)).named("c")))
                    .named("c")),
        "select k, (select coalesce(max(v), -1) from u where u.k <= t.k) from t");
    same(
        x ->
            x.t.filter(
                col("v")
                    .lt(scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(max("v").named("m"))))),
        "from t where v < (select max(v) from u where u.k = t.k)");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .filter(col("k").eqTo(outer("k")))
                            .sort(col("v").descending())
                            .limit(1)
                            .select("v"))
                    .named("v")),
        "select k, (select v from u where u.k = t.k order by v desc nulls last limit 1) from t");
    same(
        x -> x.t.select(col("k"), scalar(x.e.select("v")).plus(1).named("n")),
        "select k, (select v from e) + 1 from t");
  }

  @Test
  void outerColumnsStandInSelectAggregatesAndJoinsOfTheSubquery() {
    same(
        x ->
            x.t.select(
                col("k"), scalar(x.u.agg(max(col("v").plus(outer("v"))).named("m"))).named("m")),
        "select k, (select max(u.v + t.v) from u) from t");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .select(col("k"), col("v").times(outer("k")).named("p"))
                            .filter(col("p").gt(20))
                            .agg(sum("p").named("s")))
                    .named("s")),
        "select k, (select sum(p) from (select u.v * t.k as p from u) q where p > 20) from t");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .join(
                                x.w,
                                Join.left()
                                    .on(col("k"), col("k"))
                                    .where(col("v_right").eqTo(outer("k"))))
                            .agg(count().named("c")))
                    .named("c")),
        "select k, (select count(*) from u left join w on u.k = w.k and w.v = t.k) from t");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .select(outer("v").named("a"))
                            .union(x.w.select(col("v").named("a")))
                            .agg(max("a").named("m")))
                    .named("m")),
        "select k, (select max(a) from (select t.v as a from u union all select v from w) q)"
            + " from t");
  }

  @Test
  void levelsNest() {
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .filter(
                                col("k")
                                    .eqTo(outer("k"))
                                    .and(
                                        exists(
                                            x.w.filter(
                                                col("k")
                                                    .eqTo(outer("k"))
                                                    .and(col("v").eqTo(outer(outer("k"))))))))
                            .agg(count().named("c")))
                    .named("c")),
        "select k, (select count(*) from u where u.k = t.k and exists"
            + " (select 1 from w where w.k = u.k and w.v = t.k)) from t");
    same(
        x ->
            x.t.select(
                col("k"),
                scalar(
                        x.u
                            .filter(
                                exists(
                                    x.w.filter(
                                        exists(
                                            x.e
                                                .union(x.w)
                                                .filter(
                                                    col("v")
                                                        .ltEq(outer(outer(outer(col("k")))))
                                                        .and(col("k").eqTo(outer("k")))
                                                        .and(col("k").eqTo(outer(outer("k")))))))))
                            .agg(count().named("c")))
                    .named("c")),
        "select k, (select count(*) from u where exists (select 1 from w where exists"
            + " (select 1 from (from e union all from w) x where x.v <= t.k and x.k = w.k"
            + " and x.k = u.k))) from t");
  }

  @Test
  void everyVerbTakesSubqueries() {
    same(
        x ->
            x.t.agg(
                sum(scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(max("v").named("m"))))
                    .named("s")),
        "select sum((select max(v) from u where u.k = t.k)) from t");
    same(
        x ->
            x.t
                .groupBy(
                    scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(max("v").named("m")))
                        .named("g"))
                .agg(count().named("n")),
        "select (select max(v) from u where u.k = t.k) as g, count(*) from t group by 1");
    same(
        x ->
            x.t
                .groupBy("k")
                .agg(
                    count().filter(exists(x.u.filter(col("k").eqTo(outer("k"))))).named("n"),
                    scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(min("v").named("m")))
                        .named("m")),
        "select k, count(*) filter (where exists (from u where u.k = t.k)),"
            + " (select min(v) from u where u.k = t.k) from t group by k");
    same(
        x ->
            x.t
                .sort(
                    scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(count().named("n"))),
                    col("k"),
                    col("v"))
                .limit(3),
        "from t order by (select count(*) from u where u.k = t.k), k, v limit 3");
    same(
        x ->
            x.t.join(
                x.u,
                Join.left()
                    .on(col("k"), col("k"))
                    .where(exists(x.w.filter(col("k").eqTo(outer("k_right")))))),
        "select t.*, u.* from t left join u on t.k = u.k"
            + " and exists (select 1 from w where w.k = u.k)");
    same(
        x ->
            x.t.select(
                col("k"),
                caseWhen(
                        exists(x.u.filter(col("k").eqTo(outer("k")))),
                        scalar(x.u.filter(col("k").eqTo(outer("k"))).agg(max("v").named("m"))))
                    .otherwise(scalar(x.w.agg(min("v").named("m"))))
                    .named("c")),
        "select k, case when exists (from u where u.k = t.k) then"
            + " (select max(v) from u where u.k = t.k) else (select min(v) from w) end from t");
  }

  @Test
  void outerColumnsTakeTheTypeOfTheFrameAround() {
    Tables x = tables();
    DataFrame names = x.t.select(col("k").cast(DataType.STRING).named("name"), col("v"));
    DataFrame inner = x.u.select(outer("name").upper().concat(lit("!")).named("n")).limit(1);
    assertThat(names.select(scalar(inner).named("n")).schema().field(0).type())
        .as("type of a column outside")
        .isEqualTo(DataType.STRING);
    assertThat(rows(names.filter(col("v").eqTo(40)).select(scalar(inner).named("n"))))
        .as("null stays null")
        .containsExactly(java.util.Collections.singletonList(null));
  }

  @Test
  void mistakesAreErrorsAtTheVerb() {
    Tables x = tables();
    assertThatThrownBy(() -> x.t.filter(exists(x.u.filter(col("k").eqTo(outer("kk"))))))
        .as("unknown outer column")
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot filter: no column \"kk\" in [k, v]; did you mean \"k\"?, which outer(kk)"
                + " names");
    assertThatThrownBy(() -> x.u.filter(col("kk").eqTo(outer("k"))))
        .as("unknown inner column beside an outer one")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot filter: no column \"kk\" in [k, v]");
    assertThatThrownBy(() -> scalar(x.u))
        .as("two columns")
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot use a frame of 2 columns [k, v] as a value; select one of them");
    assertThatThrownBy(() -> col("k").isIn(x.u))
        .as("two columns")
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot use a frame of 2 columns [k, v] as a value; select one of them");
    DataFrame names = x.u.select(col("k").cast(DataType.STRING).named("n"));
    assertThatThrownBy(() -> x.t.filter(col("k").isIn(names)))
        .as("types that do not meet")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot filter: = does not take (INTEGER, VARCHAR)");
    assertThatThrownBy(() -> x.t.filter(exists(names.filter(col("n").eqTo(outer("k"))))))
        .as("an outer column of another type")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot filter: = does not take (VARCHAR, INTEGER)");
    assertThatThrownBy(() -> x.t.filter(exists(x.u.filter(outer("k")))))
        .as("a condition that is no boolean")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot filter: condition outer(k) is INTEGER, not BOOLEAN");
    assertThatThrownBy(() -> outer(col("k").plus(1)))
        .as("an outer expression")
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("Cannot use outer(...) on k + 1");
    assertThatThrownBy(() -> x.u.filter(col("k").eqTo(outer("k"))).count())
        .as("no frame around")
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot run: outer(k) is a column outside, and the frame is no subquery of another"
                + " one");
    assertThatThrownBy(
            () ->
                rows(
                    x.t.select(
                        scalar(x.u.filter(col("k").eqTo(outer("k"))).select("v")).named("v"))))
        .as("two rows")
        .hasMessageContaining("more than one row")
        .isInstanceOfSatisfying(
            HeddleException.class,
            e -> assertThat(e.code()).as("code").isEqualTo(ErrorCode.SUBQUERY_MULTIPLE_ROWS));
  }
}
