package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows that tasks sort side by side, each a range of the order, come in the order of one sort: with
 * nulls, NaN, both zeros, texts, frequent keys, few rows and none.
 */
class RangeSortTest {
  private static final int SEEDS = Integer.getInteger("heddle.range.seeds", 2);

  private static final List<String> COLUMNS =
      List.of(
          "CAST(hash(i) % 1000 AS INT)",
          "CAST(hash(i + 1) % 3 AS SMALLINT)",
          "CASE WHEN hash(i + 2) % 4 <> 0 THEN CAST(hash(i + 2) AS DOUBLE) / 1e15 - 9000"
              + " WHEN i % 4 = 0 THEN CAST('NaN' AS DOUBLE) WHEN i % 4 = 1 THEN -0.0"
              + " WHEN i % 4 = 2 THEN 0.0 ELSE CAST('-Infinity' AS DOUBLE) END",
          "CASE WHEN hash(i + 3) % 10 < 7 THEN 'the same for most' ELSE"
              + " 'text with a common head ' || CAST(hash(i + 3) % 5000 AS VARCHAR) END",
          "CASE WHEN hash(i + 4) % 2 = 0 THEN CAST(hash(i + 4) % 97 AS VARCHAR) END",
          "DATE '2020-01-01' + CAST(hash(i + 5) % 900 AS INT)",
          "CAST(CAST(hash(i + 6) % 100000 AS BIGINT) AS DECIMAL(30, 2)) * 1000000000000",
          "hash(i + 7) % 2 = 0",
          "7");

  @TempDir private Path folder;

  private static String table(Random random) {
    int rows =
        switch (random.nextInt(6)) {
          case 0 -> 0;
          case 1 -> 1;
          case 2 -> 2 + random.nextInt(6);
          default -> 1_000 + random.nextInt(30_000);
        };
    StringBuilder text = new StringBuilder("SELECT CAST(i AS BIGINT) AS id");
    for (int column = 0; column < COLUMNS.size(); column++) {
      text.append(", CASE WHEN hash(i * 10 + ").append(column).append(") % ");
      text.append(random.nextBoolean() ? "1000003 <> 0" : "5 <> 0").append(" THEN ");
      text.append(COLUMNS.get(column)).append(" END AS c").append(column);
    }
    return text + " FROM range(" + rows + ") t(i)";
  }

  private static String order(Random random) {
    List<String> keys = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      String direction = random.nextBoolean() ? "" : " desc";
      String nulls = random.nextBoolean() ? " nulls first" : " nulls last";
      keys.add("c" + random.nextInt(COLUMNS.size()) + direction + nulls);
    }
    return String.join(", ", keys);
  }

  private static List<List<String>> rows(Session session, String sql) {
    List<List<String>> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < result.schema().size(); i++) {
          values.add(String.valueOf(row.value(i)));
        }
        rows.add(values);
      }
    }
    return rows;
  }

  private static void write(String copy) {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(copy);
    }
  }

  private static Session open(int partitions) {
    return Heddle.local(SessionOptions.defaults().withThreads(2).withPartitions(partitions));
  }

  @Test
  void partsInOrderAreOneSort() {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path file = folder.resolve("t" + seed + ".parquet");
      write("COPY (" + table(random) + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
      int partitions = 2 + random.nextInt(4);
      try (Session whole = open(1);
          Session divided = open(partitions)) {
        for (Session session : List.of(whole, divided)) {
          session.createView("t", session.read().parquet(file.toString()));
        }
        for (int i = 0; i < Effort.of(6); i++) {
          String order = order(random);
          String told = "seed " + seed + ", " + partitions + " partitions, by " + order;
          check(whole, divided, "select *, 1 from t order by " + order, order, told);
          check(
              whole,
              divided,
              "select * from (select * from t where c0 > 100 or c0 is null) q order by " + order,
              order,
              told);
          check(
              whole,
              divided,
              "select a.* from t a join (select c1 as k, count(*) as n from t group by c1) b"
                  + " on a.c1 = b.k order by "
                  + order.replaceAll("\\bc(\\d)", "a.c$1"),
              order,
              told);
          check(
              whole,
              divided,
              "select *, row_number() over (order by " + order + ", id) from t order by " + order,
              order,
              told);
        }
      }
    }
  }

  /** Keys come in the same sequence, and rows are the same. */
  private static void check(Session whole, Session divided, String sql, String order, String told) {
    List<List<String>> wanted = rows(whole, sql);
    List<List<String>> found = rows(divided, sql);
    assertThat(keys(found, order)).as("%s: %s", told, sql).isEqualTo(keys(wanted, order));
    assertThat(sorted(found)).as("%s: %s", told, sql).isEqualTo(sorted(wanted));
  }

  private static List<String> sorted(List<List<String>> rows) {
    return rows.stream().map(List::toString).sorted().toList();
  }

  private static List<List<String>> keys(List<List<String>> rows, String order) {
    List<Integer> columns = new ArrayList<>();
    for (String key : order.split(", ")) {
      columns.add(1 + Character.digit(key.charAt(1), 10));
    }
    return rows.stream()
        .map(row -> columns.stream().map(row::get).map(RangeSortTest::same).toList())
        .toList();
  }

  private static String same(String value) {
    return value.equals("-0.0") ? "0.0" : value;
  }

  @Test
  void whatComesAfterASortKeepsItsOrder() {
    Path file = folder.resolve("t.parquet");
    write(
        "COPY (SELECT i * 7919 % 20011 AS k, i AS v FROM range(20011) t(i)) TO '"
            + file
            + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    try (Session whole = open(1);
        Session divided = open(4)) {
      for (Session session : List.of(whole, divided)) {
        session.createView("t", session.read().parquet(file.toString()));
      }
      for (String sql :
          List.of(
              "select v + 1, k from t order by k offset 19000",
              "select v from t order by k desc offset 7",
              "select v from t order by k limit 50 offset 9990",
              "select v from (select * from t order by k) q where v % 3 = 0 limit 20",
              "select v * 2 from (select * from t order by k desc offset 5) q where v % 3 = 0",
              "select * from (select k, v from t order by v offset 3) a order by k",
              "(select k from t order by k offset 20000) union all"
                  + " (select v from t order by v desc offset 20005) order by 1",
              "select count(*), min(v) from (select * from t order by k offset 100) q")) {
        assertThat(rows(divided, sql)).as(sql).isEqualTo(rows(whole, sql));
      }
    }
  }

  @Test
  void tasksSortRangesOfTheOrder() {
    Path file = folder.resolve("t.parquet");
    write(
        "COPY (SELECT i * 7919 % 20011 AS k, i AS v FROM range(20011) t(i)) TO '"
            + file
            + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    try (Session session = open(4)) {
      session.createView("t", session.read().parquet(file.toString()));
      assertThat(session.sql("select * from t order by k").explain())
          .contains("Exchange to one, part by part")
          .contains("Exchange by ranges to 4")
          .contains("RangePart of 4 by k");
    }
  }
}
