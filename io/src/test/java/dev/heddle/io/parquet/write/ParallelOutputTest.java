package dev.heddle.io.parquet.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.testing.ThreadWorkers;
import dev.heddle.io.write.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several threads encode one file. */
class ParallelOutputTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 2);

  @TempDir private Path folder;

  private final ThreadWorkers threads = new ThreadWorkers(3);

  @AfterEach
  void stop() {
    threads.close();
  }

  private static ParquetWriteOptions options(Random random) {
    ParquetWriteOptions options =
        ParquetWriteOptions.DEFAULT
            .withPages(random.nextBoolean() ? ParquetPages.V1 : ParquetPages.V2)
            .withPageRows(1 + random.nextInt(3000))
            .withPageBytes(1 + random.nextInt(50_000))
            .withRowGroupRows(500 + random.nextInt(9000));
    return random.nextInt(3) == 0 ? options.withoutDictionary() : options;
  }

  @Test
  void manyThreadsWriteTheBytesThatOneWrites() throws IOException {
    List<DataType> types = new ArrayList<>(RandomBatches.TYPES);
    types.remove(DataType.INTERVAL); // Parquet's are narrower
    types.addAll(NestedOutputTest.TYPES);
    Schema schema = RandomBatches.schema(types);
    for (int seed = 0; seed < SEEDS; seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      MemoryLedger ledger = new MemoryLedger(512 << 20);
      try (MemoryAccount account = ledger.open("test")) {
        List<Batch> batches = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          batches.add(random.batch(schema, 1 + random.random().nextInt(1500), account));
          batches.add(random.selectedBatch(schema, 1 + random.random().nextInt(1500), account));
        }
        ParquetWriteOptions options = options(random.random());
        Path one =
            TestOutputs.write(
                folder.resolve("1"), schema, batches, options, account, Workers.CALLER);
        Path many =
            TestOutputs.write(folder.resolve("n"), schema, batches, options, account, threads);
        assertThat(Files.mismatch(one, many)).as("seed %d, %s", seed, options).isEqualTo(-1);
        List<List<@Nullable Object>> expected = ScannedRows.of(batches);
        batches.forEach(Batch::close);
        assertThat(Scans.rows(ParquetTables.open(many.toString())))
            .as("seed %d, %s", seed, options)
            .isEqualTo(expected);
      }
      assertThat(ledger.usedBytes()).isZero();
    }
    assertThat(threads.mostAtOnce()).isGreaterThan(1);
  }

  @Test
  void aFailureInOneThreadLeavesNothing() throws IOException {
    Schema schema = RandomBatches.schema(List.of(DataType.INT64, DataType.INTERVAL, DataType.BOOL));
    RandomBatches random = RandomBatches.seed(1);
    MemoryLedger ledger = new MemoryLedger(64 << 20);
    try (MemoryAccount account = ledger.open("test")) {
      List<Batch> batches = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        try (ColumnBuilder spans = new ColumnBuilder(DataType.INTERVAL, account)) {
          for (int row = 0; row < 4000; row++) {
            spans.appendWords(i == 30 && row == 77 ? -1 & 0xffffffffL : 3, 0);
          }
          Column numbers = random.column(DataType.INT64, 4000, account);
          Column flags = random.column(DataType.BOOL, 4000, account);
          batches.add(Batch.of(account, 4000, numbers, spans.build(), flags));
        }
      }
      assertThatThrownBy(
              () ->
                  TestOutputs.write(
                      folder.resolve("t.parquet"),
                      schema,
                      batches,
                      ParquetWriteOptions.DEFAULT.withRowGroupRows(20_000),
                      account,
                      threads))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
          .hasMessageContaining("cast the column to VARCHAR");
      batches.forEach(Batch::close);
    }
    assertThat(ledger.usedBytes()).isZero();
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void withLittleMemoryRowGroupsAreSmall() throws IOException {
    Schema schema = RandomBatches.schema(List.of(DataType.STRING, DataType.INT64));
    MemoryLedger ledger = new MemoryLedger(3 << 20);
    long rows = 0;
    Path file = folder.resolve("t.parquet");
    try (MemoryAccount account = ledger.open("test");
        ParquetOutput output =
            TestOutputs.open(file, schema, ParquetWriteOptions.DEFAULT, account)) {
      RandomBatches random = RandomBatches.seed(2);
      for (int i = 0; i < 100; i++) {
        try (Batch batch = random.batch(schema, 4096, account)) {
          output.write(batch, threads);
          rows += batch.rowCount();
        }
      }
      output.publish(threads);
    }
    assertThat(ledger.usedBytes()).isZero();
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      List<BlockMetaData> groups = reader.getFooter().getBlocks();
      assertThat(groups).hasSizeGreaterThan(1);
      assertThat(groups.stream().mapToLong(BlockMetaData::getRowCount).sum()).isEqualTo(rows);
    }
  }

  @Test
  void aRowGroupEndsNearItsSize() throws IOException {
    Schema schema = RandomBatches.schema(List.of(DataType.BINARY));
    MemoryLedger ledger = new MemoryLedger(256 << 20);
    Path file = folder.resolve("t.parquet");
    byte[] text = new byte[20_000];
    try (MemoryAccount account = ledger.open("test");
        ColumnBuilder builder = new ColumnBuilder(DataType.BINARY, account)) {
      Random random = new Random(3);
      for (int row = 0; row < 1000; row++) {
        random.nextBytes(text);
        builder.appendBytes(text, 0, text.length);
      }
      try (Batch batch = Batch.of(account, 1000, builder.build())) {
        ParquetWriteOptions options = ParquetWriteOptions.DEFAULT.withRowGroupBytes(2 << 20);
        TestOutputs.write(file, schema, List.of(batch), options, account, threads);
      }
    }
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      List<BlockMetaData> groups = reader.getFooter().getBlocks();
      groups
          .subList(0, groups.size() - 1)
          .forEach(group -> assertThat(group.getTotalByteSize()).isBetween(2L << 20, 3L << 20));
    }
  }
}
