package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetCompression;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.Rows;
import dev.heddle.io.testing.Scans;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetOutputTest {
  @TempDir private Path folder;

  private final MemoryLedger ledger = new MemoryLedger(256 << 20);
  private final MemoryAccount account = ledger.open("test");

  @AfterEach
  void everythingIsGivenBack() {
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private Path write(Schema schema, List<Batch> batches, ParquetWriteOptions options, String name) {
    Path file = folder.resolve(name);
    try (ParquetOutput output =
        new ParquetOutput(Storages.of(file.toString()).create(file.toString()), schema, options)) {
      batches.forEach(output::write);
      assertThat(output.publish()).isPositive();
    }
    return file;
  }

  @ParameterizedTest
  @EnumSource(ParquetCompression.class)
  void whatIsWrittenIsReadBack(ParquetCompression compression) {
    long seed = 7 + compression.ordinal();
    RandomBatches random = RandomBatches.seed(seed);
    Schema schema =
        RandomBatches.schema(
            RandomBatches.TYPES.stream()
                .filter(type -> !(type instanceof DataType.Interval)) // Parquet's are narrower
                .toList());
    List<Batch> batches = new ArrayList<>();
    for (int rows : new int[] {1, 1000, 3000, 17}) {
      batches.add(random.batch(schema, rows, account));
    }
    batches.add(random.selectedBatch(schema, 500, account));
    Path file = write(schema, batches, new ParquetWriteOptions(compression, 1500), "t.parquet");
    List<List<@Nullable Object>> expected = new ArrayList<>();
    batches.forEach(batch -> expected.addAll(Rows.of(batch)));
    assertThat(Scans.rows(ParquetTables.open(file.toString())))
        .as("seed %d", seed)
        .isEqualTo(expected);
    batches.forEach(Batch::close);
  }

  @Test
  void duckDbReadsTheSameNumbersAndText() {
    RandomBatches random = RandomBatches.seed(11);
    Schema schema =
        RandomBatches.schema(
            List.of(
                DataType.INT32,
                DataType.INT64,
                DataType.STRING,
                DataType.DATE,
                new DataType.Decimal(9, 2),
                new DataType.Decimal(18, 4),
                new DataType.Decimal(38, 10)));
    Batch batch = random.batch(schema, 2000, account);
    Path file = write(schema, List.of(batch), ParquetWriteOptions.DEFAULT, "t.parquet");
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      assertThat(duck.rows("select * from read_parquet('" + file + "')")).isEqualTo(Rows.of(batch));
    }
    batch.close();
  }

  @Test
  void anIntervalThatParquetCannotHoldIsAnError() {
    Schema schema = RandomBatches.schema(List.of(DataType.INTERVAL));
    Path file = folder.resolve("t.parquet");
    try (ColumnBuilder builder = new ColumnBuilder(DataType.INTERVAL, account);
        ParquetOutput output =
            new ParquetOutput(
                Storages.of(file.toString()).create(file.toString()),
                schema,
                ParquetWriteOptions.DEFAULT)) {
      builder.appendWords(-1 & 0xffffffffL, 0);
      try (Batch batch = Batch.of(account, 1, builder.build())) {
        assertThatThrownBy(() -> output.write(batch))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("cast the column to VARCHAR");
      }
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void withoutAPublishNothingIsLeft() throws Exception {
    RandomBatches random = RandomBatches.seed(3);
    Schema schema = random.schema(4);
    Path file = folder.resolve("never.parquet");
    try (Batch batch = random.batch(schema, 100, account);
        ParquetOutput output =
            new ParquetOutput(
                Storages.of(file.toString()).create(file.toString()),
                schema,
                ParquetWriteOptions.DEFAULT)) {
      output.write(batch);
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
