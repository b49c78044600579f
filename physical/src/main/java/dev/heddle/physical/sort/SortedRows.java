package dev.heddle.physical.sort;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.RowStore;
import java.util.List;

/**
 * Sorts stored rows with the task's threads: packs the keys into a word a row, sorts words and row
 * ids by radix, and orders rows of equal words apart where the word is not the whole key.
 */
public final class SortedRows {
  /** All keys are equal. */
  public static final byte SAME_KEYS = 0;

  /** The first keys are equal; others differ, if only by the sign of a zero or a NaN's bits. */
  public static final byte SAME_FIRST_KEYS = 1;

  /** The first keys are equal; others may be. */
  public static final byte AT_LEAST_SAME_FIRST_KEYS = 2;

  /** The first keys differ, if only by the sign of a zero or a NaN's bits. */
  public static final byte OTHER_FIRST_KEYS = 3;

  /** Each key may be equal. */
  public static final byte UNKNOWN = 4;

  private static final int TOP_BITS = 8;
  private static final int SMALL_ROWS = 1 << 15;
  private static final int ROWS_PER_STEP = RowStore.CHUNK_ROWS;

  private final RowStore store;
  private final TaskContext context;
  private final MemoryAccount account;
  private final int rows;
  private final SortKeyEncoder encoder;
  private final int idBits; // of the lowest, in elements of one word; 0 if elements have two
  private long changes; // where to write how rows differ from the one before, or 0
  private int bitsBehind; // a change in higher ones is one of the first keys

  private SortedRows(RowStore store, List<SortOrder> order, TaskContext context) {
    this.store = store;
    this.context = context;
    this.account = context.account();
    this.rows = store.rows();
    this.encoder = new SortKeyEncoder(store, order, context);
    int needed = 32 - Integer.numberOfLeadingZeros(Math.max(1, rows - 1));
    boolean isOneWord = encoder.isExact() && encoder.bits() + needed <= 64; // else ties are sorted
    this.idBits = isOneWord ? needed : 0;
  }

  /** Returns the int32 ids of the rows in order; peers keep the order in which they arrived. */
  public static Buffer ids(RowStore store, List<SortOrder> order, TaskContext context) {
    return new SortedRows(store, order, context).ids();
  }

  /**
   * Returns the int32 ids of the rows in order, and notes for each row what its key has in common
   * with that of the row before: {@link #SAME_KEYS} to {@link #UNKNOWN}.
   *
   * @param firstKeys how many keys to distinguish from the others
   * @param changes where to write a byte a row
   */
  public static Buffer idsAndChanges(
      RowStore store, List<SortOrder> order, int firstKeys, long changes, TaskContext context) {
    SortedRows rows = new SortedRows(store, order, context);
    int behind = rows.encoder.bitsBehind(firstKeys);
    if (behind < 0) {
      Memory.fill(changes, store.rows(), UNKNOWN);
    } else {
      rows.changes = changes;
      rows.bitsBehind = behind;
    }
    return rows.ids();
  }

  /** Returns the rows' order; peers keep the order in which they arrived. */
  static SortedOrder order(RowStore store, List<SortOrder> order, TaskContext context) {
    SortedRows rows = new SortedRows(store, order, context);
    boolean canDecode = order.stream().anyMatch(k -> rows.encoder.decoderOf(k.column()) != null);
    if (!canDecode) {
      return SortedOrder.ofIds(store, rows.ids(), context);
    }
    return rows.encoder.isExact()
        ? SortedOrder.ofElements(store, rows.elements(), rows.encoder, rows.idBits, context)
        : rows.elementsAndIds();
  }

  private int words() {
    return idBits == 0 ? 2 : 1;
  }

  private int id(long element) {
    return idBits == 0
        ? (int) Memory.getLong(element + 8)
        : (int) (Memory.getLong(element) & ((1L << idBits) - 1));
  }

  private long word(long element) {
    return idBits == 0 ? Memory.getLong(element) : Memory.getLong(element) >>> idBits;
  }

  private Buffer ids() {
    Buffer ids = account.allocate(4L * Math.max(1, rows));
    try {
      sort(ids.address(), false).release();
      return ids;
    } catch (Throwable e) {
      ids.release();
      throw e;
    }
  }

  /** Returns the sorted elements; the key must be exact. */
  private Buffer elements() {
    return sort(0, true);
  }

  private SortedOrder elementsAndIds() {
    Buffer ids = account.allocate(4L * Math.max(1, rows));
    Buffer elements;
    try {
      elements = sort(ids.address(), true);
    } catch (Throwable e) {
      ids.release();
      throw e;
    }
    return SortedOrder.ofElementsAndIds(store, elements, ids, encoder, idBits, context);
  }

  /**
   * Sorts the elements.
   *
   * @param ids where to write the ids, or 0 if only the elements are wanted
   * @param keepsElements whether the elements are wanted
   * @return the elements, sorted if they are wanted
   */
  private Buffer sort(long ids, boolean keepsElements) {
    long bytes = 8L * words() * Math.max(1, rows);
    Buffer elements = account.allocate(bytes);
    Buffer spare = null;
    Buffer unused = elements;
    try {
      spare = account.allocate(bytes);
      fill(elements.address());
      if (rows < SMALL_ROWS || encoder.bits() == 0) {
        sortRange(elements.address(), spare.address(), 0, rows, encoder.bits(), ids, keepsElements);
        unused = spare;
        return elements;
      }
      sortParts(elements.address(), spare.address(), ids, keepsElements);
      return spare;
    } catch (Throwable e) {
      if (spare != null) {
        spare.release();
      }
      unused = elements;
      throw e;
    } finally {
      unused.release();
    }
  }

