package dev.heddle.io.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.whole.WholeFileFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableFormsTest {
  @TempDir Path folder;

  @Test
  void rowsInMemoryComeBackOfEveryType() {
    for (long seed = 0; seed < 20; seed++) {
      MemoryLedger ledger = new MemoryLedger(1L << 30);
      try (MemoryAccount account = ledger.open("test")) {
        RandomBatches random = RandomBatches.seed(seed);
        Schema schema = random.schema(6);
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          int rows = 1 + random.random().nextInt(500);
          Column[] columns = new Column[schema.size()];
          for (int c = 0; c < columns.length; c++) {
            columns[c] = random.column(schema.field(c).type(), rows, 0.2, 5 + 500 * i, account);
          }
          batches.add(Batch.of(account, rows, columns));
        }
        try (MemoryTable table = MemoryTable.of("rows", schema, batches, account);
            MemoryTable read =
                (MemoryTable)
                    TableForms.open(
                        TableForms.write(table, Scans.all(table), account),
                        account,
                        PinnedRows.ELSEWHERE)) {
          assertThat(read.schema()).isEqualTo(schema);
          assertThat(Scans.rows(read, Scans.all(read)))
              .as(random.toString())
              .isEqualTo(Scans.rows(table, Scans.all(table)));
        }
      }
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @Test
  void tooManyRowsInMemoryAreRefusedWithAWayOut() {
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    try (MemoryAccount account = ledger.open("test")) {
      Random random = new Random(1);
      List<Batch> batches = new ArrayList<>();
      for (int rows = 0; rows < (9 << 20); rows += Batch.MAX_ROWS) {
        try (ColumnBuilder values = new ColumnBuilder(DataType.INT64, account)) {
          for (int i = 0; i < Batch.MAX_ROWS; i++) {
            values.appendLong(random.nextLong());
          }
          batches.add(Batch.of(account, Batch.MAX_ROWS, new Column[] {values.build()}));
        }
      }
      Schema schema = Schema.of(Field.of("x", DataType.INT64));
      try (MemoryTable table = MemoryTable.of("numbers", schema, batches, account)) {
        assertThatThrownBy(() -> TableForms.write(table, Scans.all(table), account))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("Cannot send the rows in memory of numbers")
            .hasMessageContaining("write them to Parquet");
      }
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  @Test
  void wholeFilesAndNoFilesAtAllAreSent() throws IOException {
    Files.write(folder.resolve("a.bin"), new byte[] {1, 2, 3});
    for (Source.FileColumns columns : Source.FileColumns.values()) {
      for (String glob : List.of("/*", "/none*")) {
        Table table =
            DatasetTables.open(
                new WholeFileFormat(columns), List.of(folder + glob), DatasetOptions.DEFAULT);
        try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
          byte[] bytes = TableForms.write(table, Scans.all(table), account);
          Table sent = TableForms.open(bytes, account, PinnedRows.ELSEWHERE);
          assertThat(sent).isEqualTo(table);
          assertThat(Scans.rows(sent, Scans.all(sent))).hasSize(glob.equals("/*") ? 1 : 0);
        }
      }
    }
  }

  @Test
  void manyFilesTakeFewBytesAndAChangedFileIsAnError() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "COPY (SELECT 1 AS x) TO '"
              + folder.resolve("part-00000.parquet")
              + "' (FORMAT parquet)");
    }
    int files = 2_000;
    for (int i = 1; i < files; i++) {
      Path copy = folder.resolve("part-%05d.parquet".formatted(i));
      Files.copy(folder.resolve("part-00000.parquet"), copy);
    }
    Table table =
        DatasetTables.open(new ParquetFormat(), List.of(folder.toString()), DatasetOptions.DEFAULT);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      byte[] bytes = TableForms.write(table, Scans.all(table), account);
      assertThat(bytes.length).isLessThan(30 * files);
      Table sent = TableForms.open(bytes, account, PinnedRows.ELSEWHERE);
      assertThat(sent).isEqualTo(table);
      Files.write(folder.resolve("part-00007.parquet"), new byte[] {1, 2, 3});
      assertThatThrownBy(() -> Scans.rows(sent, Scans.all(sent)))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("part-00007.parquet");
    }
  }
}
