package dev.heddle.io.parquet.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.write.Workers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nested columns that we write. */
class NestedOutputTest {
  private static final DataType STRUCT =
      DataType.Struct.of(
          Field.of("number", DataType.INT64),
          Field.of("text", DataType.STRING),
          Field.of("decimal", new DataType.Decimal(25, 3)),
          Field.of("list", new DataType.ListOf(DataType.INT32)));

  /** Types whose values DuckDB's JDBC driver gives in our form. */
  static final List<DataType> TYPES =
      List.of(
          DataType.INT32,
          new DataType.ListOf(DataType.INT32),
          new DataType.ListOf(DataType.STRING),
          STRUCT,
          new DataType.ListOf(STRUCT),
          new DataType.MapOf(DataType.INT64, DataType.FLOAT64),
          new DataType.ListOf(new DataType.ListOf(DataType.BOOL)),
          new DataType.MapOf(DataType.DATE, new DataType.ListOf(STRUCT)),
          DataType.Struct.of(
              Field.of("a", DataType.Struct.of(Field.of("b", STRUCT))),
              Field.of("c", new DataType.MapOf(DataType.STRING, DataType.BINARY))));

  @TempDir private Path folder;

  private final MemoryLedger ledger = new MemoryLedger(256 << 20);
  private final MemoryAccount account = ledger.open("test");

  @AfterEach
  void everythingIsGivenBack() {
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private Path write(Schema schema, List<Batch> batches, ParquetWriteOptions options) {
    return TestOutputs.write(
        folder.resolve("t.parquet"), schema, batches, options, account, Workers.CALLER);
  }

  @Test
  void whatIsWrittenIsReadBackByUsAndByDuckDb() {
    ParquetWriteOptions start = ParquetWriteOptions.DEFAULT;
    List<ParquetWriteOptions> options =
        List.of(
            start,
            start.withPages(ParquetPages.V2).withPageRows(100),
            start.withoutDictionary().withRowGroupRows(700).withPageRows(1));
    Schema schema = RandomBatches.schema(TYPES);
    for (int seed = 0; seed < Effort.of(6); seed++) {
      RandomBatches random = RandomBatches.seed(seed);
      List<Batch> batches = new ArrayList<>();
      for (int rows : new int[] {1, 900, 17}) {
        batches.add(random.batch(schema, rows, account));
      }
      batches.add(random.selectedBatch(schema, 500, account));
      Path file = write(schema, batches, options.get(seed % options.size()));
      List<List<@Nullable Object>> expected = ScannedRows.of(batches);
      batches.forEach(Batch::close);
      assertThat(Scans.rows(ParquetTables.open(file.toString())))
          .as("seed %d", seed)
          .isEqualTo(expected);
      try (DuckDbOracle duck = DuckDbOracle.open()) {
        // keys may occur twice in random maps, so that they are compared as lists
        String query =
            "SELECT * REPLACE (map_entries(c5) AS c5, map_entries(c7) AS c7, CASE WHEN c8 IS NOT"
                + " NULL THEN {'a': c8.a, 'c': map_entries(c8.c)} END AS c8) FROM '"
                + file
                + "'";
        List<List<@Nullable Object>> theirs = duck.rows(query);
        for (int row = 0; row < expected.size(); row++) {
          assertThat(theirs.get(row)).as("seed %d, row %d", seed, row).isEqualTo(expected.get(row));
        }
      }
    }
  }

  @Test
  void everyTypeCanBeAnElement() {
    List<DataType> types = new ArrayList<>();
    for (DataType type : RandomBatches.TYPES) {
      if (!(type instanceof DataType.Interval)) { // Parquet's are narrower
        types.add(new DataType.ListOf(type));
        types.add(DataType.Struct.of(Field.of("f", type)));
      }
    }
    Schema schema = RandomBatches.schema(types);
    for (int seed = 10; seed < 10 + Effort.of(4); seed++) {
      try (Batch batch = RandomBatches.seed(seed).batch(schema, 700, account)) {
        Path file = write(schema, List.of(batch), ParquetWriteOptions.DEFAULT);
        assertThat(Scans.rows(ParquetTables.open(file.toString())))
            .as("seed %d", seed)
            .isEqualTo(ScannedRows.of(batch));
      }
    }
  }

  @Test
  void filesWithoutRowsKeepTheirTypes() {
    Schema schema = RandomBatches.schema(TYPES);
    Path file = write(schema, List.of(), ParquetWriteOptions.DEFAULT);
    assertThat(ParquetTables.open(file.toString()).schema()).isEqualTo(schema);
    assertThat(Scans.rows(ParquetTables.open(file.toString()))).isEmpty();
  }

  @Test
  void aNullKeyIsAnError() {
    DataType type = new DataType.MapOf(DataType.INT32, DataType.INT32);
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      builder.child(0).child(0).appendNull();
      builder.child(0).child(1).appendLong(1);
      builder.child(0).endStruct();
      builder.endList();
      try (Batch batch = Batch.of(account, 1, builder.build())) {
        Schema schema = RandomBatches.schema(List.of(type));
        assertThatThrownBy(() -> write(schema, List.of(batch), ParquetWriteOptions.DEFAULT))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("a map with a null key");
      }
    }
  }
}
