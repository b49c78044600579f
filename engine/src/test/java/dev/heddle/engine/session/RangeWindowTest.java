package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Windows whose rows are divided by ranges of partitions and order give the rows of one task and of
 * DuckDB: with nulls, NaN, both zeros, peers, frequent keys, few rows and none.
 */
class RangeWindowTest {
  private static final int SEEDS = Integer.getInteger("heddle.range.seeds", 2);

  private static final List<String> CALLS_OF_ROWS =
      List.of(
          "row_number()",
          "ntile(7)",
          "ntile(100000)",
          "lag(v)",
          "lag(v, 3, -1)",
          "lead(d, 2)",
          "lead(s, 40, 'none')",
          "lag(v, 64)",
          "lag(v, 0)",
          "first_value(s)",
          "last_value(v)",
          "sum(v) FRAME",
          "sum(d) FRAME",
          "avg(v) FRAME",
          "min(s) FRAME",
          "max(d) FRAME",
          "count(v) FRAME",
          "count(*) FRAME",
          "first_value(v ignore nulls) FRAME",
          "last_value(s ignore nulls) FRAME",
          "first_value(v) FRAME",
          "last_value(s) FRAME",
          "nth_value(v, 2) rows between 2 preceding and 2 following",
          "count(distinct v) rows between 5 preceding and 1 following",
          "stddev_pop(v) rows between 9 preceding and current row",
          "sum(m) FRAME",
          "avg(m) FRAME");

  private static final List<String> CALLS_OF_PEERS =
      List.of(
          "rank()",
          "dense_rank()",
          "percent_rank()",
          "cume_dist()",
          "sum(v)",
          "avg(d)",
          "min(v)",
          "max(s)",
          "count(*)",
          "count(v) range between current row and unbounded following",
          "sum(m) range between current row and current row",
          "sum(v) range between unbounded preceding and unbounded following",
          "bool_and(b)",
          "bool_or(b) range between current row and unbounded following");

  private static final List<String> FRAMES =
      List.of(
          "rows between unbounded preceding and current row",
          "rows between current row and unbounded following",
          "rows between unbounded preceding and unbounded following",
          "rows between 3 preceding and current row",
          "rows between 4 preceding and 5 following",
          "rows between 7 preceding and 2 preceding",
          "rows between 1 following and 20 following",
          "rows between current row and current row");

  @TempDir private Path folder;

  static String table(Random random) {
    int rows =
        switch (random.nextInt(7)) {
          case 0 -> 0;
          case 1 -> 1;
          case 2 -> 2 + random.nextInt(60);
          default -> 1_000 + random.nextInt(9_000);
        };
    int keys = 1 + random.nextInt(6);
    int orders = List.of(2, 50, 100_000).get(random.nextInt(3));
    return ("SELECT CAST(i AS BIGINT) AS id,"
            + " CASE WHEN hash(i) % 10 < 6 THEN 1 WHEN hash(i) % 97 = 3 THEN NULL"
            + " ELSE CAST(hash(i + 1) % KEYS AS INT) END AS k,"
            + " CASE WHEN hash(i + 2) % 31 = 0 THEN NULL ELSE CAST(hash(i + 2) % ORDERS AS INT) END"
            + " AS o,"
            + " CASE WHEN hash(i + 3) % 4 <> 0 THEN round(CAST(hash(i + 3) % 1000 AS DOUBLE), 0)"
            + " WHEN i % 5 = 0 THEN CAST('NaN' AS DOUBLE) WHEN i % 5 = 1 THEN -0.0"
            + " WHEN i % 5 = 2 THEN 0.0 WHEN i % 5 = 3 THEN CAST('-Infinity' AS DOUBLE) END AS f,"
            + " CASE WHEN hash(i + 4) % 3 <> 0 THEN CAST(hash(i + 4) % 1000 AS BIGINT) END AS v,"
            + " CASE WHEN hash(i + 5) % 5 <> 0 THEN CAST(hash(i + 5) % 512 AS DOUBLE) / 8 END AS d,"
            + " CASE WHEN hash(i + 6) % 7 <> 0 THEN 'text of some length '"
            + " || CAST(hash(i + 6) % 300 AS VARCHAR) END AS s,"
            + " CAST(hash(i + 7) % 100000 AS DECIMAL(12, 2)) / 4 AS m,"
            + " hash(i + 8) % 9 <> 0 AS b"
            + " FROM range(ROWS) t(i)")
        .replace("KEYS", Integer.toString(keys))
        .replace("ORDERS", Integer.toString(orders))
        .replace("ROWS", Integer.toString(rows));
  }

