package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.DeclaredOrder;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files that declare to be sorted give the rows of DuckDB without being sorted again: with nulls,
 * repeated keys, every kind of key, several files, and limits. Where the order is not proved
 * nothing relies on it, and where it is not true that is an error.
 */
class InputOrderTest {
  private static final int SEEDS = Integer.getInteger("heddle.order.seeds", 3);
  private static final String PROVED = "proved by footers";
  private static final List<String> TYPES =
      List.of(
          "CAST(%s AS INT)",
          "CAST(%s AS BIGINT) * 10000000000",
          "CAST(%s AS SMALLINT)",
          "'key' || lpad(CAST(%s AS VARCHAR), 8, '0')",
          "'a key that is longer than what statistics keep of a text, which is 64 bytes ' ||"
              + " lpad(CAST(%s AS VARCHAR), 8, '0')",
          "DATE '1990-01-01' + CAST(%s AS INT)",
          "TIMESTAMP '1990-01-01' + INTERVAL 1 SECOND * CAST(%s AS INT)",
          "CAST(%s AS DECIMAL(30, 3)) / 4",
          "CAST(%s AS DOUBLE) / 3");
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28);

  @TempDir private Path folder;

  static List<String> rows(Session session, String sql) {
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

  private static String plan(Session session, String sql) {
    return session.sql(sql).explain(ExplainMode.PHYSICAL);
  }

  /** Writes some rows of a query, which DuckDB sorts, to a file that declares their order. */
  private static void write(
      DuckDbOracle duck, Path file, String query, List<DeclaredOrder.Key> declared)
      throws IOException {
    duck.execute("COPY (%s) TO '%s' (FORMAT parquet, ROW_GROUP_SIZE 2048)".formatted(query, file));
    DeclaredOrder.declare(file, declared);
  }

  @Test
  void rowsThatComeSortedAreNotSorted() throws IOException {
    int used = 0;
    int asked = 0;
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS * TYPES.size(); seed++) {
        Random random = new Random(seed);
        String type = TYPES.get(seed % TYPES.size());
        int each = 1 + random.nextInt(6);
        int size = 3_000 + random.nextInt(12_000);
        int nulls = random.nextInt(2) == 0 ? size + 1 : 2 + random.nextInt(50);
        duck.execute(
            ("CREATE OR REPLACE TABLE t AS SELECT CASE WHEN i * 31 %% %d <> 0 THEN %s END AS k,"
                    + " CASE WHEN i %% 5 <> 0 THEN CAST(i * 13 %% 101 AS BIGINT) END AS v,"
                    + " i AS n FROM range(1, %d) r(i)")
                .formatted(nulls, type.formatted("(i // " + each + " - 900)"), size));
        List<DeclaredOrder.Key> keys =
            List.of(
                new DeclaredOrder.Key("k", random.nextBoolean(), random.nextBoolean()),
                new DeclaredOrder.Key("v", random.nextBoolean(), random.nextBoolean()));
        Path table = Files.createDirectory(folder.resolve("t" + seed));
        int files = 1 + random.nextInt(3);
        for (int i = 0; i < files; i++) {
          int from = size * i / files;
          int to = size * (i + 1) / files;
          write(
              duck,
              table.resolve("part" + i + ".parquet"),
              "SELECT * FROM t ORDER BY %s, n LIMIT %d OFFSET %d"
                  .formatted(DeclaredOrder.sql(keys), to - from, from),
              keys);
        }
        String first = DeclaredOrder.sql(keys.subList(0, 1));
        List<String> queries =
            List.of(
                "select k from t order by " + first,
                "select k, v from t where v > 20 order by " + first + ", v limit 50",
                "select k from t where n % 3 = 0 order by " + first,
                "select k from t order by " + first + " limit 20",
                "select k from t order by " + first + " limit 30 offset 2500",
                "select k from (select n + 1 as m, k from t) q where m % 2 = 0 order by " + first,
                "select k, v from t order by " + DeclaredOrder.sql(keys),
                "select v, k from t where k is not null order by "
                    + DeclaredOrder.sql(keys)
                    + " limit 100",
                "select max(k), count(*) from (select k from t order by " + first + " limit 99) q");
        SessionOptions options =
            random.nextInt(3) == 0 ? OPTIONS.withPartitions(2 + random.nextInt(3)) : OPTIONS;
        try (Session session = Heddle.local(options)) {
          session.createView("t", session.read().parquet(table.toString()));
          for (String query : queries) {
            List<String> expected = new ArrayList<>();
            boolean isOfTies = query.contains(", v limit 50");
            String exact =
                isOfTies
                    ? query.replace("select k, v", "select k").replace(", v limit", " limit")
                    : query;
            duck.rows(exact).forEach(row -> expected.add(row.toString()));
            assertThat(rows(session, exact)).as("seed %d: %s", seed, exact).isEqualTo(expected);
            asked++;
            used += plan(session, exact).contains(PROVED) ? 1 : 0;
          }
        }
      }
    }
    assertThat(used).isGreaterThan(asked / 2);
  }

  @Test
  void whatIsNotProvedIsSorted() throws IOException {
    List<DeclaredOrder.Key> byK = List.of(new DeclaredOrder.Key("k", false, false));
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session session = Heddle.local(OPTIONS)) {
      String rows = "SELECT CAST(i AS INT) AS k, i * 7 %% 100 AS v FROM range(%d, %d) t(i)";
      Path table = Files.createDirectory(folder.resolve("overlapping"));
      write(duck, table.resolve("1.parquet"), rows.formatted(0, 5000), byK);
      write(duck, table.resolve("2.parquet"), rows.formatted(4999, 9000), byK);
      session.createView("t", session.read().parquet(table.toString()));
      assertThat(plan(session, "select k from t order by k")).contains(PROVED);
      assertThat(plan(session, "select k from t order by k desc")).doesNotContain(PROVED);
      assertThat(plan(session, "select v from t order by v")).doesNotContain(PROVED);
      assertThat(plan(session, "select k, v from t order by k, v")).doesNotContain(PROVED);
      assertThat(plan(session, "select k + 1 as k from t order by k")).doesNotContain(PROVED);
      session.execute("set excluded_rules = 'input order'", _ -> {});
      assertThat(plan(session, "select k from t order by k")).doesNotContain(PROVED);
      session.execute("reset excluded_rules", _ -> {});

      write(duck, table.resolve("2.parquet"), rows.formatted(4998, 9000), byK);
      session.createView("u", session.read().parquet(table.toString()));
      assertThat(plan(session, "select k from u order by k")).doesNotContain(PROVED);
      assertThat(rows(session, "select k from u order by k limit 1 offset 5000"))
          .containsExactly("[4999]");

      write(duck, table.resolve("2.parquet"), rows.formatted(5000, 9000), List.of());
      session.createView("w", session.read().parquet(table.toString()));
      assertThat(plan(session, "select k from w order by k")).doesNotContain(PROVED);
    }
  }

  @Test
  void aWrongDeclarationIsAnError() throws IOException {
    List<DeclaredOrder.Key> byK = List.of(new DeclaredOrder.Key("k", false, false));
    for (String key : List.of("CAST(%s AS INT)", "'k' || lpad(CAST(%s AS VARCHAR), 7, '0')")) {
      for (int wrong : List.of(1, 2047, 3000, 4095)) {
        Path file = folder.resolve("wrong" + wrong + key.length() + ".parquet");
        try (DuckDbOracle duck = DuckDbOracle.open();
            Session session = Heddle.local(OPTIONS)) {
          String swapped =
              key.formatted(
                  "(CASE WHEN i = "
                      + wrong
                      + " THEN i - 1 WHEN i = "
                      + (wrong - 1)
                      + " THEN i + 1 ELSE i END)");
          write(duck, file, "SELECT " + swapped + " AS k, i AS v FROM range(5000) t(i)", byK);
          session.createView("t", session.read().parquet(file.toString()));
          assertThatThrownBy(() -> rows(session, "select k from t order by k"))
              .isInstanceOfSatisfying(
                  HeddleException.class,
                  e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_FILE))
              .hasMessageContaining("row group " + wrong / 2048 + " of " + file)
              .hasMessageContaining("is declared to be sorted by k")
              .hasMessageContaining("set excluded_rules = 'input order'");
          session.execute("set excluded_rules = 'input order'", _ -> {});
          assertThat(rows(session, "select max(v), count(*) from (select v from t order by k) q"))
              .containsExactly("[4999, 5000]");
        }
      }
    }
  }

  @Test
  void whatIsWrittenInOrderIsReadInIt() {
    try (Session session = Heddle.local(OPTIONS.withExcludedRules(Set.of()))) {
      Path file = folder.resolve("own.parquet");
      session.execute(
          "copy (select i * 7919 % 100003 as k, i as v from range(100003) t(i) order by k desc)"
              + " to '"
              + file
              + "'",
          _ -> {});
      session.createView("t", session.read().parquet(file.toString()));
      assertThat(plan(session, "select v from t order by k desc limit 5")).contains(PROVED);
      assertThat(rows(session, "select k from t order by k desc limit 3"))
          .containsExactly("[100002]", "[100001]", "[100000]");
      session.execute("attach '" + folder.resolve("base") + "' as lake; use lake", _ -> {});
      session.execute(
          "create table lasting as select i * 7919 % 100003 as k, i as v from range(100003) t(i)"
              + " order by k",
          _ -> {});
      assertThat(plan(session, "select v from lasting order by k limit 5")).contains(PROVED);
    }
  }
}
