package dev.heddle.engine.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Aggregations below joins give DuckDB's rows: over keys with nulls and duplicates on both sides,
 * floats with NaN and both zeros, outer joins and sides without a row. Each query runs with the
 * rule and, by turns, without it, as written, in seven partitions and in little memory; by night in
 * all these ways.
 */
class EarlyAggregationTest {
  private static final String RULE = "aggregate early";

  private static final Map<String, String> TABLES =
      Map.of(
          "fact",
          "select case when hash(i) % 50 > 0 then cast(hash(i + 1) % 150 as integer) end as k, case"
              + " when hash(i + 2) % 20 > 0 then 'g' || hash(i + 2) % 4 end as g, cast(hash(i + 3)"
              + " % 5 as integer) as c, case when hash(i + 4) % 9 > 0 then cast(cast(hash(i + 4) %"
              + " 100000 as integer) / 100 as decimal(9, 2)) end as d, case hash(i + 5) % 4000 when"
              + " 0 then 'NaN'::double when 1 then -0.0::double when 2 then null else cast(hash(i +"
              + " 5) % 1000 as double) / 4 - 100 end as x, case hash(i + 5) % 3 when 0 then"
              + " -0.0::double else 0.0 end as z, case when hash(i + 6) % 7 > 0 then cast(hash(i +"
              + " 6) % 1000 as bigint) * 1000000007 end as b, date '2020-01-01' + cast(hash(i + 7)"
              + " % 90 as integer) as t, hash(i + 8) % 3 = 0 as f from range(60000) r(i)",
          "dim",
          "select case when i % 40 > 0 then cast(i % 120 as integer) end as k,"
              + " case when i % 11 > 0 then 'name ' || i % 17 end as name,"
              + " cast(i % 6 as integer) as c, cast(i % 13 as double) as w, i % 5 = 0 as f"
              + " from range(300) r(i)",
          "hollow",
          "select cast(1 as integer) as k, 'x' as name, 1 as c from range(9) r(i) where i > 9");

  @TempDir static Path folder;

  private static SessionsBesideDuckDb sessions;

