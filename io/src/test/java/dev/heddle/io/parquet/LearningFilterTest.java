package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.ParquetFiles;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a filter learns while a dictionary is in use counts, and so do filters together. */
class LearningFilterTest {
  private static final int ROWS = 400_000;

  @TempDir Path folder;

  private Table table() {
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path file =
          ParquetFiles.write(
              duck,
              "SELECT i AS id, 'text ' || (hash(i) % 50)::INTEGER AS t, 'other ' || (i % 9) AS o"
                  + " FROM range("
                  + ROWS
                  + ") r(i)",
              folder.resolve("a.parquet"),
              "ROW_GROUP_SIZE 409600");
      return ParquetTables.open(file.toString());
    }
  }

  private static ScanRequest request(List<ScanFilter.Conjunct> conjuncts) {
    return new ScanRequest(
        List.of(0, 1, 2), List.of(0, 1), new ScanFilter(conjuncts), OptionalLong.empty());
  }

  /** Wants all texts at first, and later one alone. */
  private static final class Learning implements RuntimeFilter.Keys {
    private volatile boolean hasLearnt;

    @Override
    public PruningPredicate pruning(int column) {
      return new PruningPredicate.IsNotNull(column);
    }

    @Override
    public long version() {
      return hasLearnt ? 2 : 1;
    }

    @Override
    public int narrow(Column column, long selection, int count, long output, MemoryAccount of) {
      boolean now = hasLearnt;
      RowFilter filter = TestFilter.byValue(0, value -> !now || "text 7".equals(value));
      try (RowFilter.Evaluation evaluation = filter.start(of)) {
        return evaluation.narrow(new Column[] {column}, column.rows(), selection, count, output);
      }
    }
  }

  @Test
  void aDictionaryIsDecidedAgainOnceItsFilterHasLearnt() {
    Table table = table();
    RuntimeFilter filter = new RuntimeFilter();
    Learning learning = new Learning();
    filter.fill(learning);
    TableScan scan = table.scan(request(List.of(filter.conjunct(1, "wanted"))));
    List<List<@Nullable Object>> before = new ArrayList<>();
    List<List<@Nullable Object>> after = new ArrayList<>();
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    try (MemoryAccount account = ledger.open("test")) {
      for (Split split : scan.splits()) {
        try (SplitReader reader = scan.open(split, account)) {
          for (Optional<Batch> next = reader.next(); next.isPresent(); next = reader.next()) {
            try (Batch batch = next.get()) {
              (learning.hasLearnt ? after : before).addAll(ScannedRows.of(batch));
            }
            if (before.size() > 100_000) { // useless so far, and left out
              learning.hasLearnt = true;
            }
          }
        }
      }
    }
    assertThat(ledger.usedBytes()).isZero();
    assertThat(after.stream().filter(row -> !"text 7".equals(row.get(1))).count())
        .as("rows that are not wanted any more")
        .isLessThan(20_000);
    assertThat(after.stream().filter(row -> "text 7".equals(row.get(1))).count())
        .isGreaterThan((ROWS - before.size()) / 60);
  }

  @Test
  void pagesWithoutAnEntryThatPassesAllFiltersAreNotDecoded() {
    Table table = table();
    TestFilter first = TestFilter.byValue(2, value -> ((String) value).compareTo("other 4") < 0);
    TestFilter second = TestFilter.byValue(2, value -> ((String) value).compareTo("other 5") > 0);
    TestFilter never = TestFilter.byValue(0, value -> (Long) value >= 0);
    TableScan scan =
        table.scan(request(List.of(never.conjunct(), first.conjunct(), second.conjunct())));
    assertThat(Scans.rows(scan)).isEmpty();
    assertThat(never.looked.get()).as("numbers looked at").isLessThan(200_000);
  }
}
