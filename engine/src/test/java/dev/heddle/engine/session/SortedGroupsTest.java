package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DeclaredOrder;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Aggregations and windows over tables that are sorted by their keys give the rows of DuckDB: with
 * nulls, other keys behind the sorted ones, keys that have more rows than are worked on at a time,
 * little memory, and several partitions.
 */
class SortedGroupsTest {
  private static final int SEEDS = Integer.getInteger("heddle.groups.seeds", 1);
  private static final int ROWS = 2_200_000;
  private static final List<String> QUERIES =
      List.of(
          "select count(*), count(k), sum(s), sum(n), max(n) from"
              + " (select k, sum(v) as s, count(*) as n from t group by k) q",
          "select count(*), sum(s), sum(n), sum(d) from (select k, g, min(v) as s, count(k) as n,"
              + " count(distinct v) as d from t group by g, k) q",
          "select count(*), sum(s), sum(n) from (select k, sum(v * 2 + 1) as s, max(v) as n from t"
              + " where v % 3 <> 0 group by k having count(*) > 1) q",
          "select count(*), count(k) from (select distinct k from t) q",
          "select count(*), sum(r), sum(s) from (select row_number() over (partition by k order by"
              + " v, n) as r, sum(v) over (partition by k order by n rows 3 preceding) as s from t)"
              + " q",
          "select count(*), sum(r * v) from (select v, max(v) over (partition by k, g) as r from t"
              + " where v > 1) q",
          "select count(*), sum(r) from (select k, rank() over (partition by k order by v desc) as"
              + " r from t) q where r = 2",
          "select count(*), sum(s) from (select g, sum(v) as s from t group by g) q");
  private static final List<String> TYPES =
      List.of(
          "CAST(%s AS INT)",
          "'key' || lpad(CAST(%s AS VARCHAR), 8, '0')",
          "DATE '1990-01-01' + CAST(%s AS INT)",
          "CAST(%s AS BIGINT) * 1000003");

  @TempDir private Path folder;

  @Test
  void givesTheRowsOfDuckDb() throws IOException {
    int sorted = 0;
    int asked = 0;
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        String key = TYPES.get((seed + random.nextInt(TYPES.size())) % TYPES.size());
        List<DeclaredOrder.Key> keys =
            List.of(
                new DeclaredOrder.Key("k", random.nextBoolean(), random.nextBoolean()),
                new DeclaredOrder.Key("g", random.nextBoolean(), random.nextBoolean()));
        int heavy = random.nextBoolean() ? 0 : 150_000;
        duck.execute(
            ("CREATE OR REPLACE TABLE t AS SELECT CASE WHEN i * 101 %% %d <> 0 THEN %s END AS k,"
                    + " CAST(i * 13 %% 11 AS BIGINT) AS v, CAST(i %% 3 AS INT) AS g, i AS n"
                    + " FROM range(%d) t(i)")
                .formatted(
                    20 + random.nextInt(60),
                    key.formatted(
                        "(CASE WHEN i < %d THEN 7 ELSE i // %d END)"
                            .formatted(heavy, 2 + random.nextInt(6))),
                    ROWS));
        Path file = folder.resolve("t" + seed + ".parquet");
        duck.execute(
            "COPY (SELECT * FROM t ORDER BY %s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 122880)"
                .formatted(DeclaredOrder.sql(keys), file));
        DeclaredOrder.declare(file, keys.subList(0, 1 + random.nextInt(2)));
        SessionOptions options =
            SessionOptions.defaults()
                .withThreads(1 + random.nextInt(3))
                .withMemoryBudgetBytes(random.nextBoolean() ? 1L << 28 : 80L << 20);
        if (random.nextBoolean()) {
          options = options.withPartitions(2);
        }
        try (Session session = Heddle.local(options)) {
          session.createView("t", session.read().parquet(file.toString()));
          for (String query : QUERIES) {
            List<String> expected = new ArrayList<>();
            duck.rows(query).forEach(row -> expected.add(row.toString()));
            assertThat(InputOrderTest.rows(session, query))
                .as("seed %d: %s", seed, query)
                .isEqualTo(expected);
            asked++;
            String plan = session.sql(query).explain(ExplainMode.PHYSICAL);
            sorted += plan.contains("KeyByKey") ? 1 : 0;
            if (query.contains("group by g)")) {
              assertThat(plan).as("not sorted by g").doesNotContain("KeyByKey");
            }
          }
          session.execute("set excluded_rules = 'input order'", _ -> {});
          assertThat(session.sql(QUERIES.getFirst()).explain(ExplainMode.PHYSICAL))
              .doesNotContain("KeyByKey");
        }
      }
    }
    assertThat(sorted).isGreaterThanOrEqualTo(asked / 2);
  }
}
