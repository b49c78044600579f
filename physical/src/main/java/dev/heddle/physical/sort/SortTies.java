package dev.heddle.physical.sort;

import static dev.heddle.physical.row.RowStore.CHUNK_MASK;
import static dev.heddle.physical.row.RowStore.CHUNK_SHIFT;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyEquality;
import dev.heddle.physical.row.RowComparator;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.row.SortOrdinals;
import java.util.List;

/**
 * Orders rows that agree in the first bits of their keys: by the next eight bytes of the key at
 * hand, then those that agree still by the eight bytes behind them or by the next key. Rows are
 * compared with each other only where they are few.
 *
 * <p>Elements are pairs of words, of which the first is for use here and the second is the row's
 * id. Peers keep their order. Immutable; threads sort different elements at once.
 */
final class SortTies {
  private static final int SMALL_COUNT = 12;
  private static final int WORD_BYTES = 8;
  private static final int PAIR_BYTES = 16;

  private final RowStore store;
  private final SortOrder[] order;
  private final int firstKey; // in which rows may differ
  private final int firstByte; // of that key
  private final RowComparator[] comparators; // by each key and those behind it
  private final TaskContext context;

  /**
   * Makes it for rows that agree in some keys.
   *
   * @param firstKey the first one in which rows may differ
   * @param firstByte the first byte of it in which they may, if it is a text
   */
  SortTies(
      RowStore store, List<SortOrder> order, int firstKey, int firstByte, TaskContext context) {
    this.store = store;
    this.order = order.toArray(SortOrder[]::new);
    this.firstKey = firstKey;
    this.firstByte = firstByte;
    this.comparators = new RowComparator[order.size()];
    for (int i = 0; i < comparators.length; i++) {
      comparators[i] = new RowComparator(order.subList(i, order.size()));
    }
    this.context = context;
  }

  /**
   * Sorts pairs where they are.
   *
   * @param spare as much room
   */
  void sort(long pairs, long spare, int count) {
    sort(pairs, spare, count, firstKey, firstByte);
  }

  private void sort(long pairs, long spare, int count, int key, int from) {
    int number = key;
    int start = from;
    while (count > 1 && number < order.length) {
      int column = order[number].column();
      if (count <= SMALL_COUNT) {
        if (!isWord(column)) {
          insertionSort(pairs, count, number);
          return;
        }
        if (numbers(pairs, count, number)) { // which reads each row once
          number++;
          start = 0;
          continue;
        }
        insertionSortWords(pairs, count);
        sortRuns(pairs, spare, count, number, start);
        return;
      }
      context.checkCancelled();
      int nulls = store.mayHaveNulls(column) ? moveNulls(pairs, spare, count, order[number]) : 0;
      if (nulls > 0 && nulls < count) {
        boolean isFirst = order[number].nulls() == NullPlacement.FIRST;
        int present = isFirst ? nulls : 0;
        int absent = isFirst ? 0 : count - nulls;
        sort(at(pairs, absent), at(spare, absent), nulls, number + 1, 0);
        sort(at(pairs, present), at(spare, present), count - nulls, number, start);
        return;
      }
      Layout layout = Layout.of(store.type(column));
      if (layout.byteWidth() == PAIR_BYTES && !layout.isText()) {
        mergeSort(pairs, spare, count, number);
        return;
      }
      boolean isText = layout.isText();
      if (nulls == count || (isText && isOneText(pairs, count, column))) {
        number++;
        start = 0;
      } else if (isText ? texts(pairs, count, number, start) : numbers(pairs, count, number)) {
        number += isText ? 0 : 1;
        start = isText ? start + WORD_BYTES : 0;
      } else {
        long sorted = RadixSort.sort(pairs, spare, count, 2, 0, Long.SIZE);
        if (sorted != pairs) {
          Memory.copy(sorted, pairs, (long) PAIR_BYTES * count);
        }
        sortRuns(pairs, spare, count, number, start);
        return;
      }
    }
  }

  /** Returns whether the values of a column are numbers of one word, none of which is missing. */
  private boolean isWord(int column) {
    Layout layout = Layout.of(store.type(column));
    return !layout.isText() && layout.byteWidth() != PAIR_BYTES && !store.mayHaveNulls(column);
  }

  private static long at(long pairs, int number) {
    return pairs + (long) PAIR_BYTES * number;
  }

  private static int id(long pairs, int number) {
    return (int) Memory.getLong(at(pairs, number) + WORD_BYTES);
  }

  /** Moves nulls to the end where they belong; returns how many there are. */
  private int moveNulls(long pairs, long spare, int count, SortOrder key) {
    int nulls = 0;
    for (int i = 0; i < count; i++) {
      nulls += store.isNull(key.column(), id(pairs, i)) ? 1 : 0;
    }
    if (nulls == 0 || nulls == count) {
      return nulls;
    }
    boolean isFirst = key.nulls() == NullPlacement.FIRST;
    int absent = isFirst ? 0 : count - nulls;
    int present = isFirst ? nulls : 0;
    for (int i = 0; i < count; i++) {
      int id = id(pairs, i);
      int place = store.isNull(key.column(), id) ? absent++ : present++;
      Memory.putLong(at(spare, place) + WORD_BYTES, id);
    }
    Memory.copy(spare, pairs, (long) PAIR_BYTES * count);
    return nulls;
  }

  /** Returns whether all texts are the same. */
  private boolean isOneText(long pairs, int count, int column) {
    long[] chunks = store.values(column);
    long[] data = store.dataAddresses(column);
    long first = view(chunks, id(pairs, 0));
    for (int i = 1; i < count; i++) {
      if (!StringViews.isEqual(first, data, view(chunks, id(pairs, i)), data)) {
        return false;
      }
    }
    return true;
  }

