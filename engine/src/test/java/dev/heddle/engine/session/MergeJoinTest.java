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
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joins of sorted tables give the rows of DuckDB: in every kind of join, with nulls, keys that are
 * repeated on both sides, a key that fills many windows, further conditions, little memory, and
 * several partitions.
 */
class MergeJoinTest {
  private static final int SEEDS = Integer.getInteger("heddle.merge.seeds", 2);
  private static final int ROWS = 300_000;
  private static final String SUMS =
      "select count(*), count(x), count(y), sum(v), sum(w), sum(coalesce(v, 0) * coalesce(w, 1))"
          + " from (%s) q";
  private static final List<String> QUERIES =
      List.of(
          "select a.k as x, b.k as y, a.v, b.v as w from a join b on a.k = b.k",
          "select a.k as x, b.k as y, a.v, b.v as w from a left join b on a.k = b.k and b.v > a.v",
          "select a.k as x, b.k as y, a.v, b.v as w from a right join b on a.k = b.k and a.v > 7",
          "select a.k as x, b.k as y, a.v, b.v as w from a full join b on a.k = b.k",
          "select a.k as x, b.k as y, a.v, b.v as w from a join b on a.k is not distinct from b.k"
              + " and a.g = b.g and a.v % 5 = b.v % 5",
          "select k as x, v as y, v, 1 as w from a where exists (select 1 from b where b.k = a.k)",
          "select k as x, v as y, v, 1 as w from b where exists"
              + " (select 1 from a where b.k = a.k and a.v <> b.v)",
          "select k as x, v as y, v, 1 as w from a where not exists"
              + " (select 1 from b where b.k = a.k and b.v > 5)",
          "select k as x, v as y, v, 1 as w from b where not exists"
              + " (select 1 from a where b.k = a.k)",
          "select k as x, v as y, v, 1 as w from a where not exists"
              + " (select 1 from b where b.k = a.k)",
          "select k as x, v as y, v, 1 as w from a where exists"
              + " (select 1 from b where b.k = a.k and b.v <> a.v)",
          "select k as x, v as y, v, 1 as w from b where k not in"
              + " (select k from a where k is not null)",
          "select a.k as x, b.k as y, a.v + 1 as v, b.v as w from a join b on a.k = b.k"
              + " where a.v % 3 = 0 and b.v % 2 = 1",
          "select x, y, v, count(*) as w from"
              + " (select a.k as x, b.k as y, a.v from a join b on a.k = b.k) j group by x, y, v");
  private static final List<String> TYPES =
      List.of(
          "CAST(%s AS INT)",
          "CAST(%s AS BIGINT) * 1000003",
          "'key' || lpad(CAST(%s AS VARCHAR), 8, '0')",
          "'a key that is longer than what a footer keeps of a text, which is 64 bytes at most ' ||"
              + " lpad(CAST(%s AS VARCHAR), 8, '0')",
          "DATE '1990-01-01' + CAST(%s AS INT)",
          "CAST(%s AS DECIMAL(25, 2)) / 4");

  @TempDir private Path folder;

  /**
   * Returns a query of a table with random keys.
   *
   * @param heavy how often one of the keys occurs
   */
  private static String table(Random random, String type, int heavy) {
    int each = 1 + random.nextInt(3);
    int gap = 1 + random.nextInt(2);
    String key =
        type.formatted(
            "(CASE WHEN i BETWEEN 100000 AND %d THEN 70007 ELSE i // %d * %d + 10000000 END)"
                .formatted(100_000 + heavy, each, gap));
    return ("SELECT CASE WHEN i * 101 %% %d <> 0 THEN %s END AS k, CAST(i * 13 %% 11 AS BIGINT) AS"
            + " v, CAST(i %% 2 AS INT) AS g FROM range(%d) t(i)")
        .formatted(20 + random.nextInt(60), key, ROWS + random.nextInt(50_000));
  }

