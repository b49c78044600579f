package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables in the order of a key, which tasks divide by its ranges, give the rows of DuckDB: with
 * nulls, repeated and missing keys, and in every kind of join.
 */
class KeyRangesTest {
  private static final int SEEDS = Integer.getInteger("heddle.range.seeds", 3);
  private static final String SUMS =
      "select count(*), count(x), sum(x), count(y), sum(y), sum(coalesce(v, 0) * coalesce(w, 1))"
          + " from (%s) q";
  private static final List<String> QUERIES =
      List.of(
          "select a.k as x, b.k as y, a.v, b.v as w from a join b on a.k = b.k",
          "select a.k as x, b.k as y, a.v, b.v as w from a left join b on a.k = b.k and b.v > a.v",
          "select a.k as x, b.k as y, a.v, b.v as w from a right join b on a.k = b.k and a.v > 7",
          "select a.k as x, b.k as y, a.v, b.v as w from a full join b on a.k = b.k",
          "select a.k as x, b.k as y, a.v, b.v as w from a join b on a.k is not distinct from b.k"
              + " and a.v = b.v",
          "select k as x, v as y, v, 1 as w from a where exists (select 1 from b where b.k = a.k)",
          "select k as x, v as y, v, 1 as w from b where exists"
              + " (select 1 from a where b.k = a.k and a.v <> b.v)",
          "select k as x, v as y, v, 1 as w from a where not exists"
              + " (select 1 from b where b.k = a.k and b.v > 5)",
          "select k as x, v as y, v, 1 as w from b where k not in"
              + " (select k from a where k is not null and v > 3)",
          "select g.k as x, b.k as y, v, n as w from"
              + " (select k, count(*) as n from a group by k) g join b on g.k = b.k",
          "select a.k as x, c.k as y, a.v, b.v as w from a join b on a.k = b.k"
              + " left join c on c.k = b.k and c.v = a.v",
          "select x, y, v, count(*) as w from"
              + " (select a.k as x, b.k as y, a.v from a join b on a.k = b.k) j group by x, y, v",
          "select k as x, r as y, v, 1 as w from (select a.k, a.v, row_number() over"
              + " (partition by a.k order by a.v, b.v) as r from a join b on a.k = b.k) n"
              + " where r < 3",
          "select a.k as x, b.k as y, a.v, b.v as w from a join b on a.k = b.k where a.k > 50");

  @TempDir private Path folder;

  /** Returns a query of a table whose rows are about in the order of its key. */
  private static String table(Random random, String type) {
    int each = 1 + random.nextInt(4);
    int gap = 1 + random.nextInt(5);
    int rows = 5_000 + random.nextInt(25_000);
    String key =
        "%d + i // %d * %d + i * 7919 %% %d"
            .formatted(random.nextInt(400) - 200, each, gap, 1 + random.nextInt(40));
    String typed = type.equals("DATE") ? "DATE '1990-01-01' + CAST(%s AS INT)" : "CAST(%s AS INT)";
    return "SELECT CASE WHEN i * 31 %% %d <> 0 THEN %s END AS k, CAST(i * 13 %% 11 AS BIGINT) AS v"
            .formatted(2 + random.nextInt(60), typed.formatted(key))
        + " FROM range("
        + rows
        + ") t(i)";
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < result.schema().size(); i++) {
          values.add(String.valueOf(row.value(i)));
        }
        rows.add(values.toString());
      }
    }
    return rows;
  }

  @Test
  void givesTheRowsOfDuckDb() {
    int divided = 0;
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28);
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        String type = random.nextInt(3) == 0 ? "DATE" : "INT";
        try (Session session = Heddle.local(options.withPartitions(2 + random.nextInt(4)))) {
          for (String name : List.of("a", "b", "c")) {
            Path file = folder.resolve(name + seed + ".parquet");
            String rows = table(random, type);
            duck.execute("CREATE OR REPLACE TABLE " + name + " AS " + rows);
            duck.execute(
                "COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)".formatted(rows, file));
            session.createView(name, session.read().parquet(file.toString()));
          }
          for (String query : QUERIES) {
            String whole = type.equals("DATE") ? dated(query) : query;
            String sql = SUMS.formatted(whole);
            List<String> expected = new ArrayList<>();
            duck.rows(sql).forEach(row -> expected.add(row.toString()));
            assertThat(rows(session, sql)).as("seed %d: %s", seed, sql).isEqualTo(expected);
            divided += session.sql(sql).explain(ExplainMode.PHYSICAL).contains("by ranges") ? 1 : 0;
          }
        }
      }
    }
    assertThat(divided).isGreaterThan(SEEDS * QUERIES.size() / 2);
  }

  /** Returns the query over keys that are dates, which are added up as days. */
  private static String dated(String query) {
    String days = "select x - DATE '1990-01-01' as x, %s as y, v, w from (%s) d";
    boolean isKey = query.contains(".k as y") || query.contains("x, y, v, count");
    return days.formatted(
        isKey ? "y - DATE '1990-01-01'" : "y",
        query.replace("a.k > 50", "a.k > DATE '1990-02-20'"));
  }
}
