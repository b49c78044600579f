package dev.heddle.physical.join;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.row.ScratchBuffer;
import dev.heddle.physical.row.SortOrdinals;
import dev.heddle.physical.sort.SortedRows;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table for joins by inequalities: the build rows, or those with equal keys, in the order of a
 * column, so that those between a left row's bounds are adjacent. Rows with a null in one of the
 * columns that are bounded are not there. Of adjacent rows those that a bound of another column
 * leaves out are passed over by a {@link MaximaTree}, so that a left row costs about as much as it
 * has matches, however many rows one of the bounds lets in.
 *
 * <p>Rows have numbers of the table's own, which ascend with the column and which {@link #toIds}
 * makes ids of. With keys, a plain table finds a row with the key, and that leads to the run of
 * numbers of all of them.
 */
final class OrderedJoinTable extends JoinTable {
  /** To compare a left row with fewer candidates than this costs less than to order them. */
  private static final int SMALL_CANDIDATES = 6;

  private static final int SAMPLES = 1 << 10;

  private final JoinRange range;
  private final Buffer words; // of the column, ascending as signed numbers in each run
  private final Buffer ids;
  private final int rows;
  private final @Nullable MaximaTree others; // words of the other column; none without its bound
  private final @Nullable JoinTable keyed; // leads to the first row on a chain; none without keys
  private final @Nullable Buffer runs; // of each such row the first number and the one behind

  private OrderedJoinTable(
      JoinRange range,
      Buffer words,
      Buffer ids,
      int rows,
      @Nullable MaximaTree others,
      @Nullable JoinTable keyed,
      @Nullable Buffer runs) {
    this.range = range;
    this.words = words;
    this.ids = ids;
    this.rows = rows;
    this.others = others;
    this.keyed = keyed;
    this.runs = runs;
  }

  /** Makes a table over stored rows, which stay the caller's, of a join without keys. */
  static OrderedJoinTable of(
      RowStore store, JoinRange range, MemoryAccount account, TaskContext context) {
    Buffer ids = sorted(store, range.column(), context);
    try {
      int rows = 0;
      for (int i = 0; i < store.rows(); i++) {
        int id = id(ids, i);
        Memory.putInt(ids.address() + 4L * rows, id);
        rows += hasNull(store, range, id) ? 0 : 1;
      }
      return of(store, range, ids, rows, null, null, account);
    } catch (Throwable e) {
      ids.release();
      throw e;
    }
  }

  /** Returns whether a row is outside of all ranges. */
  private static boolean hasNull(RowStore store, JoinRange range, int row) {
    return store.isNull(range.column(), row)
        || (range.other().isPresent() && store.isNull(range.other().get().column(), row));
  }

