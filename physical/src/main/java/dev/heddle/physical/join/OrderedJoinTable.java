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

/**
 * A table for joins by inequalities: the build rows in the order of a column, so that those between
 * a left row's bounds are adjacent. Rows with a null in the column are not there.
 */
final class OrderedJoinTable extends JoinTable {
  private final JoinRange range;
  private final Buffer words; // of the column, ascending as signed numbers
  private final Buffer ids;
  private final int rows;

  private OrderedJoinTable(JoinRange range, Buffer words, Buffer ids, int rows) {
    this.range = range;
    this.words = words;
    this.ids = ids;
    this.rows = rows;
  }

  /** Makes a table over stored rows, which stay the caller's. */
  static OrderedJoinTable of(
      RowStore store, JoinRange range, MemoryAccount account, TaskContext context) {
    int column = range.column();
    boolean isFloat = store.type(column).isFloat();
    SortOrder order = new SortOrder(column, SortDirection.ASCENDING, NullPlacement.LAST);
    Buffer ids = SortedRows.ids(store, List.of(order), context);
    try {
      int rows = 0;
      while (rows < store.rows() && !store.isNull(column, id(ids, rows))) {
        rows++;
      }
      Buffer words = account.allocate(8L * Math.max(1, rows));
      fill(store, column, isFloat, ids, rows, words);
      return new OrderedJoinTable(range, words, ids, rows);
    } catch (Throwable e) {
      ids.release();
      throw e;
    }
  }

  private static int id(Buffer ids, int number) {
    return Memory.getInt(ids.address() + 4L * number);
  }

  private static void fill(
      RowStore store, int column, boolean isFloat, Buffer ids, int rows, Buffer words) {
    long target = words.address();
    for (int i = 0; i < rows; i++) {
      int id = id(ids, i);
      Column chunk = store.chunk(column, id >>> RowStore.CHUNK_SHIFT);
      long word = KeyEquality.word(chunk.layout(), chunk.values(), id & RowStore.CHUNK_MASK);
      Memory.putLong(target + 8L * i, isFloat ? SortOrdinals.ordered(word) : word);
    }
  }

  @Override
  boolean isUnique() {
    return false;
  }

  @Override
  boolean isOrdered() {
    return true;
  }

  @Override
  int next(int row) {
    return row + 1;
  }

  @Override
  void toIds(long numbers, int count) {
    long source = ids.address();
    for (int i = 0; i < count; i++) {
      long at = numbers + 4L * i;
      int number = Memory.getInt(at);
      Memory.putInt(at, number < 0 ? number : Memory.getInt(source + 4L * number));
    }
  }

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
    for (int i = 0; i < count; i++) {
      if (Memory.getInt(heads + 4L * i) >= Memory.getInt(ends + 4L * i)) {
        Memory.putInt(heads + 4L * i, NONE);
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
  }
}