  @BeforeAll
  static void open() {
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    Map<String, SessionOptions> ways = new LinkedHashMap<>();
    ways.put("with it", options);
    ways.put("without it", options.withExcludedRules(Set.of(RULE)));
    ways.put("as written", options.withoutOptimizer());
    ways.put("in 7 partitions", options.withPartitions(7));
    ways.put("in little memory", options.withMemoryBudgetBytes(72L << 20));
    sessions = new SessionsBesideDuckDb(folder, TABLES, ways, 12);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select name, count(*), count(d), sum(d), avg(d), min(x), max(b), sum(b), avg(x) from fact"
            + " join dim on fact.k = dim.k group by name",
        "select name, count(*), sum(x), bool_and(fact.f), bool_or(fact.f) from fact left join dim"
            + " on fact.k = dim.k and w > 3 group by name",
        "select name, count(*), count(fact.k), count(d), sum(d), avg(b), min(t), max(g) from dim"
            + " left join fact on fact.k = dim.k group by name",
        "select name, count(*), count(fact.k), sum(d) from fact right join dim on fact.k = dim.k"
            + " group by name",
        "select name, g, month(t) as m, count(*) filter (where fact.f), sum(fact.c) filter"
            + " (where fact.f) from fact join dim on fact.k = dim.k group by name, g, m",
        "select name || fact.c as n, count(*), max(w), min(name), sum(fact.c + 1) from fact join"
            + " dim on fact.k = dim.k where fact.c <> dim.c group by n",
        "select count(*), sum(fact.c), max(dim.name) from fact join dim on fact.c = dim.c",
        "select dim.name, e.name, count(*), sum(b) from fact join dim on fact.k = dim.k join dim e"
            + " on fact.c = e.k group by dim.name, e.name",
        "select distinct name, g from fact join dim on fact.k = dim.k",
        "select name, round(stddev_samp(d), 6), round(var_pop(b / 1000000007), 6), corr(c, c) from"
            + " fact join (select k, name from dim) using (k) group by name",
        "select name, count(*), sum(d) from fact left join hollow on fact.k = hollow.k group by"
            + " name",
        "select g, count(*), sum(c) from fact where exists (select 1 from dim where dim.k = fact.k)"
            + " group by g || '', g",
        "select name, coalesce(fact.k, -1) as y, count(*), count(g) from dim left join fact on"
            + " fact.k = dim.k group by name, y",
        "select name, count(distinct g), sum(c) from (select dim.name, g, fact.c from fact join dim"
            + " on fact.k = dim.k) group by name",
        "select name, sum(fact.c * dim.c), max(w) from fact join dim on fact.k = dim.k group by"
            + " name",
        "select name, cast(z as varchar) as y, count(*) from fact join dim on fact.k = dim.k group"
            + " by name, y",
        "select name, sum(10 // (fact.c + 1)) from fact join dim on fact.k = dim.k group by name",
        "select name, dim.c, grouping(name, dim.c) as s, count(*), sum(d), avg(d), min(x), max(w)"
            + " from fact join dim on fact.k = dim.k group by rollup (name, dim.c)",
        "select name, g, grouping(g) as s, count(*), count(fact.k), sum(b) from fact left join dim"
            + " on fact.k = dim.k and w > 3 group by cube (g, name)",
        "select name, dim.c, avg(d) from fact join dim on fact.k = dim.k group by grouping sets"
            + " ((name, dim.c), (dim.c), (dim.c), (), ())",
        "select name, dim.c, count(*), sum(d) from fact join (select * from dim where w < 0) dim on"
            + " fact.k = dim.k group by rollup (name, dim.c)",
        "select name, count(*) from fact join dim on fact.k = dim.k group by rollup (name, dim.c)"
            + " having grouping(dim.c) = 1",
        "select name, dim.c from fact join dim on fact.k = dim.k group by rollup (name, dim.c)",
        // filters of the other side, and of both
        "select dim.c, sum(case when name = 'name 3' then d end), sum(case when name = 'name 4'"
            + " then d end), sum(b) filter (where dim.f), avg(d) filter (where w > 5), min(x)"
            + " filter (where dim.f) from fact join dim on fact.k = dim.k group by dim.c",
        "select dim.c, count(*) filter (where dim.f), count(d) filter (where w > 5), count(fact.k)"
            + " filter (where dim.f and fact.f), sum(d) filter (where fact.c = dim.c), sum(d)"
            + " filter (where fact.f), count(*) from fact join dim on fact.k = dim.k group by"
            + " dim.c",
        "select dim.c, count(*) filter (where dim.f), count(*) filter (where dim.f is null or w >"
            + " 2), count(d) filter (where w > 5), sum(b) filter (where dim.f), max(g) filter"
            + " (where name is null) from fact left join dim on fact.k = dim.k group by dim.c",
        "select dim.c, count(*) filter (where dim.f), count(*) filter (where fact.f is null),"
            + " count(fact.k) filter (where dim.f), sum(d) filter (where w > 5), count(d) filter"
            + " (where fact.c is null or dim.f) from dim left join fact on fact.k = dim.k group by"
            + " dim.c",
        "select dim.c, e.c as ec, sum(b) filter (where dim.f), sum(b) filter (where e.f), sum(b)"
            + " filter (where dim.w = e.w) from fact join dim on fact.k = dim.k join dim e on"
            + " fact.c = e.k group by dim.c, e.c",
        "select sum(d) filter (where dim.f), count(*) filter (where w < 0) from fact join dim on"
            + " fact.k = dim.k",
        "select dim.c, round(var_pop(d) filter (where dim.f), 6), sum(fact.c) filter (where dim.f)"
            + " from fact join (select k, c, f from dim) dim using (k) group by dim.c",
        "select dim.c, name, sum(d) filter (where dim.f), count(*) filter (where w > 3) from fact"
            + " join dim on fact.k = dim.k group by rollup (dim.c, name)",
        "select dim.c, sum(d) filter (where 10 // (dim.c + 1) > 2), count(*) filter (where dim.f)"
            + " from fact join dim on fact.k = dim.k group by dim.c",
      })
  void rowsAreDuckDbs(String query) {
    sessions.assertRowsAreDuckDbs(query);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select name, count(*), avg(d) from fact join dim on fact.k = dim.k group by name",
        "select name, count(*), count(d) from dim left join fact on fact.k = dim.k group by name",
        "select name, month(t) as m, max(w) from fact join dim on fact.k = dim.k group by name, m",
        "select count(*), sum(fact.c) from fact join dim on fact.c = dim.c",
        "select distinct name, g from fact join dim on fact.k = dim.k",
        "select name, dim.c, grouping(name), avg(d) from fact join dim on fact.k = dim.k group by"
            + " rollup (name, dim.c)",
        "select dim.c, sum(case when name = 'name 3' then d end), sum(case when name = 'name 4'"
            + " then d end) from fact join dim on fact.k = dim.k group by dim.c",
      })
  void aggregatesBelowTheJoin(String query) {
    assertThat(plan("with it", query)).as(query).contains("EarlyStates");
    assertThat(plan("without it", query)).as(query).doesNotContain("EarlyStates");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // as many groups as rows
        "select name, count(*) from fact join dim on fact.b = dim.c group by name, fact.b, x, d",
        // a value of both sides, or of the other one, in a sum
        "select name, sum(fact.c * dim.c) from fact join dim on fact.k = dim.k group by name",
        "select name, count(*), sum(w) from fact join dim on fact.k = dim.k group by name",
        // grouping sets without one of all keys, and very many of them
        "select name, dim.c, count(*) from fact join dim on fact.k = dim.k group by grouping sets"
            + " ((name), (dim.c))",
        "select name, count(*) from fact join dim on fact.k = dim.k group by cube (name, dim.c,"
            + " dim.k, dim.f, w)",
        // values that have to be seen one by one
        "select name, count(distinct g) from fact join dim on fact.k = dim.k group by name",
        "select name, list(g) from fact join dim on fact.k = dim.k group by name",
        // zeros that are equal, and not the same
        "select name, count(*) from fact join dim on fact.k = dim.k and cast(z as varchar) <> name"
            + " group by name",
        // what may fail for rows that find no match
        "select name, sum(10 // fact.c) from fact join dim on fact.k = dim.k group by name",
        // what is null without a match, and is no null computed from it
        "select name, sum(coalesce(fact.c, 5)) from dim left join fact on fact.k = dim.k group by"
            + " name",
        "select name, count(*) from fact full join dim on fact.k = dim.k group by name",
        // few rows
        "select fact.g, count(*) from dim join (select * from fact limit 500) fact on fact.k ="
            + " dim.k group by fact.g",
      })
  void aggregatesAboveTheJoin(String query) {
    assertThat(plan("with it", query)).as(query).doesNotContain("EarlyStates");
  }

  private static String plan(String how, String query) {
    return sessions.session(how).sql(query).explain();
  }
}