  /** Returns the ids of the rows in the order of a column, those that are null last. */
  private static Buffer sorted(RowStore store, int column, TaskContext context) {
    SortOrder order = new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST);
    return SortedRows.ids(store, List.of(order), context);
  }

  private static OrderedJoinTable of(
      RowStore store,
      JoinRange range,
      Buffer ids,
      int rows,
      @Nullable JoinTable keyed,
      @Nullable Buffer runs,
      MemoryAccount account) {
    Buffer words = account.allocate(8L * Math.max(1, rows));
    MaximaTree others = null;
    try {
      fill(store, range.column(), ids, rows, words.address());
      if (range.other().isPresent()) {
        others = new MaximaTree(rows, account);
        fillOthers(store, range.other().get(), ids, rows, others);
      }
      return new OrderedJoinTable(range, words, ids, rows, others, keyed, runs);
    } catch (Throwable e) {
      words.release();
      if (others != null) {
        others.close();
      }
      throw e;
    }
  }

  /** Returns what an order of this number of rows takes, while it is made, beside a plain table. */
  static long bytes(long rows) {
    return 64 * rows;
  }

  /** Returns whether left rows have enough candidates for an order of these to pay. */
  static boolean pays(JoinTable keyed, int rows) {
    long steps = 0;
    int samples = Math.min(rows, SAMPLES);
    for (int i = 0; i < samples; i++) {
      int row = (int) ((long) i * rows / samples);
      for (int on = 0; on < 4 * SMALL_CANDIDATES; on++) {
        row = keyed.next(row);
        if (row == NONE) {
          break;
        }
        steps++;
      }
    }
    return 2 * steps > (long) SMALL_CANDIDATES * samples; // half of a chain is before a row
  }

  /**
   * Makes a table over stored rows, which stay the caller's, of a join with keys.
   *
   * @param keyed finds the first of rows with a key, which the others are chained to; taken over
   *     unless this throws
   * @param leftOut one byte a row, set for those that are on no chain; or 0
   */
  static OrderedJoinTable of(
      RowStore store,
      JoinRange range,
      JoinTable keyed,
      long leftOut,
      MemoryAccount account,
      TaskContext context) {
    int count = store.rows();
    Buffer runs = null;
    Buffer ids = null;
    try (ScratchBuffer scratch = new ScratchBuffer(account)) {
      runs = account.allocate(8L * Math.max(1, count));
      long heads = scratch.reserve(4L * Math.max(1, count)); // of each row the first on its chain
      int rows = layOut(store, range, keyed, leftOut, heads, runs.address(), context);
      ids = account.allocate(4L * Math.max(1, rows));
      Buffer sorted = sorted(store, range.column(), context);
      try {
        for (int i = 0; i < count; i++) {
          int id = id(sorted, i);
          int head = Memory.getInt(heads + 4L * id);
          if (head != NONE) {
            long end = runs.address() + 8L * head + 4;
            int number = Memory.getInt(end);
            Memory.putInt(ids.address() + 4L * number, id);
            Memory.putInt(end, number + 1);
          }
        }
      } finally {
        sorted.release();
      }
      return of(store, range, ids, rows, keyed, runs, account);
    } catch (Throwable e) {
      if (runs != null) {
        runs.release();
      }
      if (ids != null) {
        ids.release();
      }
      throw e;
    }
  }

  /**
   * Gives each chain room for its rows, and returns that of all: writes where its run begins,
   * twice, and for each row the first one on its chain, or {@link #NONE} if it matches nothing.
   */
  private static int layOut(
      RowStore store,
      JoinRange range,
      JoinTable keyed,
      long leftOut,
      long heads,
      long runs,
      TaskContext context) {
    int count = store.rows();
    boolean mayHaveNulls =
        store.mayHaveNulls(range.column())
            || (range.other().isPresent() && store.mayHaveNulls(range.other().get().column()));
    Memory.fill(heads, 4L * count, (byte) 0);
    for (int row = 0; row < count; row++) {
      int next = keyed.next(row);
      if (next != NONE) {
        Memory.putInt(heads + 4L * next, 1); // so it is not the first
      }
    }
    int all = 0;
    for (int row = 0; row < count; row++) {
      if ((row & RowStore.CHUNK_MASK) == 0) {
        context.checkCancelled();
      }
      boolean isFirst = Memory.getInt(heads + 4L * row) == 0;
      Memory.putInt(heads + 4L * row, isFirst ? row : NONE);
    }
    for (int row = 0; row < count; row++) {
      if (Memory.getInt(heads + 4L * row) != row) {
        continue;
      }
      if (leftOut != 0 && Memory.getByte(leftOut + row) != 0) {
        Memory.putInt(heads + 4L * row, NONE);
        continue;
      }
      Memory.putInt(runs + 8L * row, all);
      Memory.putInt(runs + 8L * row + 4, all);
      for (int on = row; on != NONE; on = keyed.next(on)) {
        boolean isIn = !mayHaveNulls || !hasNull(store, range, on);
        Memory.putInt(heads + 4L * on, isIn ? row : NONE);
        all += isIn ? 1 : 0;
      }
    }
    return all;
  }

  private static int id(Buffer ids, int number) {
    return Memory.getInt(ids.address() + 4L * number);
  }

  private static void fill(RowStore store, int column, Buffer ids, int rows, long target) {
    boolean isFloat = store.type(column).isFloat();
    for (int i = 0; i < rows; i++) {
      int id = id(ids, i);
      Column chunk = store.chunk(column, id >>> RowStore.CHUNK_SHIFT);
      long word = KeyEquality.word(chunk.layout(), chunk.values(), id & RowStore.CHUNK_MASK);
      Memory.putLong(target + 8L * i, isFloat ? SortOrdinals.ordered(word) : word);
    }
  }

  /** Writes words that are above a bound where the column is within it. */
  private static void fillOthers(
      RowStore store, JoinRange.Bound bound, Buffer ids, int rows, MaximaTree others) {
    long target = others.words();
    fill(store, bound.column(), ids, rows, target);
    for (int i = 0; i < rows && !bound.isLower(); i++) {
      Memory.putLong(target + 8L * i, ~Memory.getLong(target + 8L * i));
    }
    others.complete();
  }

  /** Returns whether all rows of a left row's range match it. */
  boolean isExact() {
    return range.matches() != JoinRange.Matches.BY_CONDITION;
  }

  /** Returns whether rows match one row at most, so that they have ids at once. */
  boolean isNearest() {
    return range.isNearest();
  }

  @Override
  boolean isUnique() {
    return range.isNearest();
  }

  @Override
  int next(int row) {
    if (range.isNearest()) {
      return NONE;
    }
    throw new IllegalStateException("Rows of a range have no chain");
  }

  /** Replaces the beginnings of runs by the id of the row that is next to each row's bound. */
  private void pickNearest(Batch batch, JoinScratch scratch) {
    int count = batch.rowCount();
    long starts = scratch.heads();
    long ends = starts + 4L * count;
    boolean isUpper = range.upper().isPresent();
    JoinRange.End bound = range.upper().or(range::lower).orElseThrow();
    Column values = batch.physicalColumn(bound.left());
    long selection = batch.selection();
    SortOrdinals.read(values, selection, count, scratch.words());
    boolean mayHaveNulls = values.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      int start = Memory.getInt(starts + 4L * i);
      int end = Memory.getInt(ends + 4L * i);
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      int found = NONE;
      if (start < end && !(mayHaveNulls && values.isNull(position))) {
        long word = Memory.getLong(scratch.words() + 8L * i);
        int above = firstAbove(word, bound.isStrict() == isUpper, start, end);
        int number = isUpper ? above - 1 : above;
        found = number >= start && number < end ? id(ids, number) : NONE;
      }
      Memory.putInt(starts + 4L * i, found);
    }
  }

  /**
   * Returns how near to the bound a row is that has been found for it, as a number that is larger
   * for nearer rows.
   */
  long nearness(RowStore store, int id) {
    Column chunk = store.chunk(range.column(), id >>> RowStore.CHUNK_SHIFT);
    long word = KeyEquality.word(chunk.layout(), chunk.values(), id & RowStore.CHUNK_MASK);
    long ordered = store.type(range.column()).isFloat() ? SortOrdinals.ordered(word) : word;
    return range.upper().isPresent() ? ordered : ~ordered;
  }

  /**
   * Returns the first number of {@code [from, end)} that a left row may match, or {@link #NONE}.
   *
   * @param bounds the left row's bound of the other column
   */
  int next(int from, int end, long bounds) {
    if (others != null) {
      return others.next(from, end, Memory.getLong(bounds));
    }
    return from < end ? from : NONE;
  }

  /** Replaces the table's own numbers by ids of build rows. */
  void toIds(long numbers, int count) {
    long source = ids.address();
    for (int i = 0; i < count; i++) {
      long at = numbers + 4L * i;
      int number = Memory.getInt(at);
      Memory.putInt(at, number < 0 ? number : Memory.getInt(source + 4L * number));
    }
  }

  /** Writes for each row of the batch the first row with its key; then {@link #narrow} it. */
  @Override
  void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads) {
    if (keyed == null) {
      Memory.fill(heads, 4L * batch.rowCount(), (byte) 0);
    } else {
      keyed.lookUp(batch, columns, scratch, heads);
    }
  }

  /**
   * Replaces the first row with a key, of each row of the batch, by the first number between the
   * row's bounds. Writes, behind all of these, the number at which its matches end, and its bound
   * of the other column to {@link JoinScratch#more}.
   */
  void narrow(Batch batch, JoinScratch scratch) {
    int count = batch.rowCount();
    long heads = scratch.heads();
    long ends = heads + 4L * count;
    long ofKeys = runs == null ? 0 : runs.address();
    for (int i = 0; i < count; i++) {
      int head = Memory.getInt(heads + 4L * i);
      long run = ofKeys + 8L * head;
      boolean isNone = head == NONE;
      Memory.putInt(heads + 4L * i, isNone || ofKeys == 0 ? 0 : Memory.getInt(run));
      Memory.putInt(ends + 4L * i, isNone ? 0 : ofKeys == 0 ? rows : Memory.getInt(run + 4));
    }
    if (range.isNearest()) {
      pickNearest(batch, scratch);
      return;
    }
    bound(batch, range.lower(), true, scratch.words(), heads, ends);
    bound(batch, range.upper(), false, scratch.words(), heads, ends);
    range.other().ifPresent(bound -> boundOthers(batch, bound, scratch.more(), ends));
    for (int i = 0; i < count; i++) {
      int from = Memory.getInt(heads + 4L * i);
      int end = Memory.getInt(ends + 4L * i);
      Memory.putInt(heads + 4L * i, next(from, end, scratch.more() + 8L * i));
    }
  }

  /** Writes the bound of the other column; a row whose bound is null has no matches. */
  private static void boundOthers(Batch batch, JoinRange.Bound bound, long target, long ends) {
    Column values = batch.physicalColumn(bound.left());
    long selection = batch.selection();
    int count = batch.rowCount();
    SortOrdinals.read(values, selection, count, target);
    boolean mayHaveNulls = values.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      long word = Memory.getLong(target + 8L * i);
      word = bound.isLower() ? word : ~word;
      boolean isNone = bound.isStrict() && word == Long.MAX_VALUE; // which nothing is above
      if (isNone || (mayHaveNulls && values.isNull(position))) {
        Memory.putInt(ends + 4L * i, 0);
      }
      Memory.putLong(target + 8L * i, bound.isStrict() && !isNone ? word + 1 : word);
    }
  }

  /** Moves where the matches of each row begin or end to where one of its bounds has it. */
  private void bound(
      Batch batch,
      Optional<JoinRange.End> bound,
      boolean isLower,
      long scratch,
      long starts,
      long ends) {
    if (bound.isEmpty()) {
      return;
    }
    boolean orEqual = bound.get().isStrict() != isLower;
    Column values = batch.physicalColumn(bound.get().left());
    long selection = batch.selection();
    int count = batch.rowCount();
    SortOrdinals.read(values, selection, count, scratch);
    boolean mayHaveNulls = values.mayHaveNulls();
    long target = isLower ? starts : ends;
    for (int i = 0; i < count; i++) {
      int start = Memory.getInt(starts + 4L * i);
      int end = Memory.getInt(ends + 4L * i);
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      int found;
      if (mayHaveNulls && values.isNull(position)) {
        found = isLower ? end : start;
      } else {
        found = firstAbove(Memory.getLong(scratch + 8L * i), orEqual, start, end);
      }
      Memory.putInt(target + 4L * i, found);
    }
  }

  /**
   * Returns the first number of {@code [start, end)} whose word is above the given one, or equal to
   * it if wanted; {@code end} if there is none.
   */
  private int firstAbove(long word, boolean orEqual, int start, int end) {
    long base = words.address();
    int low = start;
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      long value = Memory.getLong(base + 8L * middle);
      if (value > word || (orEqual && value == word)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  @Override
  public void close() {
    super.close();
    words.release();
    ids.release();
    if (others != null) {
      others.close();
    }
    if (keyed != null) {
      keyed.close();
    }
    if (runs != null) {
      runs.release();
    }
  }
}
