package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableOrder;
import dev.heddle.io.testing.DeclaredOrder;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An order that is said to be proved is the one that rows have, whatever meets where files end:
 * equal values, nulls, NaN, zeroes of both signs, texts that statistics cut; and where one value
 * follows another at every end it is found.
 */
class StoredOrderTest {
  private static final int FOLDERS = Integer.getInteger("heddle.order.folders", 60);
  private static final List<String> VALUES =
      List.of(
          "(i - 3)",
          "CAST(i AS DOUBLE) / 2",
          "(CASE WHEN i = 5 THEN 'NaN'::DOUBLE WHEN i = 0 THEN -0.0::DOUBLE ELSE i - 1 END)",
          "repeat('a long text ', 10) || i",
          "DATE '2024-01-01' + CAST(i AS INT)",
          "(i % 2 = 1)",
          "CAST(i AS DECIMAL(30, 2)) / 3");

  @TempDir private Path folder;

  @Test
  void whatIsProvedIsSo() throws IOException {
    int proved = 0;
    int apart = 0;
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < FOLDERS; seed++) {
        Random random = new Random(seed);
        String value = VALUES.get(seed % VALUES.size());
        List<DeclaredOrder.Key> keys =
            List.of(
                new DeclaredOrder.Key("k", random.nextBoolean(), random.nextBoolean()),
                new DeclaredOrder.Key("v", random.nextBoolean(), random.nextBoolean()));
        Path table = Files.createDirectory(folder.resolve("t" + seed));
        boolean isApart = random.nextInt(3) == 0;
        for (int file = 0; file < 3; file++) {
          String rows = rows(random, value, isApart ? file : -1, keys.getFirst().isDescending());
          String create = file == 0 ? "CREATE OR REPLACE TABLE r AS " : "INSERT INTO r ";
          duck.execute(
              create
                  + "SELECT %d AS file, * FROM (%s ORDER BY %s)"
                      .formatted(file, rows, DeclaredOrder.sql(keys)));
          Path path = table.resolve("f" + file + ".parquet");
          duck.execute(
              "COPY (SELECT k, v FROM r WHERE file = %d ORDER BY %s) TO '%s' (FORMAT parquet)"
                  .formatted(file, DeclaredOrder.sql(keys), path));
          DeclaredOrder.declare(path, keys);
        }
        Optional<TableOrder> order = open(table).order();
        if (isApart) {
          apart++;
          assertThat(order).as("seed %d: %s", seed, value).isPresent();
        }
        if (order.isPresent()) {
          proved++;
          List<DeclaredOrder.Key> known = keys.subList(0, order.get().keys().size());
          String wrong =
              "SELECT count(*) FROM (SELECT file, lag(file) OVER (ORDER BY %s, file) AS before FROM"
                  + " r) q WHERE before > file";
          assertThat(duck.rows(wrong.formatted(DeclaredOrder.sql(known))).toString())
              .as("seed %d: %s by %s", seed, value, DeclaredOrder.sql(known))
              .isEqualTo("[[0]]");
        }
      }
    }
    assertThat(proved).isGreaterThan(apart);
  }

  /** Returns some rows, with values of their own if their file is to be apart from others. */
  private static String rows(Random random, String value, int file, boolean isDescending) {
    List<String> rows = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    int low = random.nextInt(6);
    for (int i = 0; i < count; i++) {
      int number = low + random.nextInt(2);
      String key = value.replace("i", "(" + number + ")");
      if (random.nextInt(6) == 0) {
        key = "CASE WHEN 1 = 0 THEN " + key + " END"; // null, of the type
      }
      if (file >= 0) {
        int place = isDescending ? 2 - file : file;
        key = "CAST(%d AS BIGINT)".formatted(10 * place + random.nextInt(9));
      }
      rows.add("(" + key + ", " + random.nextInt(3) + ")");
    }
    return "SELECT * FROM (VALUES " + String.join(", ", rows) + ") t(k, v)";
  }

  private static Table open(Path table) {
    return ParquetTables.open(table.toString());
  }
}
