package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.Scans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that DuckDB wrote give the rows that DuckDB reads from them. */
class DuckDbFilesTest {
  @TempDir Path folder;

  private void check(DuckDbOracle duck, String query, String options) {
    Path file = ParquetFiles.write(duck, query, folder.resolve("t.parquet"), options);
    assertThat(Scans.rows(ParquetTables.open(file.toString())))
        .as("%s (%s)", query, options)
        .hasToString(duck.rows("FROM '" + file + "'").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"uncompressed", "snappy", "gzip", "zstd", "lz4_raw", "lz4"})
  void readsEveryCodec(String codec) {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (String version : List.of("V1", "V2")) {
        check(
            duck,
            "SELECT i, i % 7 AS few, 'value ' || i AS text, 'a longer text number ' || i % 10 AS"
                + " coded, i * 1.5::DOUBLE AS number, CASE WHEN i % 3 = 0 THEN i END AS holes,"
                + " i % 2 = 0 AS truth FROM range(10000) t(i)",
            "CODEC " + codec + ", PARQUET_VERSION " + version + ", ROW_GROUP_SIZE 4000");
      }
    }
  }

  @Test
  void readsEveryTypeOfRandomTables() {
    try (DuckDbOracle duck = DuckDbOracle.open();
        MemoryAccount account = new MemoryLedger(1L << 28).open("test")) {
      List<DataType> types = new ArrayList<>(RandomBatches.TYPES);
      types.remove(DataType.INT128); // written as DOUBLE
      Schema schema = RandomBatches.schema(types);
      for (int seed = 0; seed < Effort.of(12); seed++) {
        RandomBatches random = RandomBatches.seed(seed);
        try (Batch batch = random.batch(schema, 1 + random.random().nextInt(900), account)) {
          duck.load("t" + seed, schema, List.of(batch));
        }
        String version = seed % 2 == 0 ? "V1" : "V2";
        check(
            duck,
            "SELECT * EXCLUDE (c17), CASE WHEN c17 IS NOT NULL THEN to_months(3) + to_days(4) +"
                + " to_milliseconds(70) END AS c17 FROM t"
                + seed,
            "PARQUET_VERSION " + version);
      }
    }
  }

  @Test
  void readsUnsignedAndOddTypes() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      check(
          duck,
          "SELECT 255::UTINYINT AS a, 65535::USMALLINT AS b, 4294967295::UINTEGER AS c,"
              + " 18446744073709551615::UBIGINT AS d, uuid() AS e, '\"x\"'::JSON AS f,"
              + " 'b'::ENUM('a', 'b') AS g, TIMESTAMP_S '2020-01-02 03:04:05' AS h,"
              + " TIMESTAMP_MS '1969-12-31 23:59:59.999' AS i, TIME '23:59:59.999999' AS j,"
              + " NULL::INTEGER AS k",
          "");
    }
  }

  @Test
  void readsWideTablesAndHugeValues() {
    StringBuilder columns = new StringBuilder("SELECT repeat('0123456789', 2000000) AS huge");
    for (int i = 0; i < 700; i++) {
      columns.append(", i + ").append(i).append(" AS c").append(i);
    }
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      check(duck, columns + " FROM range(2) t(i)", "");
    }
  }

  @Test
  void readsFilesWithoutRows() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      check(duck, "SELECT 1 AS a, 'x' AS b WHERE false", "");
    }
  }
}
