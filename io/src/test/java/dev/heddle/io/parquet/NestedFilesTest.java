package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.Scans;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nested columns of files that DuckDB has written. */
class NestedFilesTest {
  private static final String COLUMNS =
      """
      i,
      CASE WHEN i % 7 <> 0 THEN list_transform(range(i % 5), lambda x: CASE WHEN x % 3 <> 1 THEN
        (x * i)::INTEGER END) END AS numbers,
      CASE WHEN i % 11 <> 0 THEN list_transform(range(i % 4), lambda x: CASE WHEN (x + i) % 5 <> 1 THEN
        'text ' || (x * i % 100) END) END AS texts,
      CASE WHEN i % 5 <> 0 THEN {'a': i::INTEGER, 'b': CASE WHEN i % 3 <> 0 THEN 'b' || i END,
        'c': i % 2 = 0} END AS struct,
      CASE WHEN i % 6 <> 0 THEN map_from_entries(list_transform(range(i % 3), lambda x:
        {'k': 'key' || x, 'v': CASE WHEN i % 4 <> 0 THEN x * 1.5::DOUBLE END})) END AS mapped,
      CASE WHEN i % 9 <> 0 THEN list_transform(range(i % 4), lambda x: CASE WHEN (x + i) % 4 <> 0 THEN
        {'id': x::BIGINT, 'tags': CASE WHEN x <> 2 THEN list_transform(range((i + x) % 3),
        lambda y: 'tag' || y) END} END) END AS structs,
      CASE WHEN i % 8 <> 0 THEN list_transform(range(i % 3), lambda x: CASE WHEN x = 0 OR i % 2 = 0 THEN
        list_transform(range(x + i % 2), lambda y: (y % 2 = 0)) END) END AS lists,
      {'inner': CASE WHEN i % 3 <> 0 THEN {'deep': CASE WHEN i % 2 = 0 THEN [i::SMALLINT, NULL]
        END, 'decimal': (i / 100)::DECIMAL(20, 3)} END, 'day': DATE '2000-01-01' + i::INTEGER}
        AS outer_struct
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "CODEC uncompressed, ROW_GROUP_SIZE 2048",
        "CODEC zstd, PARQUET_VERSION V2, ROW_GROUP_SIZE 4096"
      })
  void readsWhatDuckDbWrites(String options) {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int rows : new int[] {0, 1, 100, 10_000}) {
        Path file = folder.resolve("t" + rows + ".parquet");
        String query = "SELECT " + COLUMNS + " FROM range(" + rows + ") t(i)";
        ParquetFiles.write(duck, query, file, options);
        Table table = ParquetTables.open(file.toString());
        assertThat(Scans.rows(table)).isEqualTo(duck.rows("FROM '" + file + "'"));
      }
    }
  }

  @Test
  void readsTheLeavesOfAPartOnly() {
    Path file = folder.resolve("t.parquet");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      String query =
          "SELECT {'id': i, 'text': repeat(md5(i::VARCHAR), 5), 'list': [{'x': i, 'y':"
              + " md5((i + 1)::VARCHAR)}]} AS s FROM range(5000) t(i)";
      ParquetFiles.write(duck, query, file, "");
      DataType part =
          DataType.Struct.of(
              Field.of(
                  "list", new DataType.ListOf(DataType.Struct.of(Field.of("x", DataType.INT64)))),
              Field.of("id", DataType.INT64));
      Table table = ParquetTables.open(file.toString());
      ScanRequest request =
          new ScanRequest(
              List.of(0),
              List.of(Optional.of(part)),
              List.of(0),
              ScanFilter.NONE,
              OptionalLong.empty());
      TableScan scan = table.scan(request);
      assertThat(Scans.rows(scan))
          .isEqualTo(
              duck.rows("SELECT {'list': [{'x': s.list[1].x}], 'id': s.id} FROM '" + file + "'"));
      ScanMetrics metrics = scan.metrics();
      String bytes =
          "SELECT sum(total_compressed_size) FROM parquet_metadata('"
              + file
              + "') WHERE path_in_schema LIKE '%x' OR path_in_schema LIKE '%id'";
      long needed = ((Number) duck.rows(bytes).getFirst().getFirst()).longValue();
      assertThat(metrics.bytesRead.sum()).isEqualTo(needed);
    }
  }
}
