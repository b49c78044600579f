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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Groups that are read for several values of their keys give DuckDB's rows, computed once for all
 * of these or for each: over keys with nulls, filters that overlap, that hold for no row, and that
 * only some readers have.
 */
class SimilarGroupsTest {
  private static final Map<String, String> TABLES =
      Map.of(
          "fact",
          "select cast(hash(i) % 400 as integer) as day, case when hash(i + 1) % 50 > 0 then"
              + " cast(hash(i + 1) % 60 as integer) end as k, cast(hash(i + 2) % 1000 as integer)"
              + " as v, cast(hash(i + 3) % 9 as double) - 4 as x from range(120000) r(i)",
          "days",
          "select cast(i as integer) as day, case when i % 31 > 0 then cast(i // 100 as integer)"
              + " end as y, cast(i % 4 as integer) as q from range(400) r(i)");

  /** A common table, of which queries read several parts. */
  private static final String SALES =
      "with s as (select k, y, q, sum(v) as v, count(*) as c from fact join days on fact.day ="
          + " days.day group by k, y, q) ";

  @TempDir static Path folder;

  private static SessionsBesideDuckDb sessions;

  @BeforeAll
  static void open() {
    SessionOptions options = SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
    Map<String, SessionOptions> ways = new LinkedHashMap<>();
    ways.put("once", options);
    ways.put("apart", options.withExcludedRules(Set.of("shared parts")));
    ways.put("in 5 partitions", options.withPartitions(5));
    ways.put("in little memory", options.withMemoryBudgetBytes(128L << 20));
    sessions = new SessionsBesideDuckDb(folder, TABLES, ways, 12);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a.k, a.v, b.v from s a join s b on a.k = b.k where a.y = 1 and b.y = 2 and a.q ="
            + " b.q",
        "select a.k, a.v, b.v, c.c from s a join s b on a.k = b.k join s c on b.k = c.k where a.y ="
            + " 1 and a.q = 1 and b.y = 1 and b.q = 2 and c.y = 1 and c.q in (2, 3)",
        "select a.k, a.v, b.v from s a left join s b on a.k = b.k and b.y = 3 where a.y < 2",
        "select a.k, a.v from s a where a.y = 2 and a.v > (select avg(v) from s where y = 1)",
        "select a.k, a.v, b.v from s a join s b on a.k is not distinct from b.k where a.y is null"
            + " and b.y = 2",
        "select count(*), sum(a.v) from s a join s b on a.k = b.k where a.y = 1 and b.y = 77",
        "select count(*), sum(a.v), sum(b.v) from s a join s b on a.k = b.k join s c on b.k = c.k"
            + " where a.y = 1 and c.y = 2",
      })
  void readersOfSeveralPartsShareThem(String query) {
    assertThat(plan("once", SALES + query)).as(query).contains("SharedRead");
    assertThat(plan("apart", SALES + query)).as(query).doesNotContain("SharedRead");
    sessions.assertRowsAreDuckDbs(SALES + query);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // what is filtered is no key
        "select count(*), sum(a.v) from (select k, sum(v) as v from fact join days using (day)"
            + " where y = 1 group by k) a join (select k, sum(v) as v from fact join days using"
            + " (day) where y = 2 group by k) b on a.k = b.k",
        // equal keys are not the same values
        "select count(*), sum(a.v) from (select k, x, sum(v) as v from fact join days using (day)"
            + " where x > 1 group by k, x) a join (select k, x, sum(v) as v from fact join days"
            + " using (day) where x < 1 group by k, x) b on a.k = b.k",
        // other values are summed up
        "select count(*), sum(a.v) from (select k, y, sum(v) as v from fact join days using (day)"
            + " where y = 1 group by k, y) a join (select k, y, max(v) as v from fact join days"
            + " using (day) where y = 2 group by k, y) b on a.k = b.k",
        // few rows are read again
        "select count(*) from (select y, q, count(*) as c from days where q = 1 group by y, q) a"
            + " join (select y, q, count(*) as c from days where q = 2 group by y, q) b on a.y ="
            + " b.y",
        // filters below the sides that an outer join fills with nulls
        "select count(*), sum(a.v) from (select k, y, sum(v) as v from fact left join (select *"
            + " from days where y = 1) d on fact.day = d.day group by k, y) a join (select k, y,"
            + " sum(v) as v from fact left join (select * from days where y = 2) d on fact.day ="
            + " d.day group by k, y) b on a.k = b.k",
      })
  void othersAreGroupedApart(String query) {
    assertThat(plan("once", query)).as(query).doesNotContain("SharedRead");
    sessions.assertRowsAreDuckDbs(query);
  }

  private static String plan(String how, String query) {
    return sessions.session(how).sql(query).explain(ExplainMode.PHYSICAL);
  }
}
