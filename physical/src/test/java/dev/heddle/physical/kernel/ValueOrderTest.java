package dev.heddle.physical.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.physical.kernel.list.ValueOrder;
import dev.heddle.physical.sort.NaiveOrder;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class ValueOrderTest {
  private static final int ROWS = 60;

  @ParameterizedTest
  @FieldSource("dev.heddle.io.testing.RandomBatches#TYPES")
  void comparesAsSortsDo(DataType type) {
    for (long seed = 1; seed <= 10; seed++) {
      try (MemoryAccount account = new MemoryLedger(1L << 24).open("test");
          Batch batch =
              RandomBatches.seed(seed).batch(RandomBatches.schema(List.of(type)), ROWS, account)) {
        List<@Nullable Object> scanned = ScannedRows.of(batch.column(0), ROWS);
        CheckedColumn values =
            new CheckedColumn(new OffHeapValues(batch.column(0)), ROWS, () -> false);
        Comparator<Object> order = ValueOrder.of(type);
        for (int i = 0; i < ROWS; i++) {
          for (int j = 0; j < ROWS; j++) {
            assertThat(Integer.signum(order.compare(values.value(i), values.value(j))))
                .as("seed %s: %s and %s", seed, scanned.get(i), scanned.get(j))
                .isEqualTo(sign(scanned.get(i), scanned.get(j), type));
          }
        }
      }
    }
  }

  private static int sign(@Nullable Object left, @Nullable Object right, DataType type) {
    return left == null || right == null
        ? Boolean.compare(left == null, right == null)
        : Integer.signum(NaiveOrder.compare(left, right, type));
  }

  @Test
  void comparesNestedValuesPartByPart() {
    DataType list = new DataType.ListOf(DataType.STRING);
    check(
        list,
        List.of(),
        List.of("a"),
        List.of("a", "b"),
        Arrays.asList("a", null),
        List.of("b"),
        Arrays.asList((Object) null));
    check(
        new DataType.Struct(List.of(Field.of("a", DataType.INT64), Field.of("b", list))),
        Map.of("a", 1L, "b", List.of("x")),
        Map.of("a", 1L, "b", List.of("y")),
        Map.of("a", 2L, "b", List.of()));
    check(
        new DataType.MapOf(DataType.STRING, DataType.INT64),
        Map.of(),
        Map.of("a", 1L),
        Map.of("a", 2L),
        Map.of("b", 0L));
  }

  /** Values stand in ascending order. */
  private static void check(DataType type, Object... values) {
    Comparator<Object> order = ValueOrder.of(type);
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        assertThat(Integer.signum(order.compare(values[i], values[j])))
            .as(values[i] + " and " + values[j])
            .isEqualTo(Integer.compare(i, j));
      }
    }
  }
}
