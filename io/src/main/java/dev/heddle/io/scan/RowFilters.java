package dev.heddle.io.scan;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
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
  private static final int BATCHES_PER_ORDER = 16;
  private static final int BATCHES_PER_TRIAL = 64;

  private final ScanRequest request;
  private final MemoryAccount account;
  private final AdaptiveScanStatistics statistics;
  private final boolean[] noneCertain;
  private final List<ConjunctState> conjuncts = new ArrayList<>();
  private int movable; // how many of the first ones may change places
  private int batches;

  /** Starts the evaluations; the account pays for selections. */
  public RowFilters(ScanRequest request, MemoryAccount account) {
    this(request, account, new AdaptiveScanStatistics(request.filter(), new ScanMetrics()));
  }

  /**
   * Starts the evaluations; the account pays for selections.
   *
   * @param statistics what is known of the conjuncts, shared by the readers of a scan
   */
  public RowFilters(ScanRequest request, MemoryAccount account, AdaptiveScanStatistics statistics) {
    this.request = request;
    this.account = account;
    this.statistics = statistics;
    List<ScanFilter.Conjunct> all = request.filter().conjuncts();
    this.noneCertain = new boolean[all.size()];
    try {
      // What is decided by value cannot fail, so it may go before what can.
      for (boolean byValue : new boolean[] {true, false}) {
        for (int i = 0; i < all.size(); i++) {
          if (all.get(i).rows().isDecidedByValue() == byValue) {
            conjuncts.add(new ConjunctState(i, all.get(i).rows(), account));
            movable += byValue ? 1 : 0;
          }
        }
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
    order();
  }

  private void order() {
    conjuncts
        .subList(0, movable)
        .sort(
            (a, b) -> Double.compare(statistics.rank(a.position()), statistics.rank(b.position())));
  }

  /**
   * Returns the request's output columns under a selection of the rows that satisfy the filter, or
   * nothing if none does.
   *
   * @param columns the request's columns; lent, the batch holds its own ownership
   */
  public Optional<Batch> apply(int rows, Column[] columns) {
    return apply(rows, columns, null, rows, noneCertain);
  }

  /**
   * As {@link #apply(int, Column[])}, where some conjuncts are known to be true for all rows.
   *
   * @param isCertain for each conjunct of the request whether that is so
   */
  public Optional<Batch> apply(int rows, Column[] columns, boolean[] isCertain) {
    return apply(rows, columns, null, rows, isCertain);
  }

  /**
   * As {@link #apply(int, Column[])}, for some of the rows only.
   *
   * @param some ascending int32 positions of the rows to look at, taken over; or null for all
   * @param someRows how many rows to look at
   */
  public Optional<Batch> apply(int rows, Column[] columns, @Nullable Buffer some, int someRows) {
    return apply(rows, columns, some, someRows, noneCertain);
  }

  private Optional<Batch> apply(
      int rows, Column[] columns, @Nullable Buffer some, int someRows, boolean[] isCertain) {
    Buffer selection = some;
    try {
      int count = someRows;
      if (isAnyApplied(isCertain)) {
        long positions = 0;
        if (selection == null) {
          selection = account.allocate(4L * rows);
        } else {
          positions = selection.address();
        }
        count = narrow(rows, columns, positions, someRows, isCertain, selection.address());
        if (positions == 0 && count == rows) {
          selection.release(); // it need not have content
          selection = null;
        }
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

  private boolean isAnyApplied(boolean[] isCertain) {
    for (ConjunctState conjunct : conjuncts) {
      if (!isCertain[conjunct.position()]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Writes the positions of the rows that satisfy the filter, unless all {@code rows} do and are
   * looked at: then nothing need be written.
   *
   * @param columns the request's columns; lent. Those that only certain conjuncts read are not
   *     looked at
   * @param selection where ascending int32 positions of the rows to look at start, or 0 for all
   * @param count how many rows to look at
   * @param isCertain for each conjunct of the request whether it is known to be true for all of
   *     them
   * @param output room for {@code count} positions; may be {@code selection} itself
   * @return how many rows there are
   */
  public int narrow(
      int rows,
      @Nullable Column[] columns,
      long selection,
      int count,
      boolean[] isCertain,
      long output) {
    if (batches++ % BATCHES_PER_ORDER == 0 && movable > 1) {
      order();
    }
    long positions = selection;
    int left = count;
    for (int f = 0; f < conjuncts.size() && left > 0; f++) {
      ConjunctState conjunct = conjuncts.get(f);
      if (isCertain[conjunct.position()] || isLeftOut(conjunct)) {
        continue;
      }
      List<Integer> wanted = conjunct.filter().columns();
      Column[] lent = new Column[wanted.size()];
      for (int i = 0; i < lent.length; i++) {
        lent[i] = columns[wanted.get(i)];
      }
      long begun = System.nanoTime();
      int before = left;
      left = conjunct.narrow(lent, rows, positions, left, output);
      positions = output;
      statistics.noteConjunct(conjunct.position(), System.nanoTime() - begun, before, left);
    }
    return left;
  }

  /**
   * As {@link #narrow} for one conjunct, whose only column is packed; where that conjunct does not
   * pay, all rows are left.
   *
   * @param position of the conjunct in the request's filter
   * @param batch number of the batch, counted up: now and then a conjunct that does not pay is
   *     tried again
   * @return how many rows are left, or -1 if it cannot be done on packed numbers
   */
  public int narrowPacked(
      int position, PackedNumbers numbers, int batch, long selection, int count, long output) {
    for (ConjunctState conjunct : conjuncts) {
      if (conjunct.position() != position) {
        continue;
      }
      if (conjunct.filter().isOptional()
          && batch % BATCHES_PER_TRIAL != 0
          && statistics.isUseless(position)) {
        return count;
      }
      long begun = System.nanoTime();
      int left = conjunct.narrowPacked(numbers, selection, count, output);
      if (left >= 0) {
        statistics.noteConjunct(position, System.nanoTime() - begun, count, left);
      }
      return left;
    }
    return -1;
  }

  /**
   * Decides a conjunct of the request for the entries of a dictionary, as {@link
   * ConjunctState#outcomes} does; or returns null where its value in a row does not decide it.
   */
  public byte @Nullable [] outcomes(int position, Column dictionary) {
    for (ConjunctState conjunct : conjuncts) {
      if (conjunct.position() == position && conjunct.isDecidedByValue()) {
        return conjunct.outcomes(dictionary);
      }
    }
    return null;
  }

  /** Whether a conjunct need not be applied and does not pay; it is tried again now and then. */
  private boolean isLeftOut(ConjunctState conjunct) {
    return conjunct.filter().isOptional()
        && batches % BATCHES_PER_TRIAL != 0
        && statistics.isUseless(conjunct.position());
  }

  @Override
  public void close() {
    conjuncts.forEach(ConjunctState::close);
    conjuncts.clear();
  }

  /**
   * Keeps all rows that an evaluation looks at, see {@link RowFilter.Evaluation#narrow}.
   *
   * @return how many there are
   */
  public static int keepAll(long selection, int count, long output) {
    if (selection == 0) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(output + 4L * i, i);
      }
    } else if (selection != output) {
      Memory.copy(selection, output, 4L * count);
    }
    return count;
  }
}