  @Test
  void givesTheRowsOfDuckDb() throws IOException {
    int merged = 0;
    int asked = 0;
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        String type = TYPES.get((seed + random.nextInt(TYPES.size())) % TYPES.size());
        DeclaredOrder.Key key =
            new DeclaredOrder.Key("k", random.nextBoolean(), random.nextBoolean());
        List<DeclaredOrder.Key> keys = new ArrayList<>(List.of(key));
        if (random.nextBoolean()) {
          keys.add(new DeclaredOrder.Key("g", random.nextBoolean(), random.nextBoolean()));
        }
        SessionOptions options =
            SessionOptions.defaults()
                .withExcludedRules(Set.of("merge costs"))
                .withThreads(1 + random.nextInt(3))
                .withMemoryBudgetBytes(random.nextBoolean() ? 1L << 28 : 72L << 20);
        if (random.nextBoolean()) {
          options = options.withPartitions(2 + random.nextInt(3));
        }
        try (Session session = Heddle.local(options)) {
          for (String name : List.of("a", "b")) {
            Path file = folder.resolve(name + seed + ".parquet");
            String rows = table(random, type, name.equals("a") ? 3 : 90_000);
            duck.execute("CREATE OR REPLACE TABLE " + name + " AS " + rows);
            duck.execute(
                "COPY (SELECT * FROM %s ORDER BY %s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE %d)"
                    .formatted(
                        name, DeclaredOrder.sql(keys), file, 2048 * (4 + random.nextInt(30))));
            DeclaredOrder.declare(file, keys);
            session.createView(name, session.read().parquet(file.toString()));
          }
          for (String query : QUERIES) {
            String sql = SUMS.formatted(query);
            List<String> expected = new ArrayList<>();
            duck.rows(sql).forEach(row -> expected.add(row.toString()));
            assertThat(InputOrderTest.rows(session, sql))
                .as("seed %d: %s", seed, sql)
                .isEqualTo(expected);
            asked++;
            merged += session.sql(sql).explain(ExplainMode.PHYSICAL).contains("MergeJoin") ? 1 : 0;
          }
        }
      }
    }
    assertThat(merged).isGreaterThan(asked / 3);
  }

  @Test
  void mergesWhatIsLargeAndSortedOnBothSides() throws IOException {
    List<DeclaredOrder.Key> byK = List.of(new DeclaredOrder.Key("k", false, false));
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      for (String name : List.of("a", "b", "unsorted", "small")) {
        Path file = folder.resolve(name + ".parquet");
        duck.execute(
            "COPY (SELECT i * 1000 AS k, i %% 10 AS v FROM range(%d) t(i)) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 20480)"
                .formatted(name.equals("small") ? 1000 : ROWS, file));
        DeclaredOrder.declare(file, name.equals("unsorted") ? List.of() : byK);
        session.createView(name, session.read().parquet(file.toString()));
      }
      assertThat(plan(session, "a join b on a.k = b.k")).contains("MergeJoin INNER on k = k");
      assertThat(plan(session, "a join b on a.k = b.k and a.v < b.v")).contains("MergeJoin");
      assertThat(plan(session, "a join b on a.k = b.k and a.v = b.v"))
          .contains("MergeJoin INNER on k = k and v = v in the order of k");
      assertThat(plan(session, "a join unsorted b on a.k = b.k")).contains("HashJoin");
      assertThat(plan(session, "a join small b on a.k = b.k")).contains("HashJoin");
      assertThat(plan(session, "a join b on a.k = b.k + 1")).contains("HashJoin");
      assertThat(plan(session, "a join b on a.v = b.v and a.k > b.k")).contains("HashJoin");
      session.execute("set excluded_rules = 'input order'", _ -> {});
      assertThat(plan(session, "a join b on a.k = b.k")).contains("HashJoin");
    }
  }

  private static String plan(Session session, String from) {
    return session.sql("select count(*) from " + from).explain(ExplainMode.PHYSICAL);
  }
}
