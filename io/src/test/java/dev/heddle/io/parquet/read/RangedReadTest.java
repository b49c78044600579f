package dev.heddle.io.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.GroupFiles;
import dev.heddle.io.parquet.NestedGroupFiles;
import dev.heddle.io.parquet.ParquetFormat;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.parquet.TestFilter;
import dev.heddle.io.parquet.footer.RowGroupInfo;
import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts with random ranges give just the rows in these ranges. */
class RangedReadTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 5);

  @TempDir Path folder;

  @Test
  void readsJustTheRowsOfTheRanges() throws IOException {
    for (int seed = 0; seed < SEEDS; seed++) {
      readsRanges(seed, GroupFiles.write(folder.resolve("f" + seed + ".parquet"), 900 + seed));
    }
  }

  @Test
  void readsJustTheRowsOfTheRangesOfNestedColumns() throws IOException {
    for (int seed = 0; seed < 2 * SEEDS; seed++) {
      Path file = folder.resolve("n" + seed + ".parquet");
      NestedGroupFiles.write(file, 900 + seed);
      readsRanges(seed, file);
    }
  }

  private static void readsRanges(int seed, Path file) throws IOException {
    Random random = new Random(seed);
    Table table = ParquetTables.open(file.toString());
    List<List<@Nullable Object>> all = Scans.rows(table);
    int filtered = random.nextInt(table.schema().size());
    int oneIn = 1 + random.nextInt(random.nextBoolean() ? 3 : 40);
    boolean filters = random.nextBoolean();
    TestFilter filter =
        TestFilter.byValue(filtered, v -> Math.floorMod(Objects.hashCode(v), oneIn) == 0);
    List<Integer> columns = IntStream.range(0, table.schema().size()).boxed().toList();
    ScanFilter conjuncts = filters ? new ScanFilter(List.of(filter.conjunct())) : ScanFilter.NONE;
    TableScan scan =
        new ParquetFormat()
            .scan(
                List.of(FilePart.whole(GroupFiles.footer(file))),
                new ScanRequest(columns, columns, conjuncts, OptionalLong.empty()),
                new ScanMetrics());
    List<RowGroupInfo> groups = GroupFiles.footer(file).rowGroups();
    List<ParquetSplit.Part> parts = new ArrayList<>();
    List<List<@Nullable Object>> expected = new ArrayList<>();
    int before = 0;
    for (int group = 0; group < groups.size(); group++) {
      int rows = (int) groups.get(group).rows();
      RowRanges ranges = ranges(random, rows);
      boolean isCertain = random.nextInt(3) == 0;
      RowRanges certain = isCertain ? RowRanges.of(0, rows) : RowRanges.NONE;
      parts.add(new ParquetSplit.Part(0, group, ranges, filters ? List.of(certain) : List.of()));
      for (int range = 0; range < ranges.count(); range++) {
        for (int row = (int) ranges.from(range); row < ranges.to(range); row++) {
          List<@Nullable Object> values = all.get(before + row);
          if (!filters
              || isCertain
              || Math.floorMod(Objects.hashCode(values.get(filtered)), oneIn) == 0) {
            expected.add(values);
          }
        }
      }
      before += rows;
    }
    assertThat(rows(scan, new ParquetSplit(parts, 0, 0)).toString())
        .as("seed %d", seed)
        .isEqualTo(expected.toString());
  }

  private static List<List<@Nullable Object>> rows(TableScan scan, ParquetSplit split) {
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        SplitReader reader = scan.open(split, account)) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      Optional<Batch> next = reader.next();
      while (next.isPresent()) {
        try (Batch batch = next.get()) {
          rows.addAll(ScannedRows.of(batch));
        }
        next = reader.next();
      }
      return rows;
    }
  }

  private static RowRanges ranges(Random random, int rows) {
    RowRanges.Builder builder = new RowRanges.Builder();
    int most = 1 + random.nextInt(Math.max(1, rows));
    for (int from = random.nextInt(most); from < rows; from += 1 + random.nextInt(most)) {
      int to = Math.min(rows, from + 1 + random.nextInt(most));
      builder.add(from, to);
      from = to;
    }
    return builder.build();
  }
}
