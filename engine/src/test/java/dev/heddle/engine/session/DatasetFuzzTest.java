package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random folders of partitions with files of random columns and types, under random filters: with
 * pruning, without, and in DuckDB the same rows.
 */
class DatasetFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.dataset.seeds", 2);
  private static final int QUERIES = 8;

  @TempDir Path folder;

  private final SessionOptions options =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28).withThreads(2);

  @Test
  void pruningChangesNoRows() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open();
        Session pruned = Heddle.local(options);
        Session plain = Heddle.local(options.withoutOptimizer())) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Random random = new Random(seed);
        Path data = folder.resolve("d" + seed);
        write(duck, random, data);
        String reader =
            "read_parquet('"
                + data
                + "/**/*.parquet', union_by_name = true, filename = true,"
                + " file_row_number = true, hive_partitioning = true)";
        duck.execute("CREATE OR REPLACE VIEW d AS SELECT * FROM " + reader);
        pruned.createView("d", pruned.sql("select * from " + reader));
        plain.createView("d", plain.sql("select * from " + reader));
        for (int query = 0; query < QUERIES; query++) {
          String sql =
              "select i, a, b, c, k, m, file_row_number from d where " + condition(random, 2);
          List<String> expected =
              duck.rows(sql).stream()
                  .map(row -> row.stream().map(DatasetFuzzTest::text).toList().toString())
                  .sorted()
                  .toList();
          assertThat(rows(plain, sql)).as("seed %d as written: %s", seed, sql).isEqualTo(expected);
          assertThat(rows(pruned, sql)).as("seed %d pruned: %s", seed, sql).isEqualTo(expected);
        }
      }
    }
  }

  private static void write(DuckDbOracle duck, Random random, Path data) throws IOException {
    int files = 3 + random.nextInt(6);
    for (int f = 0; f < files; f++) {
      Path partition = data.resolve("k=" + f % 3 + "/m=" + "xyz".charAt(random.nextInt(3)));
      Files.createDirectories(partition);
      StringBuilder columns = new StringBuilder("i");
      boolean isFirst = f == 0;
      if (isFirst || random.nextInt(4) > 0) {
        String type = List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT").get(random.nextInt(4));
        columns.append(", ((i * 7) % 100 - 30)::").append(type).append(" AS a");
      }
      if (isFirst || random.nextInt(4) > 0) {
        String type =
            List.of("INTEGER", "DECIMAL(6, 1)", "DECIMAL(9, 3)", "DECIMAL(25, 4)")
                .get(random.nextInt(4));
        columns
            .append(", CASE WHEN i % 11 > 0 THEN (i % 500) / 8 END::")
            .append(type)
            .append(" AS b");
      }
      if (isFirst || random.nextInt(4) > 0) {
        columns.append(
            random.nextBoolean()
                ? ", DATE '2024-01-01' + (i % 60)::INTEGER AS c"
                : ", TIMESTAMP '2024-01-01 00:00:00' + to_minutes((i % 90000)::INTEGER) AS c");
      }
      int rows = random.nextInt(5) == 0 ? 0 : 1 + random.nextInt(9000);
      int from = random.nextInt(5000);
      duck.execute(
          "COPY (SELECT "
              + columns
              + " FROM range("
              + from
              + ", "
              + (from + rows)
              + ") r(i)) TO '"
              + partition.resolve("f" + f + ".parquet")
              + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    }
  }

  private static String condition(Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      String joined = random.nextBoolean() ? " and " : " or ";
      return "(" + condition(random, depth - 1) + joined + condition(random, depth - 1) + ")";
    }
    String comparison = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
    return switch (random.nextInt(10)) {
      case 0 -> "k " + comparison + " " + random.nextInt(4);
      case 1 -> "m in ('x', '" + "yzw".charAt(random.nextInt(3)) + "')";
      case 2 -> "a " + comparison + " " + (random.nextInt(120) - 40);
      case 3 -> "b " + comparison + " " + random.nextInt(60) + "." + random.nextInt(10);
      case 4 ->
          "c " + comparison + " timestamp '2024-01-" + (10 + random.nextInt(20)) + " 12:00:00'";
      case 5 -> List.of("a", "b", "c").get(random.nextInt(3)) + " is null";
      case 6 -> "file_row_number " + comparison + " " + random.nextInt(6000);
      case 7 -> "filename like '%f" + random.nextInt(4) + ".parquet'";
      case 8 -> "a + k " + comparison + " " + random.nextInt(80);
      default -> "a in (" + random.nextInt(60) + ", " + (random.nextInt(300) - 100) + ")";
    };
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case BigDecimal number -> number.stripTrailingZeros().toPlainString();
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
