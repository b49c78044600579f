package dev.heddle.io.dataset;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.RowFilters;
import java.util.List;

/** Keeps every row: for a conjunct that is applied later and only prunes parts here. */
record KeepAll() implements RowFilter {
  @Override
  public List<Integer> columns() {
    return List.of();
  }

  @Override
  public boolean isDecidedByValue() {
    return false;
  }

  @Override
  public Evaluation start(MemoryAccount account) {
    return new Evaluation() {
      @Override
      public int narrow(Column[] columns, int rows, long selection, int count, long output) {
        return RowFilters.keepAll(selection, count, output);
      }

      @Override
      public void close() {}
    };
  }
}
