package dev.heddle.physical.aggregate.state;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;

/**
 * Sums of a batch's integers of up to 32 bits, in 64 bits: no batch has rows enough to overflow
 * them. Stateless.
 */
final class NarrowSums {
  private static final int WORD_ROWS = 64;

  private NarrowSums() {}

  /** Returns whether columns of a layout are summed here. */
  static boolean takes(Layout layout) {
    return layout == Layout.INT8 || layout == Layout.INT16 || layout == Layout.INT32;
  }

  /** Returns the sum of the rows of a plain column that are not null, 0 if there are none. */
  static long of(Column column, int rows) {
    return column.mayHaveNulls()
        ? ofPresent(column, rows)
        : ofRange(column.layout(), column.values(), 0, rows);
  }

  /** Goes over the rows by words of their validity, most of which have no null. */
  private static long ofPresent(Column column, int rows) {
    Layout layout = column.layout();
    long values = column.values();
    long sum = 0;
    for (int from = 0; from < rows; from += WORD_ROWS) {
      int count = Math.min(WORD_ROWS, rows - from);
      long all = -1L >>> (WORD_ROWS - count);
      long present = Memory.getLong(column.validity() + (from >>> 3)) & all;
      if (present == all) {
        sum += ofRange(layout, values, from, from + count);
        continue;
      }
      for (; present != 0; present &= present - 1) {
        int row = from + Long.numberOfTrailingZeros(present);
        sum += ofRange(layout, values, row, row + 1);
      }
    }
    return sum;
  }

  private static long ofRange(Layout layout, long values, int from, int to) {
    return switch (layout) {
      case INT8 -> bytes(values, from, to);
      case INT16 -> shorts(values, from, to);
      case INT32 -> ints(values, from, to);
      default -> throw new IllegalStateException("No narrow sum of layout " + layout);
    };
  }

  private static long bytes(long values, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += Memory.getByte(values + i);
    }
    return sum;
  }

  private static long shorts(long values, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += Memory.getShort(values + 2L * i);
    }
    return sum;
  }

  private static long ints(long values, int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += Memory.getInt(values + 4L * i);
    }
    return sum;
  }
}
