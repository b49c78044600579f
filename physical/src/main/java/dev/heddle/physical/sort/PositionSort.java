package dev.heddle.physical.sort;

import dev.heddle.io.memory.Memory;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;

/**
 * Sorts int32 numbers of rows by the rows' keys, so that equal ones keep their order: by the digits
 * of a word of each row where there is room for the words; the others, and all that agree in their
 * words, by insertion in short runs, which are then merged.
 *
 * @param rows where the loose rows of the layout start
 * @param hasNulls whether the first key of the order is null in some row
 */
public record PositionSort(KeyLayout layout, KeyOrder order, long rows, boolean hasNulls) {
  /** Room for the words of each row. */
  public static final int WORD_BYTES = 32;

  private static final int RUN = 16;

  /**
   * Sorts some numbers by words first.
   *
   * @param scratch where there is room for the same number
   * @param words where there are {@link #WORD_BYTES} of room for each
   */
  public void sort(long numbers, int count, long scratch, long words) {
    if (count <= RUN) {
      insert(numbers, count);
      return;
    }
    int width = layout.rowBytes();
    for (int i = 0; i < count; i++) {
      int number = Memory.getInt(numbers + 4L * i);
      long row = rows + (long) number * width;
      long word = hasNulls ? order.nullablePrefix(layout, row) : order.prefix(layout, row);
      Memory.putLong(words + 16L * i, word);
      Memory.putLong(words + 16L * i + 8, number);
    }
    long sorted = RadixSort.sort(words, words + 16L * count, count, 2, 0, Long.SIZE);
    for (int i = 0; i < count; i++) {
      Memory.putInt(numbers + 4L * i, (int) Memory.getLong(sorted + 16L * i + 8));
    }
    int exactBits = order.exactPrefixBits(layout);
    if (exactBits > 0 && (exactBits < Long.SIZE || !hasNulls)) {
      return;
    }
    for (int from = 0, to = 1; from < count; from = to++) {
      long word = Memory.getLong(sorted + 16L * from);
      boolean isOrdered = true;
      while (to < count && Memory.getLong(sorted + 16L * to) == word) {
        long last = numbers + 4L * to;
        isOrdered = isOrdered && !isBefore(Memory.getInt(last), Memory.getInt(last - 4));
        to++;
      }
      if (!isOrdered) {
        sort(numbers + 4L * from, to - from, scratch);
      }
    }
  }

  /**
   * Sorts some numbers.
   *
   * @param scratch where there is room for the same number
   */
  public void sort(long numbers, int count, long scratch) {
    for (int from = 0; from < count; from += RUN) {
      insert(numbers + 4L * from, Math.min(RUN, count - from));
    }
    long source = numbers;
    long target = scratch;
    for (long run = RUN; run < count; run *= 2) {
      for (long from = 0; from < count; from += 2 * run) {
        long middle = Math.min(count, from + run);
        merge(source, target, from, middle, Math.min(count, middle + run));
      }
      long swapped = source;
      source = target;
      target = swapped;
    }
    if (source != numbers) {
      Memory.copy(source, numbers, 4L * count);
    }
  }

  private void insert(long numbers, int count) {
    for (int i = 1; i < count; i++) {
      int number = Memory.getInt(numbers + 4L * i);
      int at = i;
      while (at > 0 && isBefore(number, Memory.getInt(numbers + 4L * (at - 1)))) {
        Memory.putInt(numbers + 4L * at, Memory.getInt(numbers + 4L * (at - 1)));
        at--;
      }
      Memory.putInt(numbers + 4L * at, number);
    }
  }

  private void merge(long source, long target, long from, long middle, long to) {
    long left = from;
    long right = middle;
    for (long i = from; i < to; i++) {
      boolean takesRight =
          right < to
              && (left >= middle
                  || isBefore(Memory.getInt(source + 4 * right), Memory.getInt(source + 4 * left)));
      long taken = takesRight ? right++ : left++;
      Memory.putInt(target + 4 * i, Memory.getInt(source + 4 * taken));
    }
  }

  private boolean isBefore(int left, int right) {
    int width = layout.rowBytes();
    return order.compareLoose(layout, rows + (long) left * width, rows + (long) right * width) < 0;
  }
}
