package dev.heddle.physical.aggregate.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NarrowSumsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 128, 1_000, 4_097})
  void equalThoseOfRowAfterRow(int rows) {
    RandomBatches random = RandomBatches.seed(rows);
    for (DataType type : List.of(DataType.INT8, DataType.INT16, DataType.INT32)) {
      for (int i = 0; i < 12; i++) { // with no, few, many or only nulls
        try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
          Column column = random.column(type, rows, account);
          long expected =
              ScannedRows.of(column, rows).stream()
                  .filter(Objects::nonNull)
                  .mapToLong(value -> ((Number) value).longValue())
                  .sum();
          assertThat(NarrowSums.takes(column.layout())).isTrue();
          assertThat(NarrowSums.of(column, rows)).isEqualTo(expected);
          column.release();
        }
      }
    }
  }
}
