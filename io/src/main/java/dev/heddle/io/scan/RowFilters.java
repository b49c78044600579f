package dev.heddle.io.scan;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thread's evaluation of a request's filter over columns that are already decoded, for readers
 * that have nothing to gain from deciding earlier.
 */
public final class RowFilters implements AutoCloseable {
  private final ScanRequest request;
  private final MemoryAccount account;
  private final List<RowFilter> filters = new ArrayList<>();
  private final List<RowFilter.Evaluation> evaluations = new ArrayList<>();

  /** Starts the evaluations; the account pays for selections. */
  public RowFilters(ScanRequest request, MemoryAccount account) {
    this.request = request;
    this.account = account;
    for (ScanFilter.Conjunct conjunct : request.filter().conjuncts()) {
      filters.add(conjunct.rows());
      evaluations.add(conjunct.rows().start(account));
    }
  }

  /**
   * Returns the request's output columns under a selection of the rows that satisfy the filter, or
   * nothing if none does.
   *
   * @param columns the request's columns; lent, the batch holds its own ownership
   */
  public Optional<Batch> apply(int rows, Column[] columns) {
    return apply(rows, columns, null, rows);
  }

  /**
   * As {@link #apply(int, Column[])}, for some of the rows only.
   *
   * @param some ascending int32 positions of the rows to look at, taken over; or null for all
   * @param someRows how many rows to look at
   */
  public Optional<Batch> apply(int rows, Column[] columns, @Nullable Buffer some, int someRows) {
    Buffer selection = some;
    try {
      int count = someRows;
      for (int f = 0; f < filters.size() && count > 0; f++) {
        List<Integer> wanted = filters.get(f).columns();
        Column[] lent = new Column[wanted.size()];
        for (int i = 0; i < lent.length; i++) {
          lent[i] = columns[wanted.get(i)];
        }
        long positions = selection == null ? 0 : selection.address();
        if (selection == null) {
          selection = account.allocate(4L * rows);
        }
        count = evaluations.get(f).narrow(lent, rows, positions, count, selection.address());
      }
      if (count == 0) {
        return Optional.empty();
      }
      Column[] outputs = new Column[request.outputs().size()];
      for (int i = 0; i < outputs.length; i++) {
        outputs[i] = columns[request.outputs().get(i)].retain();
      }
      if (selection == null || count == rows) {
        return Optional.of(Batch.of(account, rows, outputs));
      }
      Buffer given = selection;
      selection = null;
      return Optional.of(Batch.selected(account, rows, given, count, outputs));
    } finally {
      if (selection != null) {
        selection.release();
      }
    }
  }

  @Override
  public void close() {
    evaluations.forEach(RowFilter.Evaluation::close);
    evaluations.clear();
  }
}
