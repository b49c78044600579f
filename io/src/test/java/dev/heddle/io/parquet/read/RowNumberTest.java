package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.catalog.Table;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.TestFilter;
import dev.heddle.io.parquet.fetch.ScanTuning;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row numbers are positions in the file, whatever is left out and however the file is cut. */
class RowNumberTest {
  @TempDir Path folder;

  @Test
  void areRightUnderFiltersAndInParts() throws IOException {
    for (int seed = 0; seed < 10; seed++) {
      Random random = new Random(seed);
      Path file = GroupFiles.write(folder.resolve("f" + seed + ".parquet"), 1700 + seed);
      Table table = ParquetTables.open(file.toString());
      List<List<@Nullable Object>> all = Scans.rows(table);
      int width = table.schema().size();
      List<Integer> columns = new ArrayList<>(IntStream.range(0, width).boxed().toList());
      columns.add(random.nextInt(width + 1), ScanRequest.ROW_NUMBER);
      int number = columns.indexOf(ScanRequest.ROW_NUMBER);
      int filtered = (number + 1) % (width + 1);
      int modulus = 1 + random.nextInt(30);
      long least = random.nextInt(all.size() + 10);
      TestFilter byValue =
          TestFilter.byValue(filtered, v -> Math.floorMod(Objects.hashCode(v), modulus) < 2);
      TestFilter byNumber = TestFilter.byValue(number, v -> (Long) v >= least);
      ScanFilter filter =
          new ScanFilter(
              List.of(
                  byValue.conjunct(),
                  byNumber.conjunct(
                      new PruningPredicate.Compare(
                          number, Operator.GREATER_OR_EQUAL, ScanValue.Whole.of(least)))));
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (int row = 0; row < all.size(); row++) {
        List<@Nullable Object> values = new ArrayList<>(all.get(row));
        values.add(number, (long) row);
        if (row >= least && Math.floorMod(Objects.hashCode(values.get(filtered)), modulus) < 2) {
          expected.add(values);
        }
      }
      List<Integer> outputs = IntStream.range(0, columns.size()).boxed().toList();
      ParquetScan scan =
          new ParquetScan(
              List.of(GroupFiles.footer(file)),
              new ScanRequest(columns, outputs, filter, OptionalLong.empty()),
              new ScanTuning(60 + seed * 17L, 1, 0),
              new ScanMetrics());
      assertThat(Scans.rows(scan).toString()).as("seed %d", seed).isEqualTo(expected.toString());
    }
  }

  @Test
  void needNoBytesOfTheFile() throws IOException {
    Path file = GroupFiles.write(folder.resolve("a.parquet"), 3);
    ScanMetrics metrics = new ScanMetrics();
    ParquetScan scan =
        new ParquetScan(
            List.of(GroupFiles.footer(file)),
            new ScanRequest(
                List.of(ScanRequest.ROW_NUMBER), List.of(0), ScanFilter.NONE, OptionalLong.empty()),
            ScanTuning.DEFAULT,
            metrics);
    List<List<@Nullable Object>> rows = Scans.rows(scan);
    assertThat(rows).hasSize((int) GroupFiles.footer(file).rows());
    assertThat(rows.getLast()).containsExactly(rows.size() - 1L);
    assertThat(metrics.bytesRead.sum()).isZero();
  }
}
