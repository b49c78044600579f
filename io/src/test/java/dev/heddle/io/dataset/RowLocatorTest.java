package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.csv.CsvFormat;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.parquet.TestFilter;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.SortedIntegers;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.wire.TableForms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A row has the same locator in every request, and is found by it alone. */
class RowLocatorTest {
  @TempDir Path folder;

  private void writeFiles() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      int[] rows = {9_000, 1, 0, 30_000, 2_500};
      for (int i = 0; i < rows.length; i++) {
        duck.execute(
            "COPY (SELECT i * 10 + %d AS id, 'text ' || i AS s FROM range(%d) t(i)) TO '%s' (FORMAT"
                    .formatted(i, rows[i], folder.resolve("part" + i + ".parquet"))
                + " parquet, ROW_GROUP_SIZE 2048)");
      }
    }
  }

  private Table open() {
    return DatasetTables.open(
        new ParquetFormat(), List.of(folder.toString()), DatasetOptions.DEFAULT);
  }

  @Test
  void ascendInTheOrderOfTheTable() {
    writeFiles();
    Table table = open();
    Table located = table.located().orElseThrow();
    assertThat(located.schema().fields().getLast())
        .isEqualTo(new Field("row locator", DataType.INT64, false));
    List<List<@Nullable Object>> rows = Scans.rows(located.scan(Scans.all(located)));
    assertThat(rows).hasSize(41_501);
    for (int i = 1; i < rows.size(); i++) {
      assertThat(locator(rows.get(i))).isGreaterThan(locator(rows.get(i - 1)));
    }
    assertThat(rows.stream().map(row -> row.subList(0, 2)).toList())
        .isEqualTo(Scans.rows(table.scan(Scans.all(table))));
  }

  @Test
  void findTheirRowsInEveryShareSentElsewhere() {
    writeFiles();
    findsRows(17);
  }

  @Test
  void findTheirRowsInFoldersOfPartitions() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT i AS id, 'x' || i AS s, i % 7 AS k FROM range(20000) t(i)) TO '"
              + folder
              + "' (FORMAT parquet, PARTITION_BY k, ROW_GROUP_SIZE 2048)");
    }
    findsRows(18);
  }

  private void findsRows(long seed) {
    Random random = new Random(seed);
    Table located = open().located().orElseThrow();
    List<List<@Nullable Object>> all = Scans.rows(located.scan(Scans.all(located)));
    for (int wanted : new int[] {0, 1, 3, 40, 3000, all.size()}) {
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (int row = 0; row < all.size(); row++) {
        if (random.nextInt(all.size()) < wanted) {
          expected.add(all.get(row));
        }
      }
      long[] locators = expected.stream().mapToLong(RowLocatorTest::locator).toArray();
      for (int parts : new int[] {1, 3}) {
        List<List<@Nullable Object>> found = new ArrayList<>();
        long read = 0;
        for (int part = 0; part < parts; part++) {
          TableScan scan =
              sent(located, Scans.all(located))
                  .scan(request(located, locators, random.nextBoolean()), new Share(part, parts));
          found.addAll(Scans.rows(scan));
          read += scan.metrics().rowsRead.sum();
        }
        assertThat(found).as("%d of seed %d", wanted, seed).isEqualTo(expected);
        assertThat(read).as("rows looked at").isLessThanOrEqualTo(expected.size() * 1025L);
      }
    }
  }

  private static ScanRequest request(Table table, long[] locators, boolean isListed) {
    int last = table.schema().size() - 1;
    List<Integer> columns = IntStream.rangeClosed(0, last).boxed().toList();
    PruningPredicate wanted =
        isListed
            ? new PruningPredicate.In(
                last, Arrays.stream(locators).<ScanValue>mapToObj(ScanValue.Whole::of).toList())
            : new PruningPredicate.Among(last, new SortedIntegers(locators));
    TestFilter filter =
        TestFilter.byValue(last, value -> Arrays.binarySearch(locators, (Long) value) >= 0);
    return new ScanRequest(
        columns, columns, new ScanFilter(List.of(filter.conjunct(wanted))), OptionalLong.empty());
  }

  private static long locator(List<@Nullable Object> row) {
    return (Long) row.getLast();
  }

  private static Table sent(Table table, ScanRequest request) {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      return TableForms.open(
          TableForms.write(table, request, account), account, PinnedRows.ELSEWHERE);
    }
  }

  @Test
  void stayTheSameWhereARequestNeedsFewerFiles() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT i AS id, i % 7 AS k FROM range(2000) t(i)) TO '"
              + folder
              + "' (FORMAT parquet, PARTITION_BY k)");
    }
    Table located = open().located().orElseThrow();
    ScanRequest all = Scans.all(located);
    int key = located.schema().indexOf("k").orElseThrow();
    ScanRequest few =
        new ScanRequest(
            all.columns(),
            all.outputs(),
            new ScanFilter(List.of(TestFilter.byValue(key, k -> (Long) k > 4).conjunct())),
            OptionalLong.empty());
    Table sent = sent(located, few);
    List<List<@Nullable Object>> rows = Scans.rows(sent.scan(few));
    assertThat(rows).hasSize(570);
    assertThat(Scans.rows(located.scan(all))).containsAll(rows);
  }

  @Test
  void areOfParquetFilesAloneAndUnderANewName() throws IOException {
    Files.writeString(folder.resolve("a.csv"), "x\n1\n");
    Table csv =
        DatasetTables.open(
            new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
            List.of(folder.resolve("a.csv").toString()),
            DatasetOptions.DEFAULT);
    assertThat(csv.located()).isEmpty();
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT 5 AS \"row locator\") TO '%s' (FORMAT parquet)"
              .formatted(folder.resolve("a.parquet")));
    }
    Table located = open().located().orElseThrow();
    assertThat(located.schema().names()).containsExactly("row locator", "row locator_");
    assertThat(Scans.rows(located.scan(Scans.all(located)))).containsExactly(List.of(5L, 0L));
  }
}
