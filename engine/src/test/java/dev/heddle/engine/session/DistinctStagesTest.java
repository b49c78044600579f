package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Distinct aggregates beside others, in several tasks, against DuckDB. */
class DistinctStagesTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 12);
  private static final List<String> VALUES = List.of("a", "b", "t", "d", "x", "g");
  private static final List<String> DISTINCT =
      List.of(
          "count(distinct %s)",
          "sum(distinct a)",
          "avg(distinct d)",
          "sum(distinct d)",
          "count(distinct (a, %s))",
          "count(distinct %s) filter (where b > 2)",
          "sum(distinct b) filter (where x > 0)");
  private static final List<String> PLAIN =
      List.of(
          "count(*)",
          "count(%s)",
          "max(%s)",
          "min(t)",
          "sum(a)",
          "avg(b)",
          "sum(d) filter (where a > 3)",
          "count(*) filter (where t = 't1')",
          "bool_or(a > b)",
          "round(var_pop(a), 6)");

  @TempDir private Path folder;

  private static String query(Random random) {
    TreeSet<String> calls = new TreeSet<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      calls.add(pick(random, DISTINCT).formatted(pick(random, VALUES)));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      calls.add(pick(random, PLAIN).formatted(pick(random, VALUES)));
    }
    String keys = pick(random, List.of("", "", "g", "g", "g, k", "t"));
    String where = pick(random, List.of("", "", "", " where a > 3", " where a > 1000"));
    String columns = String.join(", ", calls);
    return keys.isEmpty()
        ? "select " + columns + " from r" + where
        : "select %s, %s from r%s group by %s order by %s"
            .formatted(keys, columns, where, keys, keys);
  }

  private static String pick(Random random, List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  @Test
  void givesTheRowsOfDuckDb() {
    Path file = folder.resolve("r.parquet");
    int staged = 0;
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session =
            Heddle.local(SessionOptions.defaults().withThreads(2).withPartitions(12))) {
      duck.execute(
          "create table r as select case when i % 7 = 0 then null else cast(i * 31 % 50 as integer)"
              + " end as a, cast(i * 17 % 9 as bigint) as b, case when i % 11 = 0 then null else"
              + " 't' || (i % 13) end as t, cast(i % 40 as decimal(9, 2)) / 4 as e, case i % 5 when"
              + " 0 then 0.0 when 1 then cast('-0.0' as double) when 2 then cast('nan' as double)"
              + " when 3 then null else i % 6 end as x, nullif(i % 3, 2) as g, i % 100 as k from"
              + " range(20000) s(i)");
      duck.execute("alter table r alter e type decimal(9, 2)");
      duck.execute("alter table r rename e to d");
      duck.execute("copy r to '" + file + "' (format parquet, row_group_size 2048)");
      session.createView("r", session.read().parquet(file.toString()));
      for (int seed = 0; seed < SEEDS; seed++) {
        String sql = query(new Random(seed));
        List<String> expected = new ArrayList<>();
        duck.rows(sql).forEach(row -> expected.add(row.toString()));
        assertThat(InputOrderTest.rows(session, sql))
            .as("seed %d: %s", seed, sql)
            .isEqualTo(expected);
        String plan = session.sql(sql).explain(ExplainMode.PHYSICAL);
        staged += plan.contains("INTERMEDIATE") ? 1 : 0;
      }
    }
    assertThat(staged).isGreaterThan(SEEDS / 4);
  }
}
