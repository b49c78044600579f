package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.coalesce;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.denseRank;
import static dev.heddle.frame.expr.Functions.exists;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.lag;
import static dev.heddle.frame.expr.Functions.list;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.max;
import static dev.heddle.frame.expr.Functions.min;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.outer;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.scalar;
import static dev.heddle.frame.expr.Functions.struct;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Join;
import dev.heddle.frame.Session;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.option.MissingColumns;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.ExplainMode;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Frames and SQL that mean the same have the same columns and end in the same plan. */
class FrameSqlTwinsTest {
  private static Session session;
  private static DataFrame t;
  private static DataFrame u;

  @BeforeAll
  static void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28));
    session.execute(
        "create table t as select i as k, i % 7 as g, i * 1.5 as x, 'n' || i as s,"
            + " date '2024-01-01' + cast(i as int) as d, i % 2 = 0 as b, [i, i + 1] as l,"
            + " {'p': i, 'q': 's'} as st from range(100) r(i);"
            + "create table u as select i as k, i * 10 as v, 'm' || i as s from range(50) r(i)");
    t = session.table("t");
    u = session.table("u");
  }

  @AfterAll
  static void close() {
    session.close();
  }

  private static final Pattern VALUE =
      Pattern.compile("=(?=[$\\[{'0-9A-Z+*/<>|=-]|null:|true|false)");
  private static final Pattern MORE =
      Pattern.compile("( FILTER \\$\\d+| WITHIN GROUP \\([^)]*\\)| WITHIN DISTINCT \\([^)]*\\))+");

  private static final List<DynamicTest> TWINS = new ArrayList<>();

  private static void twins(String sql, DataFrame frame) {
    TWINS.add(
        DynamicTest.dynamicTest(
            sql,
            () -> {
              DataFrame query = session.sql(sql);
              assertThat(frame.schema().toString()).isEqualTo(query.schema().toString());
              assertThat(plan(frame)).isEqualTo(plan(query));
            }));
  }

  /** Columns of optimised plans go by position; the names beside them are for people. */
  static String plan(DataFrame frame) {
    return frame
        .explain(ExplainMode.OPTIMIZED)
        .lines()
        .map(line -> line.matches(" *(Project|Aggregate) .*") ? withoutNames(line) : line)
        .collect(Collectors.joining("\n"));
  }

  /** Returns a line with the values of its items alone. */
  private static String withoutNames(String line) {
    StringBuilder text = new StringBuilder(line.substring(0, line.indexOf(line.strip())));
    text.append(line.strip().split(" ")[0]);
    Matcher value = VALUE.matcher(line);
    for (int at = 0; value.find(at); ) {
      int depth = 0;
      at = value.end();
      while (at < line.length() && (depth > 0 || line.charAt(at) != ' ')) {
        char c = line.charAt(at++);
        depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
      }
      text.append(' ').append(line, value.end(), at);
      Matcher more = MORE.matcher(line).region(at, line.length());
      if (more.lookingAt()) {
        text.append(more.group());
        at = more.end();
      }
    }
    return text.toString();
  }

  private static void column(String sql, Expr value) {
    twins("select " + sql + " as c from t", t.select(value.named("c")));
  }

  private static void where(String sql, Expr condition) {
    twins("select * from t where " + sql, t.filter(condition));
    twins("from t where " + sql, t.filter(expr(sql)));
  }

  @TestFactory
  List<DynamicTest> endInEqualPlans() {
    TWINS.clear();
    rows();
    columns();
    conditions();
    groups();
    shapes();
    joins();
    windows();
    subqueries();
    limits();
    assertThat(TWINS).hasSizeGreaterThanOrEqualTo(100);
    return List.copyOf(TWINS);
  }

  private static void rows() {
    twins("select k, x from t", t.select("k", "x"));
    twins("select * from t", t);
    twins("select * exclude (x, s) from t", t.drop("x", "s"));
    twins("select distinct g from t", t.select("g").distinct());
    twins("select k as a, x as b from t", t.select(col("k").named("a"), col("x").named("b")));
    twins("select k from t order by k desc", t.select("k").sort(col("k").descending()));
    twins(
        "select * from t order by g, x desc nulls first",
        t.sort(col("g").ascending(), col("x").descending().nullsFirst()));
    twins("select k from t union all select k from u", t.select("k").union(u.select("k")));
    twins("select k from t union select k from u", t.select("k").union(u.select("k")).distinct());
    twins("select k from t intersect select k from u", t.select("k").intersect(u.select("k")));
    twins("select k from t except select k from u", t.select("k").except(u.select("k")));
    twins("select k, unnest(l) as l from t", t.explode("l").select("k", "l"));
    twins(
        "select * from (select k from t where k > 5) q where k < 9",
        t.filter(col("k").gt(5)).select("k").filter(col("k").lt(9)));
    twins(
        "with q as (select k, g from t) select g from q where k = 1",
        t.select("k", "g").filter(col("k").eqTo(1)).select("g"));
  }

  private static void columns() {
    column("k + 1", col("k").plus(1));
    column("k * x - 2", col("k").times(col("x")).minus(2));
    column("-k", col("k").negate());
    column("x / 2", col("x").div(2));
    column("k % 3", col("k").mod(3));
    column("s || '!'", col("s").concat(lit("!")));
    column("upper(s)", col("s").upper());
    column("lower(s)", col("s").lower());
    column("length(s)", col("s").length());
    column("substring(s, 1, 2)", call("substring", col("s"), lit(1), lit(2)));
    column("coalesce(k, g, 0)", coalesce(col("k"), col("g"), lit(0)));
    column("cast(k as varchar)", col("k").cast(DataType.STRING));
    column("k::double", col("k").cast(DataType.FLOAT64));
    column("try_cast(s as bigint)", col("s").tryCast(DataType.INT64));
    column("case when k > 5 then 'a' else 'b' end", caseWhen(col("k").gt(5), "a").otherwise("b"));
    column(
        "case when k > 5 then 1 when b then 2 end",
        caseWhen(col("k").gt(5), 1).orWhen(col("b"), 2).otherwiseNull());
    column("year(d)", col("d").year());
    column("date_trunc('month', d)", call("date_trunc", lit("month"), col("d")));
    column("d + interval '3' day", col("d").plus(java.time.Period.ofDays(3)));
    column("l[1]", col("l").element(1));
    column("len(l)", col("l").length());
    column("st.p", col("st").field("p"));
    column("list_contains(l, 3)", call("list_contains", col("l"), lit(3)));
    column("[k, g]", list(col("k"), col("g")));
    column("{'k': k, 'g': g}", struct(col("k"), col("g")));
    column("abs(k)", col("k").abs());
    column("round(x, 1)", col("x").round(1));
    column("greatest(k, g)", call("greatest", col("k"), col("g")));
    column("nullif(k, g)", call("nullif", col("k"), col("g")));
    column("if(b, k, g)", call("if", col("b"), col("k"), col("g")));
    column("k is null", col("k").isNull());
    column("not b", col("b").not());
  }

  private static void conditions() {
    where("k = 3", col("k").eqTo(3));
    where("k <> 3 and b", col("k").notEqTo(3).and(col("b")));
    where("k > 3 or x < 2", col("k").gt(3).or(col("x").lt(2)));
    where("k between 2 and 5", col("k").between(2, 5));
    where("k in (1, 2, 3)", col("k").isIn(1, 2, 3));
    where("k not in (1, 2)", col("k").isIn(1, 2).not());
    where("s like 'n1%'", col("s").like("n1%"));
    where("s is not null", col("s").isNotNull());
    where("d >= date '2024-02-01'", col("d").gtEq(LocalDate.of(2024, 2, 1)));
    where("d < '2024-02-01'", col("d").lt("2024-02-01"));
    where("k is distinct from g", call("is_distinct_from", col("k"), col("g")));
    where("starts_with(s, 'n')", call("starts_with", col("s"), lit("n")));
    where("b is true", col("b").isTrue());
  }

  private static void groups() {
    twins("select count(*) as n from t", t.agg(count().named("n")));
    twins(
        "select g, count(*) as n, sum(x) as s from t group by g",
        t.groupBy("g").agg(count().named("n"), sum("x").named("s")));
    twins(
        "select g, sum(x) / count(*) as m from t group by g",
        t.groupBy("g").agg(sum("x").div(count()).named("m")));
    twins(
        "select g, avg(x) as a, min(k) as i, max(k) as j from t group by g",
        t.groupBy("g").agg(avg("x").named("a"), min("k").named("i"), max("k").named("j")));
    twins(
        "select k % 2 as p, count(distinct g) as n from t group by k % 2",
        t.groupBy(col("k").mod(2).named("p")).agg(count("g").distinct().named("n")));
    twins(
        "select g, count(*) filter (where b) as n from t group by g",
        t.groupBy("g").agg(count().filter(col("b")).named("n")));
    twins(
        "select g, count(*) as n from t group by g having count(*) > 3",
        t.groupBy("g").agg(count().named("n")).filter(col("n").gt(3)));
    twins(
        "select g, b, count(*) as n from t group by rollup (g, b)",
        t.rollup("g", "b").agg(count().named("n")));
    twins(
        "select g, sum(x) filter (where b) as s from t group by g",
        t.groupBy("g").agg(expr("sum(x) filter (where b)").named("s")));
    twins(
        "select g, count(*) as n from t where k > 3 group by g order by n desc limit 2",
        t.filter(col("k").gt(3))
            .groupBy("g")
            .agg(count().named("n"))
            .sort(col("n").descending())
            .limit(2));
    twins(
        "select string_agg(s, ',' order by k) as a from t",
        t.agg(
            call(
                    "string_agg",
                    dev.heddle.frame.expr.catalogue.CallParts.of(col("s"), lit(","))
                        .orderBy(col("k").ascending()))
                .named("a")));
    twins(
        "select arg_max(s, k) as m from t", t.agg(call("arg_max", col("s"), col("k")).named("m")));
    twins("select stddev(x) as m from t", t.agg(call("stddev", col("x")).named("m")));
    twins("select median(k) as m from t", t.agg(call("median", col("k")).named("m")));
  }

  private static void joins() {
    twins(
        "select t.k, v from t join u on t.k = u.k",
        t.join(u, Join.inner().on(col("k"), col("k"))).select("k", "v"));
    twins("select k, v from t join u using (k)", t.join(u, "k").select("k", "v"));
    twins(
        "select t.k, v from t left join u on t.k = u.k",
        t.join(u, Join.left().on(col("k"), col("k"))).select("k", "v"));
    twins(
        "select k, v from t full join u using (k)", t.join(u, JoinKind.FULL, "k").select("k", "v"));
    twins(
        "select t.k, v from t join u on t.k = u.k and v > x",
        t.join(u, Join.inner().on(col("k"), col("k")).where(col("v").gt(col("x"))))
            .select("k", "v"));
    twins(
        "select t.k, v from t join u on v > x",
        t.join(u, Join.inner().where(col("v").gt(col("x")))).select("k", "v"));
    twins("select t.k, v from t cross join u", t.join(u, Join.cross()).select("k", "v"));
    twins("select t.k from t semi join u on t.k = u.k", t.join(u, Join.semi().on("k")).select("k"));
    twins("select t.k from t anti join u on t.k = u.k", t.join(u, Join.anti().on("k")).select("k"));
    twins(
        "select t.k, v from t join u on t.k + 1 = u.k",
        t.join(u, Join.inner().on(col("k").plus(1), col("k"))).select("k", "v"));
    twins(
        "select t.k, v from t, u where t.k = u.k and v > 100",
        t.join(u, Join.inner().on(col("k"), col("k"))).filter(col("v").gt(100)).select("k", "v"));
  }

  private static void windows() {
    column("row_number() over (order by k)", rowNumber().over(orderBy("k")));
    column(
        "rank() over (partition by g order by x desc)",
        rank().over(partitionBy("g").orderBy(col("x").descending())));
    column("dense_rank() over (order by g)", denseRank().over(orderBy("g")));
    column("sum(x) over (partition by g)", sum("x").over(partitionBy("g")));
    column("sum(x) over (order by k)", sum("x").over(orderBy("k")));
    column("lag(k) over (order by k)", lag(col("k")).over(orderBy("k")));
    column("lag(k) over (order by k) + 1", expr("lag(k) over (order by k) + 1"));
    column("x - avg(x) over (partition by g)", col("x").minus(avg("x").over(partitionBy("g"))));
  }

  private static void subqueries() {
    twins("select * from t where k in (select k from u)", t.filter(col("k").isIn(u, "k")));
    twins(
        "select * from t where k not in (select k from u)", t.filter(col("k").isIn(u, "k").not()));
    twins(
        "select * from t where exists (select * from u where u.k = t.g)",
        t.filter(exists(u.filter(col("k").eqTo(outer("g"))))));
    twins(
        "select * from t where not exists (select * from u where u.k = t.g)",
        t.filter(exists(u.filter(col("k").eqTo(outer("g")))).not()));
    twins(
        "select * from t where x > (select avg(v) as a from u)",
        t.filter(col("x").gt(scalar(u.agg(avg("v").named("a"))))));
    twins(
        "select k, (select max(v) as m from u where u.k = t.k) as m from t",
        t.select(
            col("k"),
            scalar(u.filter(col("k").eqTo(outer("k"))).agg(max("v").named("m"))).named("m")));
    twins(
        "select k, (select max(v) as m from u where u.k < g) as m from t",
        t.select(col("k"), expr("(select max(v) as m from u where u.k < g)").named("m")));
  }

  private static void limits() {
    twins("select k from t order by k limit 5", t.select("k").sort("k").limit(5));
    twins(
        "select k from t order by k limit 5 offset 2", t.select("k").sort("k").offset(2).limit(5));
    twins("select k from t limit 3", t.select("k").limit(3));
    twins("select k from t order by k limit 2 + 3", t.select("k").sort("k").limit(lit(2).plus(3)));
    twins("select k from t order by k limit 10%", t.select("k").sort("k").limitPercent(10));
    twins(
        "select k from t order by k limit (select max(k) as m from u)",
        t.select("k").sort("k").limit(scalar(u.agg(max("k").named("m")))));
    twins(
        "select k from t order by k fetch first 2 rows with ties",
        t.select("k").sort("k").limitWithTies(2));
  }

  private static void shapes() {
    twins("select g, b, count(*) as count from t group by cube (g, b)", t.cube("g", "b").count());
    twins(
        "select g, b, count(*) as count from t group by grouping sets ((g, b), (b))",
        t.groupingSets(List.of(List.of("g", "b"), List.of("b"))).count());
    twins(
        "from (select g, b, x from t) pivot (sum(x) as s for b in (true, false))",
        t.groupBy("g").pivot("b", true, false).agg(sum("x").named("s")));
    twins(
        "from (select k, v from u) unpivot (value for name in (k, v))",
        u.select("k", "v").unpivot("k", "v"));
    twins(
        "from (select k, g from t) positional join (select v from u)",
        t.select("k", "g").positionalJoin(u.select("v")));
    twins("select k from t except all select k from u", t.select("k").exceptAll(u.select("k")));
    twins(
        "select k from t intersect all select k from u", t.select("k").intersectAll(u.select("k")));
    twins(
        "select k, g from t union all by name select k, v from u",
        t.select("k", "g").unionByName(u.select("k", "v"), MissingColumns.AS_NULLS));
    twins("select * from t where x is not null and s is not null", t.dropNulls("x", "s"));
  }
}
