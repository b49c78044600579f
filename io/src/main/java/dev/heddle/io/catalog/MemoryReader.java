package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.AdaptiveScanStatistics;
import dev.heddle.io.scan.PrunedColumns;
import dev.heddle.io.scan.RowFilters;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.SplitReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads parts of a table in memory: decides what it can on packed columns, makes columns of the
 * rows that are left, has the other conjuncts look at these, and brings rows together where few are
 * left of each chunk.
 */
final class MemoryReader implements SplitReader {
  private static final int MAX_COLLECTED_ROWS = Batch.MAX_ROWS / 2;
  private static final int MISSING_ONE_IN = 8; // one row in 8
  private static final int BATCHES_PER_ORDER = 16;

  private final ScanRequest request;
  private final ScanMetrics metrics;
  private final MemoryAccount account;
  private final RowFilters filters;
  private final ChunkPredicates tests;
  private final Buffer scratch;
  private final long positions; // in the chunk, of the rows that are left
  private final long within; // positions among these
  private final @Nullable Column[] columns; // of the rows left by the tests; owned while needed
  private final DenseRows few;
  private final AdaptiveScanStatistics statistics;
  private final int[] optional; // conjuncts on one column that need not be applied
  private int batches;
  private List<MemoryChunk> chunks = List.of();
  private int next;
  private @Nullable Batch ready;
  private boolean isClosed;

  MemoryReader(
      Schema schema,
      ScanRequest request,
      ScanMetrics metrics,
      AdaptiveScanStatistics statistics,
      MemoryAccount account) {
    this.request = request;
    this.metrics = metrics;
    this.account = account;
    this.columns = new Column[request.columns().size()];
    this.statistics = statistics;
    List<ScanFilter.Conjunct> conjuncts = request.filter().conjuncts();
    this.optional =
        IntStream.range(0, conjuncts.size())
            .filter(i -> conjuncts.get(i).rows().isOptional())
            .filter(i -> conjuncts.get(i).rows().columns().size() == 1)
            .toArray();
    this.few = new DenseRows(request.outputs().size(), account);
    this.filters = new RowFilters(request, account, statistics);
    this.tests = new ChunkPredicates(request, schema, filters, statistics, account);
    this.scratch = account.allocate(8L * Batch.MAX_ROWS);
    this.positions = scratch.address();
    this.within = positions + 4L * Batch.MAX_ROWS;
  }

  /** Begins with some chunks, when those before have been read. */
  void start(List<MemoryChunk> others) {
    chunks = others;
    next = 0;
  }

  @Override
  public Optional<Batch> next() {
    if (ready != null) {
      return moveReady();
    }
    while (next < chunks.size()) {
      MemoryChunk chunk = chunks.get(next++);
      metrics.rowGroups.increment();
      if (!tests.mayHaveRows(chunk)) {
        metrics.rowGroupsPruned.increment();
        continue;
      }
      metrics.rowsRead.add(chunk.rows());
      Batch batch = read(chunk);
      if (batch != null) {
        return Optional.of(batch);
      }
    }
    return few.rows() > 0 ? Optional.of(few.build()) : Optional.empty();
  }

  private Optional<Batch> moveReady() {
    Optional<Batch> moved = Optional.ofNullable(ready);
    ready = null;
    return moved;
  }

  /** Returns rows of this chunk, or of those before; or null if there are none for now. */
  private @Nullable Batch read(MemoryChunk chunk) {
    int rows = chunk.rows();
    int count = tests.narrow(chunk);
    if (count == 0) {
      return null;
    }
    if (count < rows) {
      PackedCodes.positions(tests.bits(), rows, positions);
    }
    count = narrowPacked(chunk, count);
    if (count == 0) {
      return null;
    }
    try {
      int kept = count;
      if (isAnyLeft()) {
        makeColumns(chunk, count == rows ? 0 : positions, count);
        kept = filters.narrow(count, columns, 0, count, tests.isDone(), within);
        if (kept > 0 && kept < count) {
          compose(count < rows, kept);
        }
      }
      metrics.rowsDelivered.add(kept);
      if (kept == 0) {
        return null;
      }
      if (kept <= MAX_COLLECTED_ROWS && kept < rows && areCollected(chunk)) {
        return collect(chunk, kept);
      }
      Batch batch = batch(chunk, count, kept);
      if (few.rows() == 0) {
        return batch;
      }
      ready = batch;
      return few.build();
    } finally {
      releaseColumns();
    }
  }

  /** Applies what a running query has found out to packed keys. */
  private int narrowPacked(MemoryChunk chunk, int count) {
    if (optional.length == 0) {
      return count;
    }
    if (batches++ % BATCHES_PER_ORDER == 0) {
      order();
    }
    int left = count;
    for (int conjunct : optional) {
      int column = request.filter().conjuncts().get(conjunct).rows().columns().getFirst();
      PackedColumn packed = chunk.packed(request.columns().get(column));
      if (left == 0
          || tests.isDone()[conjunct]
          || packed == null
          || packed.mayHaveNulls()
          || packed.dictionary() != null) {
        continue;
      }
      long selection = left == chunk.rows() ? 0 : positions;
      int found =
          filters.narrowPacked(conjunct, packed.numbers(), batches, selection, left, positions);
      if (found >= 0) {
        tests.isDone()[conjunct] = true;
        left = found;
      }
    }
    return left;
  }

