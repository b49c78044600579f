package dev.heddle.io.parquet;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.testing.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A row filter by a predicate over Java values; counts the values it looks at. */
final class TestFilter implements RowFilter {
  final AtomicLong looked = new AtomicLong();
  private final List<Integer> columns;
  private final boolean decidedByValue;
  private final Predicate<List<@Nullable Object>> predicate;

  private TestFilter(
      List<Integer> columns, boolean decidedByValue, Predicate<List<@Nullable Object>> predicate) {
    this.columns = columns;
    this.decidedByValue = decidedByValue;
    this.predicate = predicate;
  }

  static TestFilter byValue(int column, Predicate<@Nullable Object> predicate) {
    return new TestFilter(List.of(column), true, values -> predicate.test(values.getFirst()));
  }

  static TestFilter byRow(List<Integer> columns, Predicate<List<@Nullable Object>> predicate) {
    return new TestFilter(columns, false, predicate);
  }

  ScanFilter.Conjunct conjunct() {
    return new ScanFilter.Conjunct("test", this, Optional.empty(), Optional.of("it is a test"));
  }

  ScanFilter.Conjunct conjunct(PruningPredicate pruning) {
    return new ScanFilter.Conjunct("test", this, Optional.of(pruning), Optional.empty());
  }

  @Override
  public List<Integer> columns() {
    return columns;
  }

  @Override
  public boolean isDecidedByValue() {
    return decidedByValue;
  }

  @Override
  public Evaluation start(MemoryAccount account) {
    return new Evaluation() {
      @Override
      public int narrow(Column[] lent, int rows, long selection, int count, long output) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
          int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
          List<@Nullable Object> values = new ArrayList<>();
          for (Column column : lent) {
            values.add(Rows.value(column, row));
          }
          looked.incrementAndGet();
          if (predicate.test(values)) {
            Memory.putInt(output + 4L * kept++, row);
          }
        }
        return kept;
      }

      @Override
      public void close() {}
    };
  }
}
