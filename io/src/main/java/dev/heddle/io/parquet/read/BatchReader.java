package dev.heddle.io.parquet.read;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.decode.ChunkReader;
import dev.heddle.io.parquet.decode.RowBitmaps;
import dev.heddle.io.parquet.decode.ValueForm;
import dev.heddle.io.scan.AdaptiveScanStatistics;
import dev.heddle.io.scan.ConjunctGroup;
import dev.heddle.io.scan.ConjunctState;
import dev.heddle.io.scan.RowFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the next rows of all columns, or parts of them, those of the filter first.
 *
 * <p>For each batch the columns of the first conjunct are decoded and the conjunct is applied, then
 * those of the next, as long as rows are left; the other columns are decoded last, or stepped over
 * if no row is left, so that pages without a surviving row are not even decompressed. As soon as
 * few rows are left, further columns are decoded at these rows only, and the batch is dense;
 * otherwise it carries a selection. Conjuncts that cannot fail go in the order of what they cost
 * and take away, as measured.
 */
final class BatchReader implements AutoCloseable {
  // one in this many of all rows is few
  private static final double SPARSE_SHARE = 0.5;
  private static final int MIN_FITTING = 1024;
  // how much slower looking at single rows is than at all of them
  private static final int MASKED_ONE_IN = 12;
  private static final int BATCHES_PER_ORDER = 16;
  private static final int BATCHES_PER_TRIAL = 64;

  private final ColumnParts parts;
  private final MemoryAccount account;
  private final AdaptiveScanStatistics statistics;
  private final ChunkReader[] readers; // one a part, as all that follows
  private final List<Decision> conjuncts = new ArrayList<>();
  private final @Nullable ConjunctGroup[] groups; // of each part those that it decides alone
  private int movable; // the number of first ones that may go in any order
  private int batches;
  private final boolean[] isOutput;
  private final boolean[] isLooked; // needed by one conjunct only, which is decided by its value

  /**
   * A conjunct and what it is decided over.
   *
   * @param single the only part that it is decided over, or -1
   */
  private record Decision(ConjunctState state, ColumnAssembly[] inputs, int single) {
    static Decision of(ConjunctState state, List<ColumnAssembly> inputs) {
      boolean isSingle = inputs.size() == 1 && inputs.getFirst() instanceof ColumnAssembly.Part;
      int single = isSingle ? ((ColumnAssembly.Part) inputs.getFirst()).part() : -1;
      return new Decision(state, inputs.toArray(ColumnAssembly[]::new), single);
    }

    int position() {
      return state.position();
    }

    /** Whether the values of its only part decide it. */
    boolean isByPart() {
      return single >= 0 && state.isDecidedByValue();
    }

    void forEachPart(IntConsumer action) {
      for (ColumnAssembly input : inputs) {
        input.forEachPart(action);
      }
    }
  }

  // the batch under way
  private final @Nullable Column[] whole; // decoded at all rows
  private final @Nullable Column[] picked; // at the rows of the selection
  private final boolean[] isPassed; // whether the column's reader is behind the batch
  private @Nullable Buffer selection;
  private @Nullable Buffer mask; // a bit for each row that is left
  private boolean isMasked; // whether the mask is what counts, not the selection
  private int rows;
  private int count; // of rows left
  private boolean isSparse;

