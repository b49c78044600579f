package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.io.catalog.KeyRange;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRangeTest {
  @TempDir Path folder;

  @Test
  void partsOfFilesTellTheRangesOfWholeNumbersAndDates() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      ParquetFiles.write(
          duck,
          "SELECT i - 10 AS id, CAST(i AS VARCHAR) AS text, DATE '1970-01-01' + CAST(i // 100 AS"
              + " INT) AS day, CASE WHEN i >= 2048 THEN CAST(i AS INT) END AS late"
              + " FROM range(4096) t(i)",
          folder.resolve("a.parquet"),
          "ROW_GROUP_SIZE 2048");
      ParquetFiles.write(
          duck,
          "SELECT i + 9000 AS id, 'x' AS text, DATE '1980-01-01' AS day, CAST(7 AS INT) AS late"
              + " FROM range(10) t(i)",
          folder.resolve("b.parquet"),
          "ROW_GROUP_SIZE 2048");
    }
    Table table = ParquetTables.open(folder.toString());
    assertThat(table.ranges(0))
        .containsExactly(
            new KeyRange(2048, -10, 2037),
            new KeyRange(2048, 2038, 4085),
            new KeyRange(10, 9000, 9009));
    assertThat(table.ranges(1)).isEmpty();
    assertThat(table.ranges(2))
        .containsExactly(
            new KeyRange(2048, 0, 20), new KeyRange(2048, 20, 40), new KeyRange(10, 3652, 3652));
    assertThat(table.ranges(3))
        .as("parts without values are left out")
        .isEqualTo(List.of(new KeyRange(2048, 2048, 4095), new KeyRange(10, 7, 7)));
  }

  @Test
  void aRangeHasAnOrder() {
    assertThatThrownBy(() -> new KeyRange(1, 3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 is above 2");
  }
}