  /** Puts what takes away most rows for its cost first. */
  private void order() {
    for (int i = 1; i < optional.length; i++) {
      for (int j = i; j > 0 && rank(optional[j]) < rank(optional[j - 1]); j--) {
        int other = optional[j];
        optional[j] = optional[j - 1];
        optional[j - 1] = other;
      }
    }
  }

  private double rank(int conjunct) {
    return statistics.rank(conjunct);
  }

  private boolean isAnyLeft() {
    for (boolean isDone : tests.isDone()) {
      if (!isDone) {
        return true;
      }
    }
    return false;
  }

  /** Makes those columns that the conjuncts read that are left. */
  private void makeColumns(MemoryChunk chunk, long selection, int count) {
    boolean[] isDone = tests.isDone();
    List<ScanFilter.Conjunct> conjuncts = request.filter().conjuncts();
    for (int i = 0; i < isDone.length; i++) {
      if (!isDone[i]) {
        for (int column : conjuncts.get(i).rows().columns()) {
          if (columns[column] == null) {
            columns[column] = make(chunk, column, selection, count);
          }
        }
      }
    }
  }

  private Column make(MemoryChunk chunk, int index, long selection, int count) {
    int column = request.columns().get(index);
    PackedColumn packed = chunk.packed(column);
    if (packed != null) {
      return selection == 0 ? packed.decode(account) : packed.decode(selection, count, account);
    }
    Column pruned = PrunedColumns.of(request, index, chunk.plain(column));
    if (selection == 0) {
      return pruned;
    }
    try {
      return Gather.rows(pruned, selection, count, account);
    } finally {
      pruned.release();
    }
  }

  /** Makes positions among the rows that the tests left positions in the chunk. */
  private void compose(boolean isSelected, int kept) {
    long target = positions;
    long rows = within;
    if (!isSelected) {
      Memory.copy(rows, target, 4L * kept);
      return;
    }
    for (int i = 0; i < kept; i++) { // ascending, so none is read that has been overwritten
      Memory.putInt(target + 4L * i, Memory.getInt(target + 4L * Memory.getInt(rows + 4L * i)));
    }
  }

  private boolean areCollected(MemoryChunk chunk) {
    for (int output : request.outputs()) {
      if (!DenseRows.takes(chunk, request.columns().get(output))) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Batch collect(MemoryChunk chunk, int kept) {
    boolean fits = few.rows() + kept <= Batch.MAX_ROWS;
    for (int i = 0; i < request.outputs().size(); i++) {
      fits &= few.fits(i, chunk, request.columns().get(request.outputs().get(i)));
    }
    Batch full = fits ? null : few.build();
    for (int i = 0; i < request.outputs().size(); i++) {
      int column = request.columns().get(request.outputs().get(i));
      few.append(i, chunk, column, positions, kept);
    }
    few.count(kept);
    return full;
  }

  private Batch batch(MemoryChunk chunk, int count, int kept) {
    boolean isWhole = kept == chunk.rows();
    if (!isWhole && kept > chunk.rows() - chunk.rows() / MISSING_ONE_IN) {
      return selected(chunk, count, kept);
    }
    long chosen = isWhole ? 0 : positions;
    return Batch.of(account, kept, outputs(chunk, kept == count, chosen, kept));
  }

  /** Returns most rows of a chunk under a selection: making all of them is cheaper then. */
  private Batch selected(MemoryChunk chunk, int count, int kept) {
    int rows = chunk.rows();
    Buffer selection = account.allocate(4L * kept);
    try {
      Memory.copy(positions, selection.address(), 4L * kept);
      Column[] outputs = outputs(chunk, count == rows, 0, rows);
      return Batch.selected(account, rows, selection, kept, outputs);
    } catch (Throwable e) {
      selection.release();
      throw e;
    }
  }

  /** Makes the outputs of some rows; those that the filter has made of these rows are shared. */
  private Column[] outputs(MemoryChunk chunk, boolean mayShare, long chosen, int rows) {
    return Column.makeAll(
        request.outputs().size(),
        i -> {
          int index = request.outputs().get(i);
          Column known = columns[index];
          return known != null && mayShare ? known.retain() : make(chunk, index, chosen, rows);
        });
  }

  private void releaseColumns() {
    for (int i = 0; i < columns.length; i++) {
      Column column = columns[i];
      if (column != null) {
        column.release();
        columns[i] = null;
      }
    }
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (ready != null) {
      ready.close();
      ready = null;
    }
    few.close();
    releaseColumns();
    filters.close();
    tests.close();
    scratch.release();
  }
}
