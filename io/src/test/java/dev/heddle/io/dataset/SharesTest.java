package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.csv.CsvFormat;
import dev.heddle.io.json.JsonFormat;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.wire.TableForms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tasks that divide a table between them read each row once, in the order of the table. */
class SharesTest {
  private static final int LINES = Effort.of(600_000);

  private static final int[] PARTS = {1, 2, 3, 7, 64};

  @TempDir Path folder;

  @Test
  void sharesOfParquetFilesMakeUpTheTable() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      int[] rows = {30_000, 1, 0, 9_000, 2_500};
      for (int i = 0; i < rows.length; i++) {
        duck.execute(
            "COPY (SELECT i * 10 + %d AS id, 'text ' || i AS s FROM range(%d) t(i)) TO '%s' (FORMAT"
                    .formatted(i, rows[i], folder.resolve("part" + i + ".parquet"))
                + " parquet, ROW_GROUP_SIZE 2048)");
      }
    }
    check(new ParquetFormat(), 41_501);
  }

  @Test
  void sharesOfHivePartitionsMakeUpTheTable() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT i AS id, i % 7 AS k FROM range(5000) t(i)) TO '"
              + folder
              + "' (FORMAT parquet, PARTITION_BY k)");
    }
    check(new ParquetFormat(), 5_000);
  }

  @Test
  void sharesOfTextFilesMakeUpTheTable() throws IOException {
    StringBuilder csv = new StringBuilder("id,s\n");
    StringBuilder json = new StringBuilder();
    for (int i = 0; i < LINES; i++) {
      csv.append(i).append(i % 3 == 0 ? ",\"quoted\nlines\"\n" : ",plain text\n");
      json.append("{\"id\": ").append(i).append(", \"s\": \"plain text\"}\n");
    }
    Files.writeString(Files.createDirectory(folder.resolve("csv")).resolve("a.csv"), csv);
    Files.writeString(folder.resolve("csv").resolve("b.csv"), "id,s\n7,x\n");
    Files.writeString(Files.createDirectory(folder.resolve("json")).resolve("a.json"), json);
    int[] parts = Effort.isWhole() ? PARTS : new int[] {3, 64};
    check(
        new CsvFormat(CsvReadOptions.DEFAULT, ZoneOffset.UTC),
        folder.resolve("csv"),
        LINES + 1,
        parts);
    check(
        new JsonFormat(JsonReadOptions.DEFAULT, ZoneOffset.UTC),
        folder.resolve("json"),
        LINES,
        parts);
  }

  private void check(FileFormat format, int rows) {
    check(format, folder, rows, PARTS);
  }

  private static void check(FileFormat format, Path path, int rows, int[] numbers) {
    Table table = DatasetTables.open(format, List.of(path.toString()), DatasetOptions.DEFAULT);
    ScanRequest request = Scans.all(table);
    TableScan wholeScan = table.scan(request);
    List<List<@Nullable Object>> whole = Scans.rows(wholeScan);
    assertThat(whole).hasSize(rows);
    for (int parts : numbers) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      long files = 0;
      for (int part = 0; part < parts; part++) {
        // as another process does: nothing is shared but the bytes
        Table sent = sent(table, request);
        TableScan scan = sent.scan(request, new Share(part, parts));
        all.addAll(Scans.rows(scan));
        files += scan.metrics().files.sum();
      }
      assertThat(all).as("%d parts", parts).isEqualTo(whole);
      assertThat(files).as("%d parts", parts).isEqualTo(wholeScan.metrics().files.sum());
    }
  }

  private static Table sent(Table table, ScanRequest request) {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      return TableForms.open(
          TableForms.write(table, request, account), account, PinnedRows.ELSEWHERE);
    }
  }

  @Test
  void sharesDivideBytesWithoutAGap() {
    for (long bytes : new long[] {0, 1, 5, 1000, Long.MAX_VALUE / 2, Long.MAX_VALUE}) {
      for (int parts : new int[] {1, 2, 7, 100_000}) {
        assertThat(new Share(0, parts).from(bytes)).isZero();
        assertThat(new Share(parts - 1, parts).to(bytes)).isEqualTo(bytes);
        for (int i = 1; i < Math.min(parts, 100); i++) {
          assertThat(new Share(i, parts).from(bytes)).isEqualTo(new Share(i - 1, parts).to(bytes));
        }
      }
    }
  }

  @Test
  void aShareLooksAtNoFileOfAnother() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int i = 0; i < 4; i++) {
        duck.execute(
            "COPY (FROM range(1000)) TO '%s' (FORMAT parquet)"
                .formatted(folder.resolve(i + ".parquet")));
      }
    }
    Table table =
        DatasetTables.open(new ParquetFormat(), List.of(folder.toString()), DatasetOptions.DEFAULT);
    ScanRequest request = Scans.all(table);
    Table sent = sent(table, request);
    Files.delete(folder.resolve("3.parquet"));
    assertThat(Scans.rows(sent.scan(request, new Share(1, 4)))).hasSize(1000);
  }
}
