package dev.heddle.physical.kernel.list;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.compare.ElementComparison;
import java.util.Arrays;

/**
 * Puts the elements of lists into another order, or leaves some out: writes the positions of the
 * elements of all rows one behind the other, and the range of each row among them. Used by one
 * thread.
 */
public final class ListOrders {
  private static final int SMALL_LENGTH = 16;

  private final ListRows lists;
  private final long positions;
  private final long ranges;
  private int written;

  /**
   * Starts.
   *
   * @param positions where an int32 for each element goes
   * @param ranges where the ranges of the rows go
   */
  public ListOrders(ListRows lists, long positions, long ranges) {
    this.lists = lists;
    this.positions = positions;
    this.ranges = ranges;
  }

  /** Returns how many positions have been written. */
  public int written() {
    return written;
  }

  private void put(int element) {
    Memory.putInt(positions + 4L * written++, element);
  }

  private void end(int row, int from) {
    Memory.putInt(ranges + 8L * row, from);
    Memory.putInt(ranges + 8L * row + 4, written - from);
  }

  /** Leaves the elements as they are. */
  public void keep() {
    for (int row = 0; row < lists.rows(); row++) {
      int from = written;
      int start = lists.start(row);
      int length = lists.length(row);
      for (int i = 0; i < length; i++) {
        put(start + i);
      }
      end(row, from);
    }
  }

  /** Turns each list round. */
  public void reverse() {
    for (int row = 0; row < lists.rows(); row++) {
      int from = written;
      int start = lists.start(row);
      for (int i = lists.length(row) - 1; i >= 0; i--) {
        put(start + i);
      }
      end(row, from);
    }
  }

  /** Sorts each list; stable. */
  public void sort(SortDirection direction, NullPlacement nulls) {
    boolean isDescending = direction == SortDirection.DESCENDING;
    boolean nullsFirst = nulls == NullPlacement.FIRST;
    Column elements = lists.elements();
    int longest = lists.longest();
    int[] order = new int[longest];
    int[] spare = new int[longest];
    for (int row = 0; row < lists.rows(); row++) {
      int start = lists.start(row);
      int length = lists.length(row);
      int present = 0;
      for (int i = start; i < start + length; i++) {
        if (!elements.isNull(i)) {
          order[present++] = i;
        }
      }
      int from = written;
      if (nullsFirst) {
        nulls(elements, start, length);
      }
      mergeSort(elements, isDescending, order, spare, 0, present);
      for (int i = 0; i < present; i++) {
        put(order[i]);
      }
      if (!nullsFirst) {
        nulls(elements, start, length);
      }
      end(row, from);
    }
  }

  private void nulls(Column elements, int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (elements.isNull(i)) {
        put(i);
      }
    }
  }

  private static void mergeSort(
      Column elements, boolean isDescending, int[] order, int[] spare, int from, int to) {
    if (to - from < 2) {
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(elements, isDescending, order, spare, from, middle);
    mergeSort(elements, isDescending, order, spare, middle, to);
    System.arraycopy(order, from, spare, from, middle - from);
    int left = from;
    int right = middle;
    for (int at = from; left < middle; at++) {
      boolean takesRight = false;
      if (right < to) {
        int compared = ElementComparison.compare(elements, order[right], elements, spare[left]);
        takesRight = isDescending ? compared > 0 : compared < 0;
      }
      order[at] = takesRight ? order[right++] : spare[left++];
    }
  }

  /** Keeps the first of equal elements, and none that is null. */
  public void distinct() {
    Column elements = lists.elements();
    int[] slots = {};
    for (int row = 0; row < lists.rows(); row++) {
      int from = written;
      int start = lists.start(row);
      int length = lists.length(row);
      if (length > SMALL_LENGTH) {
        slots = emptied(slots, length);
      }
      for (int i = start; i < start + length; i++) {
        boolean isNew =
            !elements.isNull(i)
                && (length > SMALL_LENGTH ? isNew(elements, i, slots) : isNew(elements, i, from));
        if (isNew) {
          put(i);
        }
      }
      end(row, from);
    }
  }

  /** Keeps the first of equal elements that the other list of the row has too. */
  public void intersect(ListRows others) {
    Column elements = lists.elements();
    Column wanted = others.elements();
    int[] slots = {};
    int[] seen = {};
    for (int row = 0; row < lists.rows(); row++) {
      int from = written;
      int start = lists.start(row);
      int length = lists.length(row);
      int otherStart = others.start(row);
      int otherLength = others.length(row);
      boolean isLong = otherLength > SMALL_LENGTH;
      if (isLong) {
        slots = filled(slots, wanted, otherStart, otherLength);
      }
      if (length > SMALL_LENGTH) {
        seen = emptied(seen, length);
      }
      for (int i = start; i < start + length; i++) {
        boolean isWanted =
            !elements.isNull(i)
                && (isLong
                    ? isIn(slots, wanted, elements, i)
                    : isIn(wanted, otherStart, otherLength, elements, i))
                && (length > SMALL_LENGTH ? isNew(elements, i, seen) : isNew(elements, i, from));
        if (isWanted) {
          put(i);
        }
      }
      end(row, from);
    }
  }

  private static int[] filled(int[] slots, Column wanted, int start, int length) {
    int[] filled = emptied(slots, length);
    for (int i = start; i < start + length; i++) {
      if (!wanted.isNull(i)) {
        isNew(wanted, i, filled); // puts it in
      }
    }
    return filled;
  }

  private static boolean isIn(int[] slots, Column wanted, Column elements, int element) {
    int mask = slots.length - 1;
    int slot = (int) (RowHash.ofValue(0, elements, element) >>> 32) & mask;
    while (slots[slot] >= 0) {
      if (ElementComparison.isEqual(wanted, slots[slot], elements, element)) {
        return true;
      }
      slot = (slot + 1) & mask;
    }
    return false;
  }

  private static boolean isIn(Column wanted, int start, int length, Column elements, int element) {
    for (int i = start; i < start + length; i++) {
      if (!wanted.isNull(i) && ElementComparison.isEqual(wanted, i, elements, element)) {
        return true;
      }
    }
    return false;
  }

  private boolean isNew(Column elements, int element, int from) {
    for (int i = from; i < written; i++) {
      if (ElementComparison.isEqual(
          elements, Memory.getInt(positions + 4L * i), elements, element)) {
        return false;
      }
    }
    return true;
  }

  private static int[] emptied(int[] slots, int length) {
    int size = Integer.highestOneBit(2 * length) << 1;
    int[] empty = slots.length >= size ? slots : new int[size];
    Arrays.fill(empty, -1);
    return empty;
  }

  private static boolean isNew(Column elements, int element, int[] slots) {
    int mask = slots.length - 1;
    long hash = RowHash.ofValue(0, elements, element);
    int slot = (int) (hash >>> 32) & mask;
    while (slots[slot] >= 0) {
      if (ElementComparison.isEqual(elements, slots[slot], elements, element)) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = element;
    return true;
  }
}
