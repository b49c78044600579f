package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans with filters give the rows that filtering afterwards gives. */
class FilteredScanTest {
  private static final DatasetOptions BY_NAME = DatasetOptions.DEFAULT.withUnionByName();
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 150) / 25;

  @TempDir Path folder;

  private static ScanRequest request(List<Integer> columns, ScanFilter.Conjunct... conjuncts) {
    List<Integer> outputs = IntStream.range(0, columns.size()).boxed().toList();
    return new ScanRequest(
        columns, outputs, new ScanFilter(List.of(conjuncts)), OptionalLong.empty());
  }

  @Test
  void randomFiltersOverRandomFiles() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path file = GroupFiles.write(folder.resolve("f" + seed + ".parquet"), 500 + seed);
      Table table = ParquetTables.open(file.toString());
      List<Integer> columns = IntStream.range(0, table.schema().size()).boxed().toList();
      List<List<@Nullable Object>> all = Scans.rows(table);
      for (int round = 0; round < 4; round++) {
        int first = random.nextInt(columns.size());
        int second = random.nextInt(columns.size());
        int third = random.nextInt(columns.size());
        int modulus = 1 + random.nextInt(40);
        TestFilter byValue =
            TestFilter.byValue(first, v -> Math.floorMod(Objects.hashCode(v), modulus) < 2);
        TestFilter byRow =
            TestFilter.byRow(
                second == third ? List.of(second) : List.of(second, third),
                v -> Math.floorMod(Objects.hash(v), 3) > 0);
        List<List<@Nullable Object>> expected = new ArrayList<>();
        for (List<@Nullable Object> row : all) {
          List<@Nullable Object> pair = new ArrayList<>(List.of());
          pair.add(row.get(second));
          if (second != third) {
            pair.add(row.get(third));
          }
          if (Math.floorMod(Objects.hashCode(row.get(first)), modulus) < 2
              && Math.floorMod(Objects.hash(pair), 3) > 0) {
            expected.add(row);
          }
        }
        assertThat(
                Scans.rows(table, request(columns, byRow.conjunct(), byValue.conjunct()))
                    .toString())
            .as("seed %d, round %d", seed, round)
            .isEqualTo(expected.toString());
      }
    }
  }

  @Test
  void aFilterThatKeepsFewRowsAndThenManyGivesBatchesOfTheUsualSize() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path file =
          ParquetFiles.write(
              duck,
              "SELECT i AS a, CASE WHEN i % 3 > 0 THEN 'some text ' || i END AS b, i % 10 AS c FROM"
                  + " range(240000) t(i)",
              folder.resolve("a.parquet"),
              "ROW_GROUP_SIZE 122880");
      TestFilter filter = TestFilter.byValue(0, v -> (Long) v % 1000 == 0 || (Long) v > 110_000);
      Table table = ParquetTables.open(file.toString());
      List<List<@Nullable Object>> rows =
          Scans.rows(table, request(List.of(0, 1, 2), filter.conjunct()));
      List<List<@Nullable Object>> expected =
          duck.rows("SELECT * FROM '" + file + "' WHERE a % 1000 = 0 OR a > 110000");
      assertThat(rows).hasSameSizeAs(expected);
      assertThat(rows.toString()).isEqualTo(expected.toString());
    }
  }

  @Test
  void decidesOncePerDictionaryEntry() {
    Path file =
        ParquetFiles.write(
            "SELECT i, i % 7 AS few, CASE WHEN i % 3 > 0 THEN 'a long text number ' || i % 5 END AS"
                + " t FROM range(20000) t(i)",
            folder.resolve("a.parquet"));
    Table table = ParquetTables.open(file.toString());
    TestFilter number = TestFilter.byValue(1, v -> Objects.equals(v, 3L));
    TestFilter text = TestFilter.byValue(2, v -> v == null || v.toString().endsWith("4"));
    List<List<@Nullable Object>> rows =
        Scans.rows(table, request(List.of(0, 1, 2), number.conjunct(), text.conjunct()));
    assertThat(rows)
        .hasSize(
            IntStream.range(0, 20000)
                .filter(i -> i % 7 == 3 && (i % 3 == 0 || i % 5 == 4))
                .toArray()
                .length);
    // once to find out whether the row group can be left out, and once to read it
    assertThat(number.looked.get()).isEqualTo(2 * 7);
    assertThat(text.looked.get()).isEqualTo(5 + 6);
  }

  @Test
  void filterColumnsNeedNotBeDelivered() {
    Path file =
        ParquetFiles.write(
            "SELECT i AS a, -i AS b FROM range(10) t(i)", folder.resolve("a.parquet"));
    TestFilter filter = TestFilter.byValue(0, v -> Objects.equals(v, 7L));
    ScanRequest request =
        new ScanRequest(
            List.of(0, 1),
            List.of(1),
            new ScanFilter(List.of(filter.conjunct())),
            OptionalLong.empty());
    assertThat(Scans.rows(ParquetTables.open(file.toString()), request))
        .isEqualTo(List.of(List.of(-7L)));
  }

  @Test
  void countsRowsWithoutColumns() {
    Path file =
        ParquetFiles.write("SELECT i AS a FROM range(5000) t(i)", folder.resolve("a.parquet"));
    ScanRequest request =
        new ScanRequest(List.of(), List.of(), ScanFilter.NONE, OptionalLong.empty());
    assertThat(Scans.rows(ParquetTables.open(file.toString()), request)).hasSize(5000);
  }

  @Test
  void stopsAtTheLimit() {
    Path file =
        ParquetFiles.write("SELECT i AS a FROM range(50000) t(i)", folder.resolve("a.parquet"));
    ScanRequest request =
        new ScanRequest(List.of(0), List.of(0), ScanFilter.NONE, OptionalLong.of(10));
    TableScan scan = ParquetTables.open(file.toString()).scan(request);
    assertThat(Scans.rows(scan)).hasSizeBetween(10, 4096);
    assertThat(scan.metrics().rowsRead.sum()).isEqualTo(4096);
  }

  @Test
  void leavesOutRowGroupsByStatistics() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path file =
          ParquetFiles.write(
              duck,
              "SELECT i AS a, 'key' || lpad(i::VARCHAR, 6, '0') AS b FROM range(20480) t(i)",
              folder.resolve("a.parquet"),
              "ROW_GROUP_SIZE 2048");
      Table table = ParquetTables.open(file.toString());
      TestFilter filter = TestFilter.byValue(0, v -> (Long) v >= 18_000);
      TableScan scan =
          table.scan(
              request(
                  List.of(0, 1),
                  filter.conjunct(
                      new PruningPredicate.Compare(
                          0,
                          PruningPredicate.Operator.GREATER_OR_EQUAL,
                          ScanValue.Whole.of(18_000)))));
      assertThat(Scans.rows(scan)).hasSize(2480);
      assertThat(scan.metrics().rowGroupsPruned.sum()).isEqualTo(8);
      assertThat(scan.metrics().rowsRead.sum()).isEqualTo(4096);
      TestFilter text = TestFilter.byValue(1, v -> v.toString().startsWith("key0001"));
      TableScan textScan =
          table.scan(
              request(
                  List.of(0, 1),
                  text.conjunct(
                      new PruningPredicate.StartsWith(
                          1,
                          new ScanValue.Bytes(
                              "key0001".getBytes(java.nio.charset.StandardCharsets.UTF_8))))));
      assertThat(Scans.rows(textScan)).hasSize(100);
      assertThat(textScan.metrics().rowGroupsPruned.sum()).isEqualTo(9);
    }
  }

  @Test
  void skipsPagesWithoutSurvivors() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path file =
          ParquetFiles.write(
              duck,
              "SELECT i AS a, 'some text ' || i AS b FROM range(100000) t(i)",
              folder.resolve("a.parquet"),
              "");
      TestFilter filter = TestFilter.byValue(0, v -> Objects.equals(v, 99_990L));
      assertThat(
              Scans.rows(
                  ParquetTables.open(file.toString()), request(List.of(0, 1), filter.conjunct())))
          .isEqualTo(List.of(List.of(99_990L, "some text 99990")));
    }
  }

  @Test
  void aFilterOverAConvertedColumnIsAppliedBeforeOtherColumnsAreRead() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      // no statistics tell which row groups have odd numbers
      String rows =
          "(i * 7919 %% 100000 * 2 + (CASE WHEN i = 5000 THEN 1 ELSE 0 END))::%s AS n,"
              + " md5(i::VARCHAR) AS text FROM range(40960) t(i)";
      String options = "ROW_GROUP_SIZE 2048";
      for (String type : List.of("INTEGER", "DECIMAL(9, 0)", "BIGINT")) {
        Path file = folder.resolve(type.substring(0, 3) + ".parquet");
        ParquetFiles.write(duck, "SELECT " + rows.formatted(type), file, options);
      }
    }
    Table table = DatasetTables.open(new ParquetFormat(), List.of(folder.toString()), BY_NAME);
    assertThat(table.schema().field(0).type()).isEqualTo(new DataType.Decimal(19, 0));
    TestFilter odd =
        TestFilter.byValue(
            0, v -> v != null && new BigDecimal(v.toString()).toBigInteger().testBit(0));
    TableScan scan = table.scan(request(List.of(0, 1), odd.conjunct()));
    assertThat(Scans.rows(scan)).hasSize(3);
    long all = 3L * 40960 * 32;
    assertThat(scan.metrics().bytesRead.sum()).isLessThan(all / 2);
  }
}
