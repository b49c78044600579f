package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.ScanProfile;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A top-N over files reads columns other than its keys at the rows that it has found, and gives the
 * same rows in the same order as one that reads all of them.
 */
class LateColumnsTest {
  private static final int ROWS = 60_000;
  private static final int QUERIES = Effort.of(60);

  @TempDir Path folder;

  private final SessionOptions options =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withThreads(2);

  /** Rows with nulls, NaN, zeros of both signs, and many that are equal in all but their number. */
  private static String rows(int first, int count, int seed) {
    return "SELECT i AS id, CASE WHEN h % 9 = 0 THEN NULL ELSE (h % 50)::INTEGER END AS k,"
        + " CASE h % 12 WHEN 0 THEN NULL WHEN 1 THEN 'nan'::DOUBLE WHEN 2 THEN -0.0 WHEN 3 THEN 0.0"
        + " ELSE (h % 400) / 8 END AS d, CASE WHEN h % 10 = 3 THEN NULL ELSE 'text ' || (h % 90)"
        + " END AS t, 'http://example.com/page/' || h AS url, (h % 1000)::DECIMAL(12, 2) AS price,"
        + " {'a': h % 7, 'b': 'in ' || (h % 11)} AS s, [h % 3, i] AS l FROM (SELECT i, (hash(i + "
        + seed
        + ") % 1000000)::INTEGER AS h FROM range("
        + first
        + ", "
        + (first + count)
        + ") t(i))";
  }

  private void copy(DuckDbOracle duck, String rows, String file, String options)
      throws IOException {
    Files.createDirectories(folder.resolve(file).getParent());
    duck.execute(
        "COPY (" + rows + ") TO '" + folder.resolve(file) + "' (FORMAT parquet" + options + ")");
  }

  private Map<String, String> tables(DuckDbOracle duck) throws IOException {
    copy(duck, rows(0, ROWS, 1), "one.parquet", ", ROW_GROUP_SIZE 8192");
    int first = 0;
    for (int i = 0; i < 7; i++) {
      int count = i == 3 ? 0 : i == 6 ? ROWS - first : 4_000 * (i + 1) / 2;
      copy(duck, rows(first, count, 2), "many/part" + i + ".parquet", ", ROW_GROUP_SIZE 2048");
      first += count;
    }
    copy(
        duck,
        "SELECT *, (id % 5)::BIGINT AS part FROM (" + rows(0, ROWS, 3) + ")",
        "parts",
        ", PARTITION_BY (part), ROW_GROUP_SIZE 4096");
    Map<String, String> tables = new LinkedHashMap<>();
    tables.put("one", folder.resolve("one.parquet").toString());
    tables.put("many", folder.resolve("many") + "/*.parquet");
    tables.put("parts", folder.resolve("parts") + "/**/*.parquet");
    tables.forEach( // DuckDB fails to push conditions on fields of structs into some scans of files
        (name, path) ->
            duck.execute(
                "CREATE TABLE " + name + " AS SELECT * FROM read_parquet('" + path + "')"));
    return tables;
  }

  private static Session open(Session session, Map<String, String> tables) {
    tables.forEach(
        (name, path) ->
            session.createView(name, session.sql("select * from read_parquet('" + path + "')")));
    return session;
  }

