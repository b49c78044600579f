package dev.heddle.engine.optimizer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Grouping sets of many groups give DuckDB's rows, whether they are made of each other or of all
 * finest groups: over keys with nulls, NaN and both zeros, without rows, in partitions and in
 * little memory. What is compared are counts and sums over the groups of each set, by where keys
 * are null.
 */
class NestedSetsTest {
  private static final String FACT =
      "select case when hash(i) % 50 > 0 then cast(hash(i + 1) % 9000 as integer) end as k, case"
          + " when hash(i + 2) % 20 > 0 then 'a longer name ' || hash(i + 2) % 12 end as g,"
          + " cast(hash(i + 3) % 5 as integer) as c, case when hash(i + 4) % 9 > 0 then"
          + " cast(cast(hash(i + 4) % 100000 as integer) / 100 as decimal(9, 2)) end as d,"
          + " case hash(i + 5) % 40 when 0 then 'NaN'::double when 1 then -0.0::double when 2 then"
          + " null else cast(hash(i + 5) % 1000 as double) / 4 - 100 end as x,"
          + " date '2020-01-01' + cast(hash(i + 7) % 90 as integer) as t, i as n"
          + " from range(150000) r(i)";

  @TempDir static Path folder;

  private static SessionsBesideDuckDb sessions;

  @BeforeAll
  static void open() {
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 29);
    Map<String, SessionOptions> ways = new LinkedHashMap<>();
    ways.put("nested", options);
    ways.put("apart", options.withExcludedRules(Set.of("nested sets", "shared parts")));
    ways.put("in 5 partitions", options.withPartitions(5));
    ways.put("in little memory", options.withMemoryBudgetBytes(128L << 20));
    sessions = new SessionsBesideDuckDb(folder, Map.of("fact", FACT), ways, 11);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select s, count(*), count(k), count(g), count(x), sum(n), sum(m), sum(h) from (select k,"
            + " g, x, grouping(k, g, x) as s, count(*) as n, sum(d) as m, max(n) as h from fact"
            + " group by rollup (k, g, x)) group by s",
        "select s, count(*), sum(n), sum(a), sum(b) from (select k, g, t, grouping(k, g, t) as s,"
            + " count(d) as n, avg(d) as a, min(n) as b from fact group by cube (k, g, t)) group by"
            + " s",
        "select s, count(*), sum(n), sum(v) from (select k, g, c, t, grouping(k, g, c, t) as s,"
            + " count(*) filter (where c > 1) as n, var_pop(n) as v from fact group by grouping"
            + " sets ((k, g, c, t), (g, c), (c, t), (g), (), ())) group by s",
        "select s, count(*), sum(n) from (select k, g, t, grouping(k, g, t) as s, sum(c) as n from"
            + " fact group by grouping sets ((k, g, t), (k, g, t), (k, g), (t), (t))) group by s",
        "select s, count(*), sum(n) from (select k, g, t, grouping(k, g, t) as s, sum(c) as n from"
            + " fact where n < 0 group by rollup (k, g, t)) group by s",
        "select count(*), sum(n), count(g) from (select g, sum(c) as n from fact group by rollup"
            + " (k, g, x) having sum(c) > 4)",
        "select count(*), count(k), count(x) from (select k, x, t from fact group by rollup (k, x,"
            + " t))",
      })
  void rowsAreDuckDbs(String query) {
    sessions.assertRowsAreDuckDbs(query);
  }

  @Test
  void setsAreMadeOfTheSmallestSetWithTheirKeys() {
    String rollup = "select k, g, x, count(*) from fact group by rollup (k, g, x)";
    assertThat(plan("nested", rollup))
        .contains("Aggregate INTERMEDIATE by k, g, x", "Aggregate INTERMEDIATE by k ")
        .contains("Aggregate FINISH by k, g ", "Aggregate FINAL [count(*)]")
        .contains("SharedRead of %3")
        .doesNotContain("Expand");
    assertThat(plan("apart", rollup)).contains("Expand").doesNotContain("INTERMEDIATE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // few groups
        "select g, c, count(*) from fact group by rollup (g, c)",
        // no set by all keys
        "select k, t, count(*) from fact group by grouping sets ((k), (t))",
        // values that have to be seen one by one
        "select k, t, x, count(distinct g) from fact group by rollup (k, t, x)",
        // one set
        "select k, t, x, count(*) from fact group by k, t, x",
      })
  void setsAreMadeOfTheRows(String query) {
    assertThat(plan("nested", query)).doesNotContain("INTERMEDIATE");
  }

  private static String plan(String session, String query) {
    return sessions.session(session).sql(query).explain(ExplainMode.PHYSICAL);
  }
}
