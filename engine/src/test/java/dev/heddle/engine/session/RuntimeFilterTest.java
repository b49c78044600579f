package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans leave out what joins and top-N above them are known not to want, and nothing else. */
class RuntimeFilterTest {
  private static final int SEEDS = Integer.getInteger("heddle.runtime.seeds", 2);
  private static final int QUERIES = 25;

  @TempDir Path folder;

  private final SessionOptions options =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withThreads(2);

  private Session session() {
    return session(options);
  }

  private Session session(SessionOptions chosen) {
    Session session = Heddle.local(chosen);
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path facts =
          ParquetFiles.write(
              duck,
              "SELECT i AS id, DATE '2020-01-01' + (i // 1000)::INTEGER AS day,"
                  + " 'name ' || lpad((i // 4)::VARCHAR, 6, '0') AS name, i % 97 AS v,"
                  + " (i / 100)::DECIMAL(12, 2) AS price FROM range(409600) t(i)",
              folder.resolve("facts.parquet"),
              "ROW_GROUP_SIZE 20480");
      Path wanted =
          ParquetFiles.write(
              duck,
              "SELECT (i * 7 + 100000) AS id, DATE '2020-03-05' + i::INTEGER AS day,"
                  + " 'name ' || lpad((i + 70000)::VARCHAR, 6, '0') AS name,"
                  + " (3000 + i)::DECIMAL(12, 2) AS price, i % 2 AS flag FROM range(20) t(i)",
              folder.resolve("wanted.parquet"),
              "");
      duck.execute(
          "COPY (SELECT i AS id, i % 10 AS part FROM range(50000) t(i)) TO '"
              + folder.resolve("parts")
              + "' (FORMAT parquet, PARTITION_BY (part))");
      session.createView("facts", session.sql("select * from '" + facts + "'"));
      session.createView("wanted", session.sql("select * from '" + wanted + "'"));
      session.createView(
          "parts",
          session.sql(
              "select * from read_parquet('"
                  + folder.resolve("parts")
                  + "/**/*.parquet', hive_partitioning = true)"));
    }
    return session;
  }

  private static ScanProfile largest(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return result.profile().scans().stream()
          .filter(scan -> !scan.table().contains("wanted"))
          .findFirst()
          .orElseThrow();
    }
  }

  private static void leavesOutRowGroups(Session session, String sql, int least) {
    ScanProfile scan = largest(session, sql);
    assertThat(scan.rowGroups()).as(sql).isEqualTo(20);
    assertThat(scan.rowGroupsSkipped()).as(sql).isGreaterThanOrEqualTo(least);
  }

  @Test
  void keysOfJoinsLeaveOutRowGroups() {
    try (Session session = session()) {
      leavesOutRowGroups(
          session, "select sum(v) from facts f join wanted w on f.id = w.id where w.flag = 1", 19);
      leavesOutRowGroups(session, "select sum(v) from facts f join wanted w on f.day = w.day", 17);
      leavesOutRowGroups(
          session, "select sum(v) from facts f join wanted w on f.name = w.name", 19);
      leavesOutRowGroups(
          session, "select sum(v) from facts f join wanted w on f.price = w.price", 18);
      leavesOutRowGroups(
          session, "select sum(v) from facts where id in (select id from wanted)", 19);
    }
  }

  @Test
  void keysReachScansBelowOtherNodes() {
    try (Session session = session()) {
      leavesOutRowGroups(
          session,
          "select * from (select id, sum(v) as s from facts where v > 3 group by id) f"
              + " join wanted w on f.id = w.id",
          19);
      leavesOutRowGroups(
          session,
          "select * from (select id + 0 as other, id as k, v from facts) f"
              + " join wanted w on f.k = w.id",
          19);
      leavesOutRowGroups(
          session,
          "select * from (select id, row_number() over (partition by id order by v) as n"
              + " from facts) f join wanted w on f.id = w.id",
          19);
    }
  }

  @Test
  void keysLeaveOutFoldersOfPartitions() {
    try (Session session = session()) {
      ScanProfile scan =
          largest(
              session,
              "select count(*) from parts p join (select id % 2 + 3 as part from wanted) w"
                  + " on p.part = w.part");
      assertThat(scan.folders()).isEqualTo(10);
      assertThat(scan.foldersSkipped()).isEqualTo(8);
    }
  }

  @Test
  void boundsOfTopNLeaveOutRowGroups() {
    // on one thread, since row groups that others read at the same time are not left out
    try (Session session = session(options.withThreads(1))) {
      leavesOutRowGroups(session, "select * from facts order by id limit 10", 15);
      leavesOutRowGroups(session, "select * from facts order by name, v limit 10", 15);
      leavesOutRowGroups(
          session, "select v, day from facts where v > 5 order by day, v limit 10", 15);
    }
  }

  @Test
  void outerJoinsKeepTheRowsOfTheirOwnSide() {
    try (Session session = session()) {
      ScanProfile scan =
          largest(session, "select count(w.id) from facts f left join wanted w on f.id = w.id");
      assertThat(scan.rowGroupsSkipped()).isZero();
    }
  }

  @Test
  void explainShowsWhatFillsThemAndWhatTheyLeaveOut() {
    try (Session session = session()) {
      String sql = "select sum(v) from facts f join wanted w on f.id = w.id";
      assertThat(session.sql(sql).explain(ExplainMode.PHYSICAL))
          .contains("giving id as #1")
          .contains("while running id in #1");
      assertThat(session.sql(sql).explain(ExplainMode.ANALYZE))
          .containsPattern("id in #1: .*skipped 19 row groups.*; took away 20460 rows");
    }
  }

  // Random queries

  private static String keys(Random random, int rows, int keys) {
    int nulls = 3 + random.nextInt(20);
    String number = "(hash(i * 7 + " + random.nextInt(1000) + ") % " + keys + ")";
    String key = "CASE WHEN i % " + nulls + " = 0 THEN NULL ELSE " + number + " END";
    return "SELECT i::INTEGER AS i, (k + 5)::INTEGER AS a, k::BIGINT AS b,"
        + " DATE '2001-01-01' + k::INTEGER AS c, 'text number ' || k AS d,"
        + " (k / 4)::DECIMAL(9, 2) AS e, (k / 4)::DECIMAL(12, 3) AS f,"
        + " CASE WHEN k % 11 = 0 THEN 'nan'::DOUBLE ELSE k / 2 END AS g, k::SMALLINT AS h"
        + " FROM (SELECT i, ("
        + key
        + ")::INTEGER AS k FROM range("
        + rows
        + ") t(i) ORDER BY k + i % "
        + (1 + random.nextInt(keys))
        + ")";
  }

  private static String key(Random random, String left, String right) {
    String[] pairs = {"a a", "b b", "c c", "d d", "e e", "f f", "g g", "e f", "a b", "h a", "i i"};
    String[] pair = pairs[random.nextInt(pairs.length)].split(" ");
    return left + '.' + pair[0] + " = " + right + '.' + pair[1];
  }

  private static String query(Random random) {
    String few = "(select * from s where i % " + (1 + random.nextInt(40)) + " = 0)";
    String join =
        switch (random.nextInt(5)) {
          case 0 -> "left join";
          case 1 -> "right join";
          case 2 -> "full join";
          default -> "join";
        };
    String on = key(random, "l", "r") + (random.nextInt(4) == 0 ? " and l.i <> r.i" : "");
    String both = random.nextInt(3) == 0 ? on + " and " + key(random, "l", "r") : on;
    String grouped =
        "(select a, b, c, d, e, f, g, h, max(i) as i from t group by all)"
            .replace("group by all", "group by a, b, c, d, e, f, g, h");
    return switch (random.nextInt(9)) {
      case 0 -> "select l.i, r.i from t l " + join + " " + few + " r on " + both;
      case 1 ->
          "select l.i, l.d from t l where exists (select 1 from " + few + " r where " + on + ")";
      case 2 ->
          "select l.i, l.d from t l where not exists (select 1 from "
              + few
              + " r where "
              + on
              + ")";
      case 3 -> "select i, c from t where b in (select a from " + few + " x)";
      case 4 ->
          "select i, c from t where b not in (select b from " + few + " x where b is not null)";
      case 5 -> "select l.i, l.d, r.i from " + grouped + " l " + join + " " + few + " r on " + both;
      case 6 ->
          "select l.i, r.i, m.i from t l "
              + join
              + " t m on l.i = m.i "
              + (random.nextBoolean() ? "join " : "left join ")
              + few
              + " r on "
              + key(random, random.nextBoolean() ? "l" : "m", "r");
      case 7 ->
          "select l.i, r.i from (select * from t where i % 3 = 0 union all select * from u) l "
              + join
              + " "
              + few
              + " r on "
              + both;
      default -> {
        String column =
            "abcdefgh".charAt(random.nextInt(8)) + (random.nextBoolean() ? "" : " desc");
        String nulls = random.nextBoolean() ? " nulls first" : " nulls last";
        yield "select "
            + column.charAt(0)
            + " from t where i % 7 <> 0 order by "
            + column
            + nulls
            + " limit "
            + (1 + random.nextInt(30));
      }
    };
  }

  @Test
  void randomQueriesHaveTheSameRowsWithAndWithout() {
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session filtered = Heddle.local(options);
        Session plain = Heddle.local(options.withoutOptimizer())) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        for (String table : List.of("s", "t", "u")) {
          int rows = table.equals("s") ? random.nextInt(400) : 5000 + random.nextInt(4000);
          Path file =
              ParquetFiles.write(
                  duck,
                  keys(random, rows, table.equals("s") ? 300 : 2000),
                  folder.resolve(table + seed + ".parquet"),
                  "ROW_GROUP_SIZE 2048");
          duck.execute("CREATE OR REPLACE VIEW " + table + " AS SELECT * FROM '" + file + "'");
          filtered.createView(table, filtered.sql("select * from '" + file + "'"));
          plain.createView(table, plain.sql("select * from '" + file + "'"));
        }
        for (int query = 0; query < QUERIES; query++) {
          String sql = query(random);
          List<String> expected =
              duck.rows(sql).stream()
                  .map(row -> row.stream().map(RuntimeFilterTest::text).toList().toString())
                  .sorted()
                  .toList();
          assertThat(rows(filtered, sql)).as("seed %d: %s", seed, sql).isEqualTo(expected);
          if (random.nextInt(5) == 0) {
            assertThat(rows(plain, sql))
                .as("seed %d as written: %s", seed, sql)
                .isEqualTo(expected);
          }
        }
      }
    }
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case BigDecimal number -> number.stripTrailingZeros().toPlainString();
      case Double number -> String.format(Locale.ROOT, "%.3f", number);
      default -> value.toString();
    };
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(text(row.value(i)));
        }
        rows.add(values.toString());
      }
    }
    return rows.stream().sorted().toList();
  }
}