  private static String query(Random random) {
    String table = List.of("one", "many", "parts").get(random.nextInt(3));
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String key = List.of("k", "d", "t", "price", "length(url)", "k + 1").get(random.nextInt(6));
      keys.add(
          key
              + (random.nextBoolean() ? "" : " desc")
              + (random.nextBoolean()
                  ? ""
                  : random.nextBoolean() ? " nulls first" : " nulls last"));
    }
    keys.add("id");
    String columns =
        switch (random.nextInt(4)) {
          case 0 -> "url, d, k, id";
          case 1 -> "id, upper(url) as u, s.b as b, k, coalesce(t, url) as c";
          case 2 -> "id, l, s, t, url";
          default -> "id, k, d, t, url, price, s, l";
        };
    String where =
        switch (random.nextInt(4)) {
          case 0 -> " where k % 3 <> 1";
          case 1 -> " where url like '%7%' and id % 2 = 0";
          case 2 -> table.equals("parts") ? " where part in (1, 4)" : " where s.a > 2";
          default -> "";
        };
    int limit = List.of(1, 5, 40, 700).get(random.nextInt(4));
    return "select "
        + columns
        + " from "
        + table
        + where
        + " order by "
        + String.join(", ", keys)
        + " limit "
        + limit
        + (random.nextInt(3) == 0 ? " offset " + random.nextInt(300) : "");
  }

  @Test
  void haveTheRowsOfDuckDbAnywhere() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Map<String, String> tables = tables(duck);
      Map<String, Session> sessions = new LinkedHashMap<>();
      sessions.put("here", open(Heddle.local(options), tables));
      sessions.put(
          "read early",
          open(Heddle.local(options.withExcludedRules(Set.of("late columns"))), tables));
      sessions.put("in 3 partitions", open(Heddle.local(options.withPartitions(3)), tables));
      sessions.put("sent as bytes", open(EncodingStageRunner.session(options, 3), tables));
      int late = 0;
      for (int seed = 0; seed < QUERIES; seed++) {
        String sql = query(new Random(seed));
        List<String> expected = duck.rows(sql).stream().map(LateColumnsTest::text).toList();
        sessions.forEach(
            (name, session) ->
                assertThat(rows(session, sql)).as("%s: %s", name, sql).isEqualTo(expected));
        late += isLate(sessions.get("here"), sql) ? 1 : 0;
      }
      sessions.values().forEach(Session::close);
      assertThat(late).as("queries with late columns").isGreaterThan(QUERIES / 3);
    }
  }

  @Test
  void rowsThatAreEqualInAllKeysComeInTheOrderOfTheTable() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Map<String, String> tables = tables(duck);
      try (Session late = open(Heddle.local(options), tables);
          Session early =
              open(Heddle.local(options.withExcludedRules(Set.of("late columns"))), tables)) {
        for (String table : tables.keySet()) {
          for (String key : List.of("k", "t desc", "d nulls first", "k, t", "1 + k * 0")) {
            String sql = "select id, url, s from " + table + " order by " + key + " limit 300";
            assertThat(rows(late, sql)).as(sql).isEqualTo(rows(early, sql));
          }
        }
      }
    }
  }

  @Test
  void isForFewRowsOfManyAndWhereMuchIsNotRead() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = open(Heddle.local(options), tables(duck))) {
      assertThat(isLate(session, "select * from one order by k, id limit 10")).isTrue();
      assertThat(isLate(session, "select url, k from parts order by k, id limit 10")).isTrue();
      assertThat(isLate(session, "select * from many order by lower(url) limit 10")).isTrue();
      assertThat(isLate(session, "select id, k from one order by k, id limit 10")).isFalse();
      assertThat(isLate(session, "select * from one order by k, id limit 30000")).isFalse();
      assertThat(isLate(session, "select * from one order by k, id")).isFalse();
      assertThat(isLate(session, "select * from one where id = 5 order by k, id limit 9"))
          .isFalse();
      assertThat(isLate(session, "select t, max(url) as m from one group by t order by t limit 5"))
          .isFalse();
    }
  }

  @Test
  void otherColumnsAreReadAtTheRowsFound() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = open(Heddle.local(options), tables(duck));
        QueryResult result =
            session.sql("select * from many order by price desc, id limit 10").collect()) {
      List<ScanProfile> scans = result.profile().scans();
      assertThat(scans).hasSize(2);
      assertThat(scans.stream().mapToLong(ScanProfile::rowsDelivered).min().orElseThrow())
          .isBetween(10L, 100L);
      assertThat(scans.stream().mapToLong(ScanProfile::rowsRead).min().orElseThrow())
          .isLessThan(10_000);
    }
  }

  @Test
  void littleMemoryIsEnough() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Map<String, String> tables = tables(duck);
      SessionOptions little = options.withMemoryBudgetBytes(96L << 20);
      try (Session session = open(Heddle.local(little), tables)) {
        String sql = "select id, url, s, t from one order by price, id limit 3000";
        assertThat(isLate(session, sql)).isTrue();
        assertThat(rows(session, sql))
            .isEqualTo(duck.rows(sql).stream().map(LateColumnsTest::text).toList());
      }
    }
  }

  @Test
  void aFileThatVanishesIsNamed() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      copy(duck, rows(0, ROWS, 4), "gone/a.parquet", "");
      Path second = folder.resolve("gone/b.parquet");
      copy(duck, rows(0, ROWS, 5), "gone/b.parquet", "");
      try (Session session =
          open(Heddle.local(options), Map.of("gone", folder.resolve("gone") + "/*.parquet"))) {
        String sql = "select * from gone order by k, id limit 10";
        assertThat(rows(session, sql)).hasSize(10);
        Files.delete(second);
        assertThatThrownBy(() -> session.sql(sql).collect())
            .isInstanceOfSatisfying(
                HeddleException.class,
                e -> assertThat(e.code()).as("code").isEqualTo(ErrorCode.NOT_FOUND))
            .hasMessageContaining("b.parquet");
      }
    }
  }

  private static boolean isLate(Session session, String sql) {
    return session.sql(sql).explain(ExplainMode.PHYSICAL).contains("row locator");
  }

  private static List<String> rows(Session session, String sql) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < row.schema().size(); i++) {
          values.add(row.value(i));
        }
        rows.add(text(values));
      }
    }
    return rows;
  }

  private static String text(List<?> values) {
    List<String> texts = new ArrayList<>();
    for (Object value : values) {
      texts.add(
          value instanceof BigDecimal number
              ? number.stripTrailingZeros().toPlainString()
              : String.valueOf(value));
    }
    return texts.toString();
  }
}
