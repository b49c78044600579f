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
import dev.heddle.physical.row.SortOrdinals;
import dev.heddle.physical.sort.SortedRows;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A table for joins by inequalities: the build rows in the order of a column, so that those between
 * a left row's bounds are adjacent. Rows with a null in the column are not there. Of adjacent rows
 * those that a bound of another column leaves out are passed over by a {@link MaximaTree}, so that
 * a left row costs about as much as it has matches, however many rows one of the bounds lets in.
 */
final class OrderedJoinTable extends JoinTable {
  private final JoinRange range;
  private final Buffer words; // of the column, ascending as signed numbers
  private final Buffer ids;
  private final int rows;
  private final @Nullable MaximaTree others; // words of the other column; none without its bound

  private OrderedJoinTable(
      JoinRange range, Buffer words, Buffer ids, int rows, @Nullable MaximaTree others) {
    this.range = range;
    this.words = words;
    this.ids = ids;
    this.rows = rows;
    this.others = others;
  }

  /** Makes a table over stored rows, which stay the caller's. */
  static OrderedJoinTable of(
      RowStore store, JoinRange range, MemoryAccount account, TaskContext context) {
    int column = range.column();
    SortOrder order = new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST);
    Buffer ids = SortedRows.ids(store, List.of(order), context);
    Buffer words = null;
    MaximaTree others = null;
    try {
      int rows = 0;
      while (rows < store.rows() && !store.isNull(column, id(ids, rows))) {
        rows++;
      }
      words = account.allocate(8L * Math.max(1, rows));
      fill(store, column, ids, rows, words.address());
      if (range.other().isPresent()) {
        others = new MaximaTree(rows, account);
        fillOthers(store, range.other().get(), ids, rows, others);
      }
      return new OrderedJoinTable(range, words, ids, rows, others);
    } catch (Throwable e) {
      ids.release();
      if (words != null) {
        words.release();
      }
      if (others != null) {
        others.close();
      }
      throw e;
    }
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
    boolean mayHaveNulls = store.mayHaveNulls(bound.column());
    for (int i = 0; i < rows; i++) {
      if (mayHaveNulls && store.isNull(bound.column(), id(ids, i))) {
        Memory.putLong(target + 8L * i, Long.MIN_VALUE); // the condition leaves out the rest
      } else if (!bound.isLower()) {
        Memory.putLong(target + 8L * i, ~Memory.getLong(target + 8L * i));
      }
    }
    others.complete();
  }

  @Override
  boolean isUnique() {
    return false;
  }

  @Override
  int next(int row) {
    throw new IllegalStateException("Rows of a range have no chain");
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

  /**
   * Also writes for each row of the batch, behind all heads, the number at which its matches end,
   * and its bound of the other column to {@link JoinScratch#more}.
   */
  @Override
  void lookUp(Batch batch, int[] columns, JoinScratch scratch, long heads) {
    int count = batch.rowCount();
    long ends = heads + 4L * count;
    Memory.fill(heads, 4L * count, (byte) 0);
    for (int i = 0; i < count; i++) {
      Memory.putInt(ends + 4L * i, rows);
    }
    bound(batch, range.lower(), true, scratch.words(), heads);
    bound(batch, range.upper(), false, scratch.words(), ends);
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
      if (mayHaveNulls && values.isNull(position)) {
        Memory.putInt(ends + 4L * i, 0);
      } else if (!bound.isLower()) {
        Memory.putLong(target + 8L * i, ~Memory.getLong(target + 8L * i));
      }
    }
  }

  /** Writes where the matches of each row begin or end, as one of its bounds has it. */
  private void bound(Batch batch, OptionalInt column, boolean isLower, long scratch, long target) {
    if (column.isEmpty()) {
      return;
    }
    Column values = batch.physicalColumn(column.getAsInt());
    long selection = batch.selection();
    int count = batch.rowCount();
    SortOrdinals.read(values, selection, count, scratch);
    boolean mayHaveNulls = values.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      long word = Memory.getLong(scratch + 8L * i);
      int found;
      if (mayHaveNulls && values.isNull(position)) {
        found = isLower ? rows : 0;
      } else {
        found = firstAbove(word, isLower);
      }
      Memory.putInt(target + 4L * i, found);
    }
  }

  /** Returns the first number whose word is above the given one, or equal to it if wanted. */
  private int firstAbove(long word, boolean orEqual) {
    long base = words.address();
    int low = 0;
    int high = rows;
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
  }
}
