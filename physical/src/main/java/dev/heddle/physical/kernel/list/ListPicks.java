package dev.heddle.physical.kernel.list;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.kernel.compare.ElementComparison;

/**
 * Finds elements of lists and maps: writes a position in the column of elements for each row, -1
 * where there is none.
 */
public final class ListPicks {
  private ListPicks() {}

  /**
   * Finds elements by position.
   *
   * @param indexes int64 positions from 1, from the end if negative
   * @param step bytes from one position to the next, 0 for the same one
   */
  public static void at(ListRows lists, long indexes, long step, long output) {
    for (int row = 0; row < lists.rows(); row++) {
      long index = Memory.getLong(indexes + step * row);
      int length = lists.length(row);
      long from = index < 0 ? length + index : index - 1;
      boolean isThere = index != 0 && from >= 0 && from < length;
      Memory.putInt(output + 4L * row, isThere ? lists.start(row) + (int) from : -1);
    }
  }

  /**
   * Finds the first element (or key of a map's entries) that equals the row's wanted value; null
   * equals none. Wanted values of one row are those of all rows.
   */
  public static void of(ListRows lists, Column candidates, Column wanted, long output) {
    for (int row = 0; row < lists.rows(); row++) {
      int found = -1;
      int start = lists.start(row);
      int length = lists.length(row);
      int value = wanted.rows() == 1 ? 0 : row;
      if (wanted.isNull(value)) {
        length = 0;
      }
      for (int i = 0; i < length && found < 0; i++) {
        boolean isEqual =
            !candidates.isNull(start + i)
                && ElementComparison.isEqual(candidates, start + i, wanted, value);
        found = isEqual ? start + i : -1;
      }
      Memory.putInt(output + 4L * row, found);
    }
  }

  /** Finds the smallest element that is not null. */
  public static void smallest(ListRows lists, long output) {
    extreme(lists, false, output);
  }

  /** Finds the largest element that is not null. */
  public static void largest(ListRows lists, long output) {
    extreme(lists, true, output);
  }

  private static void extreme(ListRows lists, boolean largest, long output) {
    Column elements = lists.elements();
    for (int row = 0; row < lists.rows(); row++) {
      int best = -1;
      int start = lists.start(row);
      int end = start + lists.length(row);
      for (int i = start; i < end; i++) {
        if (!elements.isNull(i)) {
          boolean isBetter =
              best < 0
                  || (largest
                      ? ElementComparison.compare(elements, best, elements, i) < 0
                      : ElementComparison.compare(elements, i, elements, best) < 0);
          best = isBetter ? i : best;
        }
      }
      Memory.putInt(output + 4L * row, best);
    }
  }
}