  private static String window(Random random) {
    String partition = random.nextInt(3) == 0 ? "partition by k " : "";
    String direction = random.nextBoolean() ? "" : " desc";
    String nulls = random.nextBoolean() ? " nulls first" : " nulls last";
    String key = List.of("o", "f", "s", "v", "id").get(random.nextInt(5));
    return partition + "order by " + key + direction + nulls;
  }

  static String call(Random random, String window) {
    boolean isOfRows = random.nextInt(3) > 0;
    List<String> calls = isOfRows ? CALLS_OF_ROWS : CALLS_OF_PEERS;
    String call =
        calls
            .get(random.nextInt(calls.size()))
            .replace("FRAME", FRAMES.get(random.nextInt(FRAMES.size())));
    int close = call.indexOf(')') + 1;
    String order = isOfRows ? window + ", id" : window;
    return call.substring(0, close) + " over (" + order + call.substring(close) + ")";
  }

  static List<List<String>> rows(Session session, String sql) {
    List<List<String>> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < result.schema().size(); i++) {
          values.add(same(row.value(i)));
        }
        rows.add(values);
      }
    }
    return rows;
  }

  /** Returns a value as text; numbers of equal value are the same, whatever their type. */
  static String same(@Nullable Object value) {
    return switch (value) {
      case Double number when Double.isNaN(number) || Double.isInfinite(number) ->
          number.toString();
      case Double number -> same(new BigDecimal(number));
      case BigInteger number -> same(new BigDecimal(number));
      case BigDecimal number -> {
        BigDecimal rounded = number.round(new MathContext(11));
        yield rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
      }
      case Long number -> same(new BigDecimal(number));
      case Integer number -> same(new BigDecimal(number));
      case null, default -> String.valueOf(value);
    };
  }

  private static Session open(int partitions) {
    return Heddle.local(SessionOptions.defaults().withThreads(2).withPartitions(partitions));
  }

  @Test
  void partsGiveTheRowsOfOneTaskAndOfDuckDb() {
    int divided = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path file = folder.resolve("t" + seed + ".parquet");
      int partitions = 2 + random.nextInt(6);
      try (DuckDbOracle duck = DuckDbOracle.openAlike();
          Session session = open(partitions)) {
        duck.execute(
            "COPY (" + table(random) + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        duck.execute("CREATE VIEW t AS FROM '" + file + "'");
        session.createView("t", session.read().parquet(file.toString()));
        for (int i = 0; i < 14; i++) {
          String window = window(random);
          StringBuilder calls = new StringBuilder();
          for (int call = 0; call < 1 + random.nextInt(4); call++) {
            calls.append(", ").append(call(random, window)).append(" as w").append(call);
          }
          String from =
              random.nextInt(4) == 0 ? "(select * from t union all select * from t)" : "t";
          from =
              from.equals("t")
                  ? from
                  : "(select row_number() over (order by id, c) as id, k, o, f, v, d, s, m, b from"
                      + " (select *, 1 as c from t union all select *, 2 as c from t) x)";
          String sql = "select id, k, o" + calls + " from " + from + " y";
          String told = "seed " + seed + ", " + partitions + " partitions: " + sql;
          divided += session.sql(sql).explain().contains("RangePart") ? 1 : 0;
          List<List<String>> wanted =
              duck.rows(sql).stream()
                  .map(row -> row.stream().map(RangeWindowTest::same).toList())
                  .toList();
          assertThat(sorted(rows(session, sql))).as(told).isEqualTo(sorted(wanted));
        }
      }
    }
    assertThat(divided).isGreaterThan(SEEDS * 14 / 2);
  }

  /** Rows of equal order may come in any sequence, but all calls and all parts see the same one. */
  @Test
  void allPartsSeeRowsOfEqualOrderInOneSequence() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path file = folder.resolve("ties" + seed + ".parquet");
      String key = List.of("k", "b", "o", "f").get(random.nextInt(4));
      try (DuckDbOracle duck = DuckDbOracle.openAlike();
          Session session = open(2 + random.nextInt(6))) {
        duck.execute(
            "COPY (" + table(random) + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
        session.createView("t", session.read().parquet(file.toString()));
        String sql =
            "select id, row_number() over w as n, lag(id, 2) over w as l, lead(id) over w as r,"
                + " first_value(id) over w as f, coalesce(v, 0) as x,"
                + " sum(v) over (w rows unbounded preceding) as s,"
                + " sum(v) over (w rows between current row and unbounded following) as e,"
                + " last_value(v ignore nulls) over (w rows unbounded preceding) as i, v"
                + " from t window w as (order by "
                + key
                + ") order by n";
        List<List<String>> rows = rows(session, sql);
        String told = "seed " + seed + " by " + key;
        assertThat(duck.rows("select count(*) from '" + file + "'").getFirst().getFirst())
            .as(told)
            .isEqualTo((long) rows.size());
        long sum = 0;
        String last = "null";
        long all = rows.stream().mapToLong(row -> Long.parseLong(row.get(5))).sum();
        for (int i = 0; i < rows.size(); i++) {
          List<String> row = rows.get(i);
          long x = Long.parseLong(row.get(5));
          sum += x;
          last = row.get(9).equals("null") ? last : row.get(9);
          assertThat(row.get(1)).as(told).isEqualTo(Integer.toString(i + 1));
          assertThat(row.get(2)).as(told).isEqualTo(i < 2 ? "null" : rows.get(i - 2).get(0));
          assertThat(row.get(3))
              .as(told)
              .isEqualTo(i + 1 == rows.size() ? "null" : rows.get(i + 1).get(0));
          assertThat(row.get(4)).as(told).isEqualTo(rows.getFirst().get(0));
          assertThat(row.get(6).equals("null") ? "0" : row.get(6))
              .as(told)
              .isEqualTo(Long.toString(sum));
          assertThat(row.get(7).equals("null") ? "0" : row.get(7))
              .as(told)
              .isEqualTo(Long.toString(all - sum + x));
          assertThat(row.get(8)).as(told).isEqualTo(last);
        }
      }
    }
  }

  @Test
  void asOfJoinsWithManyRightRowsAndNoKeysAreDividedToo() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      try (DuckDbOracle duck = DuckDbOracle.openAlike();
          Session session = open(2 + random.nextInt(6))) {
        int[] rows = {random.nextInt(5) == 0 ? random.nextInt(3) : 1 + random.nextInt(3_000), 0};
        rows[1] = random.nextInt(5) == 0 ? random.nextInt(3) : 8_000;
        boolean isLookedUp = rows[1] <= rows[0];
        for (int side = 0; side < 2; side++) {
          Path file = folder.resolve("side" + side + "of" + seed + ".parquet");
          String place = side == 0 ? "CAST(hash(i + 1) % 5000 AS INT)" : "CAST(i * 2 AS INT)";
          duck.execute(
              ("COPY (SELECT i AS id, CASE WHEN i % 41 <> 7 THEN PLACE END AS at,"
                      + " CASE WHEN hash(i) % 3 <> 0 THEN 'note ' || CAST(i AS VARCHAR) END AS note"
                      + " FROM range(ROWS) t(i)) TO 'FILE' (FORMAT parquet, ROW_GROUP_SIZE 2048)")
                  .replace("PLACE", place)
                  .replace("ROWS", Integer.toString(rows[side]))
                  .replace("FILE", file.toString()));
          String name = side == 0 ? "a" : "b";
          duck.execute("CREATE VIEW " + name + " AS FROM '" + file + "'");
          session.createView(name, session.read().parquet(file.toString()));
        }
        for (String comparison : List.of(">=", ">", "<=", "<")) {
          for (String kind : List.of("asof join", "asof left join")) {
            String sql =
                "select a.id, a.at, b.id as bid, b.note from a "
                    + (kind + " b on a.at " + comparison + " b.at");
            String told = "seed " + seed + ": " + sql;
            List<List<String>> wanted =
                duck.rows(sql).stream()
                    .map(row -> row.stream().map(RangeWindowTest::same).toList())
                    .toList();
            if (Math.max(rows[0], rows[1]) > 10) { // or estimates may be off by as much
              assertThat(session.sql(sql).explain())
                  .as(told)
                  .contains(isLookedUp ? "RangeJoin LEFT to the" : "RangePart");
            }
            assertThat(sorted(rows(session, sql))).as(told).isEqualTo(sorted(wanted));
          }
        }
      }
    }
  }

  static List<String> sorted(List<List<String>> rows) {
    return rows.stream().map(List::toString).sorted().toList();
  }
}