  /** Makes it over one reader a part; they stay the caller's. */
  BatchReader(
      ColumnParts parts,
      ChunkReader[] readers,
      MemoryAccount account,
      AdaptiveScanStatistics statistics) {
    this.parts = parts;
    this.readers = readers;
    this.account = account;
    this.statistics = statistics;
    int count = readers.length;
    this.whole = new Column[count];
    this.picked = new Column[count];
    this.isPassed = new boolean[count];
    this.isOutput = new boolean[count];
    this.isLooked = new boolean[count];
    this.groups = new ConjunctGroup[count];
    for (ColumnAssembly output : parts.outputs()) {
      output.forEachPart(part -> isOutput[part] = true);
    }
    try {
      startConjuncts();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void startConjuncts() {
    // What is decided by value cannot fail, so it may go before what can.
    List<ColumnParts.Decision> all = parts.conjuncts();
    for (boolean byValue : new boolean[] {true, false}) {
      for (int i = 0; i < all.size(); i++) {
        RowFilter rows = all.get(i).rows();
        if (rows.isDecidedByValue() == byValue) {
          conjuncts.add(Decision.of(new ConjunctState(i, rows, account), all.get(i).inputs()));
          movable += byValue ? 1 : 0;
        }
      }
    }
    for (int part = 0; part < groups.length; part++) {
      List<ConjunctState> own = new ArrayList<>();
      for (Decision conjunct : conjuncts) {
        if (conjunct.single == part && conjunct.isByPart()) {
          own.add(conjunct.state);
        }
      }
      groups[part] = own.isEmpty() ? null : new ConjunctGroup(own);
    }
    int[] uses = new int[readers.length];
    for (Decision conjunct : conjuncts) {
      conjunct.forEachPart(part -> uses[part]++);
    }
    for (Decision conjunct : conjuncts) {
      if (conjunct.isByPart()) {
        isLooked[conjunct.single] = uses[conjunct.single] == 1 && !isOutput[conjunct.single];
      }
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
   * Returns whether a filter has to be applied to some rows, of which few are likely to be left.
   */
  boolean keepsFew(ParquetSplit.Part part, long from, long to) {
    if (!statistics.fewRowsAreNeeded()) {
      return false;
    }
    for (Decision conjunct : conjuncts) {
      if (!part.isCertain(conjunct.position(), from, to)) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many of the next rows to filter at once: where a page ends is a good end. */
  int fitting(int wanted) {
    int[] fitting = {wanted};
    for (Decision conjunct : conjuncts) {
      conjunct.forEachPart(
          part -> {
            int atHand = readers[part].rowsAtHand();
            fitting[0] = atHand < MIN_FITTING ? fitting[0] : Math.min(fitting[0], atHand);
          });
    }
    return fitting[0];
  }

  /**
   * Returns those of the next rows that satisfy the filter, if there are any.
   *
   * @param newRows how many; over {@link Batch#MAX_ROWS} only where {@link #keepsFew}, and even so
   *     more may be left than a batch should have
   * @param part the part that they are of
   * @param row the first of them
   */
  Optional<Batch> read(int newRows, ParquetSplit.Part part, long row) {
    rows = newRows;
    count = rows;
    isSparse = false;
    isMasked = false;
    boolean isFiltered = false;
    if (batches++ % BATCHES_PER_ORDER == 0 && movable > 1) {
      order();
    }
    try {
      for (Decision conjunct : conjuncts) {
        conjunct.state.noteRows(rows);
      }
      if (failsByDictionary()) {
        statistics.noteBatch(rows, 0);
        return Optional.empty();
      }
      for (Decision conjunct : conjuncts) {
        if (part.isCertain(conjunct.position(), row, row + rows) || isLeftOut(conjunct)) {
          continue;
        }
        narrow(conjunct);
        isFiltered = true;
        if (count == 0) {
          break;
        }
      }
      settle();
      if (isFiltered) {
        statistics.noteBatch(rows, count);
      }
      return count == 0 ? Optional.empty() : Optional.of(batch());
    } finally {
      passRest();
      release();
    }
  }

  /** Whether the dictionary of one column shows that no row is left of this row group. */
  private boolean failsByDictionary() {
    for (int part = 0; part < groups.length; part++) {
      ConjunctGroup group = groups[part];
      if (group != null && readers[part].failsAll(group)) {
        statistics.noteConjunct(group.position(), 0, rows, 0);
        count = 0;
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a conjunct need not be applied and does not pay; it is tried again now and then, and
   * when it has learnt something.
   */
  private boolean isLeftOut(Decision conjunct) {
    return conjunct.state.filter().isOptional()
        && batches % BATCHES_PER_TRIAL != 0
        && !conjunct.state.isDue()
        && statistics.isUseless(conjunct.position());
  }

  private void narrow(Decision conjunct) {
    long begun = System.nanoTime();
    int before = count;
    if (!mask(conjunct)) {
      settle();
      if (isSparse) {
        narrowSparse(conjunct);
      } else {
        narrowWhole(conjunct);
      }
    }
    isSparse = count <= SPARSE_SHARE * rows;
    statistics.noteConjunct(conjunct.position(), System.nanoTime() - begun, before, count);
  }

  /** Applies a conjunct to the bitmap of all rows; returns false if that does not go or pay. */
  private boolean mask(Decision conjunct) {
    if (selection != null || !mayLook(conjunct) || count * MASKED_ONE_IN < rows) {
      return false;
    }
    if (!isMasked) {
      if (mask != null && mask.capacity() < RowBitmaps.bytesFor(rows)) {
        mask.release();
        mask = null;
      }
      if (mask == null) {
        mask = account.allocate(RowBitmaps.bytesFor(rows));
      }
      RowBitmaps.fill(mask.address(), rows);
    }
    int left = readers[conjunct.single].mask(rows, conjunct.state, mask.address());
    if (left < 0) {
      return false;
    }
    isMasked = true;
    count = left;
    return true;
  }

  /** Makes the bitmap a selection, unless all rows are left. */
  private void settle() {
    if (isMasked && count > 0 && count < rows) {
      selection = account.allocate(4L * count);
      RowBitmaps.positions(mask.address(), rows, 0, selection.address());
    }
    isMasked = false;
  }

  private void narrowWhole(Decision conjunct) {
    if (selection == null && conjunct.isByPart() && isLooked[conjunct.single]) {
      selection = account.allocate(4L * rows);
      count = look(0, conjunct, selection.address());
      return;
    }
    long positions = selection == null ? 0 : selection.address();
    if (selection == null) {
      selection = account.allocate(4L * rows);
    }
    count = narrow(conjunct, false, positions, count, selection.address());
  }

  /** Applies a conjunct to decoded columns: at all rows, or at those that are left. */
  private int narrow(Decision conjunct, boolean ofPicked, long positions, int some, long output) {
    ValueForm form = conjunct.state.isDecidedByValue() ? ValueForm.CODES : ValueForm.VALUES;
    int all = ofPicked ? count : rows;
    Column[] columns =
        Column.makeAll(conjunct.inputs.length, i -> assembled(conjunct.inputs[i], ofPicked, form));
    try {
      return conjunct.state.narrow(columns, all, positions, some, output);
    } finally {
      Column.releaseAll(columns);
    }
  }

  private Column assembled(ColumnAssembly assembly, boolean ofPicked, ValueForm form) {
    return assembly.of(
        ofPicked ? count : rows, part -> ofPicked ? picked(part, form) : whole(part, form));
  }

  /** Whether a conjunct may be decided without its column, which has not been decoded. */
  private boolean mayLook(Decision conjunct) {
    return conjunct.isByPart() && !isPassed[conjunct.single];
  }

  /** Applies a conjunct without its column; returns -1 if that does not go. */
  private int look(long positions, Decision conjunct, long output) {
    ChunkReader reader = readers[conjunct.single];
    if (!isLooked[conjunct.single]) { // is needed again
      return reader.peek(rows, positions, count, conjunct.state, output);
    }
    isPassed[conjunct.single] = true;
    return reader.narrow(rows, positions, count, conjunct.state, output);
  }

  private void narrowSparse(Decision conjunct) {
    Buffer passed = account.allocate(4L * count);
    try {
      int left = mayLook(conjunct) ? look(selection.address(), conjunct, passed.address()) : -1;
      if (left < 0) {
        left = narrow(conjunct, true, 0, count, passed.address());
      }
      if (left > 0 && left < count) {
        for (int i = 0; i < picked.length; i++) {
          Column column = picked[i];
          if (column != null) {
            picked[i] = Gather.rows(column, passed.address(), left, account);
            column.release();
          }
        }
        keep(selection.address(), passed.address(), left);
      }
      count = left;
    } finally {
      passed.release();
    }
  }

  /** Leaves of a selection what is at some of its places, ascending. */
  private static void keep(long selection, long places, int count) {
    for (int i = 0; i < count; i++) {
      int row = Memory.getInt(selection + 4L * Memory.getInt(places + 4L * i));
      Memory.putInt(selection + 4L * i, row);
    }
  }

  /** Returns a column at all rows, lent; only text comes as codes unless they are wanted. */
  private Column whole(int column, ValueForm form) {
    if (whole[column] == null) {
      isPassed[column] = true;
      whole[column] = readers[column].read(rows, form);
    }
    return decoded(whole, column, form);
  }

  /** Returns a column at the rows that are left, lent; codes as for {@link #whole}. */
  private Column picked(int column, ValueForm form) {
    if (picked[column] == null) {
      Column all = whole[column];
      if (all != null) {
        picked[column] = Gather.rows(all, selection.address(), count, account);
      } else {
        isPassed[column] = true;
        picked[column] = readers[column].pick(rows, selection.address(), count, form);
      }
    }
    return decoded(picked, column, form);
  }

  private Column decoded(@Nullable Column[] columns, int column, ValueForm form) {
    Column known = columns[column];
    if (form == ValueForm.VALUES && known.isDictionary() && !known.layout().isText()) {
      Column plain = Gather.decode(known, account);
      known.release();
      columns[column] = plain;
      return plain;
    }
    return known;
  }

  private Batch batch() {
    for (int i = 0; i < readers.length; i++) {
      if (isOutput[i] && !isPassed[i]) {
        readers[i].announce(rows);
      }
    }
    boolean isDense = selection != null && (isSparse || rows > Batch.MAX_ROWS);
    Column[] outputs =
        Column.makeAll(
            parts.outputs().size(),
            i -> assembled(parts.outputs().get(i), isDense, ValueForm.VALUES));
    if (isDense || count == rows) {
      return Batch.of(account, count, outputs);
    }
    Buffer given = selection;
    selection = null;
    return Batch.selected(account, rows, given, count, outputs);
  }

  private void passRest() {
    for (int i = 0; i < readers.length; i++) {
      if (!isPassed[i]) {
        readers[i].skip(rows);
      }
      isPassed[i] = false;
    }
  }

  private void release() {
    if (selection != null) {
      selection.release();
      selection = null;
    }
    for (int i = 0; i < whole.length; i++) {
      whole[i] = released(whole[i]);
      picked[i] = released(picked[i]);
    }
  }

  private static @Nullable Column released(@Nullable Column column) {
    if (column != null) {
      column.release();
    }
    return null;
  }

  @Override
  public void close() {
    if (mask != null) {
      mask.release();
      mask = null;
    }
    conjuncts.forEach(conjunct -> conjunct.state.close());
    conjuncts.clear();
  }
}
