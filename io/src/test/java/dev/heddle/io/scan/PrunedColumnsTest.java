package dev.heddle.io.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PrunedColumnsTest {
  private static final DataType INNER =
      DataType.Struct.of(
          Field.of("number", DataType.INT64),
          Field.of("text", DataType.STRING),
          Field.of("list", new DataType.ListOf(DataType.INT32)));
  private static final DataType WHOLE =
      DataType.Struct.of(
          Field.of("items", new DataType.ListOf(INNER)),
          Field.of("lookup", new DataType.MapOf(DataType.STRING, INNER)),
          Field.of("other", DataType.FLOAT64));
  private static final DataType INNER_PART = DataType.Struct.of(Field.of("text", DataType.STRING));
  private static final DataType PART =
      DataType.Struct.of(
          Field.of("items", new DataType.ListOf(INNER_PART)),
          Field.of("lookup", new DataType.MapOf(DataType.STRING, INNER_PART)));

  @Test
  void takesFieldsOutAtAnyDepth() {
    for (int seed = 0; seed < 20; seed++) {
      MemoryLedger ledger = new MemoryLedger(1L << 28);
      try (MemoryAccount account = ledger.open("pruned " + seed)) {
        Column whole = RandomBatches.seed(seed).column(WHOLE, 100, account);
        Column part = PrunedColumns.of(whole, PART);
        assertThat(part.type()).isEqualTo(PART);
        List<@Nullable Object> expected = new ArrayList<>();
        ScannedRows.of(whole, 100).forEach(value -> expected.add(pruned(value)));
        assertThat(ScannedRows.of(part, 100)).as("seed " + seed).isEqualTo(expected);
        whole.release();
        part.release();
      }
      assertThat(ledger.usedBytes()).as("seed " + seed).isZero();
    }
  }

  @Test
  void tablesDeliverColumnsInTheRequestedType() {
    MemoryLedger ledger = new MemoryLedger(1L << 28);
    try (MemoryAccount account = ledger.open("table")) {
      Schema schema = RandomBatches.schema(List.of(DataType.INT32, WHOLE));
      Batch batch = RandomBatches.seed(3).batch(schema, 50, account);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      ScannedRows.of(batch)
          .forEach(row -> expected.add(List.of(String.valueOf(pruned(row.get(1))))));
      try (MemoryTable table = MemoryTable.of("t", schema, List.of(batch), account)) {
        ScanRequest request =
            new ScanRequest(
                List.of(1),
                List.of(Optional.of(PART)),
                List.of(0),
                ScanFilter.NONE,
                OptionalLong.empty());
        List<List<@Nullable Object>> found = new ArrayList<>();
        Scans.rows(table, request).forEach(row -> found.add(List.of(String.valueOf(row.get(0)))));
        assertThat(found).isEqualTo(expected);
      }
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  /** The same on values of Java: a struct of {@link #WHOLE} without what the part leaves out. */
  private static @Nullable Object pruned(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> struct)) {
      return value;
    }
    Map<String, @Nullable Object> kept = new TreeMap<>();
    for (Map.Entry<?, ?> field : struct.entrySet()) {
      String name = String.valueOf(field.getKey());
      boolean isKept = List.of("items", "lookup", "text", "key", "value").contains(name);
      if (isKept && field.getValue() instanceof List<?> list) {
        List<@Nullable Object> elements = new ArrayList<>();
        list.forEach(element -> elements.add(pruned(element)));
        kept.put(name, elements);
      } else if (isKept) {
        kept.put(name, pruned(field.getValue()));
      }
    }
    return kept;
  }
}
