package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.NestedGroupFiles;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that parquet-java wrote give the rows that DuckDB reads from them. */
class JavaFilesTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 12);

  @TempDir Path folder;

  @Test
  void readsRandomFilesOfAllEncodings() throws IOException {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (int seed = 0; seed < SEEDS; seed++) {
        Path file = GroupFiles.write(folder.resolve("f" + seed + ".parquet"), seed);
        List<List<@Nullable Object>> expected = duck.rows("FROM '" + file + "'");
        Table table = ParquetTables.open(file.toString());
        List<List<@Nullable Object>> actual = Scans.rows(table);
        assertThat(actual).as("seed %d", seed).hasSameSizeAs(expected);
        for (int row = 0; row < actual.size(); row++) {
          assertThat(actual.get(row))
              .as("seed %d, row %d", seed, row)
              .hasToString(expected.get(row).toString());
        }
        ParquetScan inParts =
            new ParquetScan(
                List.of(GroupFiles.footer(file)),
                Scans.all(table),
                new ScanTuning(60 + seed * 17L, 1, 0),
                new ScanMetrics());
        assertThat(Scans.rows(inParts)).as("seed %d in parts", seed).isEqualTo(actual);
      }
    }
  }

  @Test
  void readsRandomNestedFiles() throws IOException {
    for (int seed = 0; seed < 2 * SEEDS; seed++) {
      Path file = folder.resolve("f" + seed + ".parquet");
      List<List<@Nullable Object>> expected = NestedGroupFiles.write(file, seed);
      Table table = ParquetTables.open(file.toString());
      compare(Scans.rows(table), expected, "seed " + seed);
      ParquetScan inParts =
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              Scans.all(table),
              new ScanTuning(60 + seed * 17L, 1, 0),
              new ScanMetrics());
      compare(Scans.rows(inParts), expected, "in parts, seed " + seed);
    }
  }

  private static void compare(
      List<List<@Nullable Object>> actual, List<List<@Nullable Object>> expected, String what) {
    assertThat(actual).as(what).hasSameSizeAs(expected);
    for (int row = 0; row < actual.size(); row++) {
      if (!actual.get(row).equals(expected.get(row))) { // the assertion's own text takes long
        assertThat(actual.get(row)).as("%s, row %d", what, row).isEqualTo(expected.get(row));
      }
    }
  }
}