  private static long view(long[] chunks, int id) {
    return chunks[id >>> CHUNK_SHIFT] + 16L * (id & CHUNK_MASK);
  }

  /** Writes eight bytes of each text; returns whether they are the same and texts go on. */
  private boolean texts(long pairs, int count, int key, int from) {
    int column = order[key].column();
    long flip = order[key].direction() == SortDirection.ASCENDING ? 0 : -1L;
    long[] chunks = store.values(column);
    long[] data = store.dataAddresses(column);
    long differing = 0;
    long first = 0;
    boolean goOn = true;
    for (int i = 0; i < count; i++) {
      long view = view(chunks, id(pairs, i));
      int length = StringViews.length(view) - from;
      long word = 0;
      if (length > 0) {
        word = Long.reverseBytes(Memory.getLong(StringViews.address(view, data) + from));
        word = length >= WORD_BYTES ? word : word & -1L << (Long.SIZE - 8 * length);
      }
      goOn &= length > WORD_BYTES;
      first = i == 0 ? word : first;
      differing |= word ^ first;
      Memory.putLong(at(pairs, i), word ^ flip);
    }
    return differing == 0 && goOn;
  }

  /** Writes a word of the order of numbers for each; returns whether they are the same. */
  private boolean numbers(long pairs, int count, int key) {
    int column = order[key].column();
    Layout layout = Layout.of(store.type(column));
    boolean isFloat = layout.isFloat();
    long flip = Long.MIN_VALUE ^ (order[key].direction() == SortDirection.ASCENDING ? 0 : -1L);
    long[] chunks = store.values(column);
    long differing = 0;
    long first = 0;
    for (int i = 0; i < count; i++) {
      int id = id(pairs, i);
      long word = KeyEquality.word(layout, chunks[id >>> CHUNK_SHIFT], id & CHUNK_MASK);
      word = isFloat ? SortOrdinals.ordered(word) : word;
      first = i == 0 ? word : first;
      differing |= word ^ first;
      Memory.putLong(at(pairs, i), word ^ flip);
    }
    return differing == 0;
  }

  /** Sorts the pairs of equal words by what follows. */
  private void sortRuns(long pairs, long spare, int count, int key, int from) {
    boolean isText = Layout.of(store.type(order[key].column())) == Layout.VIEW;
    int start = 0;
    while (start < count) {
      long word = Memory.getLong(at(pairs, start));
      int end = start + 1;
      while (end < count && Memory.getLong(at(pairs, end)) == word) {
        end++;
      }
      int rows = end - start;
      if (rows > 1) {
        long run = at(pairs, start);
        long room = at(spare, start);
        if (!isText) {
          sort(run, room, rows, key + 1, 0);
        } else if (goesOn(run, rows, order[key].column(), from + WORD_BYTES)) {
          sort(run, room, rows, key, from + WORD_BYTES);
        } else if (isOneText(run, rows, order[key].column())) {
          sort(run, room, rows, key + 1, 0);
        } else {
          mergeSort(run, room, rows, key); // texts that end in zero bytes
        }
      }
      start = end;
    }
  }

  private boolean goesOn(long pairs, int count, int column, int from) {
    long[] chunks = store.values(column);
    for (int i = 0; i < count; i++) {
      if (StringViews.length(view(chunks, id(pairs, i))) > from) {
        return true;
      }
    }
    return false;
  }

  private void mergeSort(long pairs, long spare, int count, int key) {
    if (count <= SMALL_COUNT) {
      insertionSort(pairs, count, key);
      return;
    }
    int half = count / 2;
    mergeSort(pairs, spare, half, key);
    mergeSort(at(pairs, half), at(spare, half), count - half, key);
    if (compare(key, id(pairs, half - 1), id(pairs, half)) <= 0) {
      return;
    }
    Memory.copy(pairs, spare, (long) PAIR_BYTES * half);
    int left = 0;
    int right = half;
    for (int to = 0; left < half; to++) {
      boolean isLeft = right == count || compare(key, id(spare, left), id(pairs, right)) <= 0;
      long next = isLeft ? id(spare, left++) : id(pairs, right++);
      Memory.putLong(at(pairs, to) + WORD_BYTES, next);
    }
  }

  private void insertionSort(long pairs, int count, int key) {
    for (int i = 1; i < count; i++) {
      int id = id(pairs, i);
      int place = i;
      while (place > 0 && compare(key, id(pairs, place - 1), id) > 0) {
        Memory.putLong(at(pairs, place) + WORD_BYTES, id(pairs, place - 1));
        place--;
      }
      Memory.putLong(at(pairs, place) + WORD_BYTES, id);
    }
  }

  private static void insertionSortWords(long pairs, int count) {
    for (int i = 1; i < count; i++) {
      long word = Memory.getLong(at(pairs, i));
      long id = Memory.getLong(at(pairs, i) + WORD_BYTES);
      int place = i;
      while (place > 0 && Long.compareUnsigned(Memory.getLong(at(pairs, place - 1)), word) > 0) {
        long before = at(pairs, place - 1);
        Memory.putLong(at(pairs, place), Memory.getLong(before));
        Memory.putLong(at(pairs, place) + WORD_BYTES, Memory.getLong(before + WORD_BYTES));
        place--;
      }
      Memory.putLong(at(pairs, place), word);
      Memory.putLong(at(pairs, place) + WORD_BYTES, id);
    }
  }

  /** Compares rows by a key, before which they agree, and those behind it. */
  private int compare(int key, int a, int b) {
    return comparators[key].compare(store, a, store, b);
  }
}