  private void fill(long elements) {
    RowStore.Arrival arrival = store.arrival();
    context.parallel(
        store.chunkCount(),
        chunk -> {
          int count = store.chunkRows(chunk);
          int first = chunk << RowStore.CHUNK_SHIFT;
          Buffer words = account.allocate(8L * Math.max(1, count));
          try {
            encoder.encode(chunk, words.address(), context);
            int run = count == 0 ? 0 : arrival.runOf(first);
            for (int done = 0; done < count; run++) {
              int runRow = arrival.firstRows()[run];
              int end = Math.min(count, arrival.firstRows()[run + 1] - first);
              int place = arrival.places()[run] + (first + done - runRow);
              fill(words.address() + 8L * done, first + done, end - done, elements, place);
              done = end;
            }
          } finally {
            words.release();
          }
        });
  }

  private void fill(long words, int firstRow, int count, long elements, int place) {
    if (idBits == 0) {
      for (int i = 0; i < count; i++) {
        long element = elements + 16L * (place + i);
        Memory.putLong(element, Memory.getLong(words + 8L * i));
        Memory.putLong(element + 8, firstRow + i);
      }
    } else {
      for (int i = 0; i < count; i++) {
        long word = Memory.getLong(words + 8L * i);
        Memory.putLong(elements + 8L * (place + i), (word << idBits) | (firstRow + i));
      }
    }
  }

  /**
   * Sorts elements by the lowest bits of their words, and writes their ids and leaves the elements
   * where they were as far as these are wanted.
   */
  private void sortRange(
      long elements, long spare, int first, int count, int bits, long ids, boolean keepsElements) {
    if (count == 0) {
      return;
    }
    context.checkCancelled();
    int stride = 8 * words();
    long from = elements + (long) stride * first;
    long other = spare + (long) stride * first;
    long sorted = RadixSort.sort(from, other, count, words(), idBits, bits);
    if (ids != 0) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(ids + 4L * (first + i), id(sorted + (long) stride * i));
      }
      if (!encoder.isExact()) {
        sortTies(sorted, sorted == from ? other : from, first, count, ids);
      }
    }
    if (changes != 0) {
      noteChanges(sorted, first, count);
    }
    if (keepsElements && sorted != from) {
      Memory.copy(sorted, from, (long) stride * count);
    }
  }

  private void noteChanges(long sorted, int first, int count) {
    int stride = 8 * words();
    byte same = encoder.isExact() ? SAME_KEYS : AT_LEAST_SAME_FIRST_KEYS;
    long before = word(sorted);
    Memory.putByte(changes + first, UNKNOWN);
    for (int i = 1; i < count; i++) {
      long word = word(sorted + (long) stride * i);
      long differing = word ^ before;
      boolean isFirst = bitsBehind < Long.SIZE && differing >>> bitsBehind != 0;
      byte change = differing == 0 ? same : isFirst ? OTHER_FIRST_KEYS : SAME_FIRST_KEYS;
      Memory.putByte(changes + first + i, change);
      before = word;
    }
  }

  /** Cuts the elements by their top bits into parts that fit the cache, and sorts each. */
  private void sortParts(long elements, long spare, long ids, boolean keepsElements) {
    int topBits = Math.min(TOP_BITS, encoder.bits());
    int lowBits = encoder.bits() - topBits;
    int shift = idBits + lowBits;
    int parts = 1 << topBits;
    int steps = (rows + ROWS_PER_STEP - 1) / ROWS_PER_STEP;
    int stride = 8 * words();
    int[][] places = new int[steps][parts];
    context.parallel(
        steps,
        step ->
            RadixSort.count(
                elements + (long) stride * step * ROWS_PER_STEP,
                Math.min(ROWS_PER_STEP, rows - step * ROWS_PER_STEP),
                words(),
                shift,
                parts - 1,
                places[step]));
    int[] starts = new int[parts + 1];
    int sum = 0;
    for (int part = 0; part < parts; part++) {
      starts[part] = sum;
      for (int step = 0; step < steps; step++) {
        int count = places[step][part];
        places[step][part] = sum;
        sum += count;
      }
    }
    starts[parts] = sum;
    context.parallel(
        steps,
        step ->
            RadixSort.scatter(
                elements + (long) stride * step * ROWS_PER_STEP,
                Math.min(ROWS_PER_STEP, rows - step * ROWS_PER_STEP),
                spare,
                words(),
                shift,
                parts - 1,
                places[step]));
    context.parallel(
        parts,
        part ->
            sortRange(
                spare,
                elements,
                starts[part],
                starts[part + 1] - starts[part],
                lowBits,
                ids,
                keepsElements));
  }

  /** Orders the ids of runs of equal words. The spare room is as large as the elements. */
  private void sortTies(long sorted, long spare, int first, int count, long ids) {
    SortTies ties = encoder.ties(context);
    int stride = 8 * words();
    int start = 0;
    while (start < count) {
      long word = word(sorted + (long) stride * start);
      int end = start + 1;
      while (end < count && word(sorted + (long) stride * end) == word) {
        end++;
      }
      if (end - start > 1 && !encoder.isExact(word)) {
        context.checkCancelled();
        long pairs = sorted + (long) stride * start;
        ties.sort(pairs, spare + (long) stride * start, end - start);
        for (int i = start; i < end; i++) {
          long pair = sorted + (long) stride * i;
          Memory.putInt(ids + 4L * (first + i), id(pair));
          Memory.putLong(pair, word);
        }
      }
      start = end;
    }
  }
}
