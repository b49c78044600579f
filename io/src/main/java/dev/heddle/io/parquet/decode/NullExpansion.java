package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;

/**
 * Moves values without gaps to the rows that have one, in place; rows without one get zeroes, which
 * are safe codes and views.
 */
final class NullExpansion {
  private NullExpansion() {}

  /**
   * Moves {@code present} values that start at row {@code first} to the set bits of rows {@code
   * first} to {@code first + rows}.
   */
  static void values(Layout layout, long target, long validity, int first, int rows, int present) {
    switch (layout.byteWidth()) {
      case 1 -> bytes(target, validity, first, rows, present);
      case 2 -> shorts(target, validity, first, rows, present);
      case 4 -> ints(target, validity, first, rows, present);
      case 8 -> longs(target, validity, first, rows, present);
      default -> longPairs(target, validity, first, rows, present);
    }
  }

  private static void bytes(long target, long validity, int first, int rows, int present) {
    int from = first + present - 1;
    for (int row = first + rows - 1; row >= first; row--) {
      boolean set = Bits.get(validity, row);
      Memory.putByte(target + row, set ? Memory.getByte(target + from) : 0);
      from -= set ? 1 : 0;
    }
  }

  private static void shorts(long target, long validity, int first, int rows, int present) {
    int from = first + present - 1;
    for (int row = first + rows - 1; row >= first; row--) {
      boolean set = Bits.get(validity, row);
      Memory.putShort(target + 2L * row, set ? Memory.getShort(target + 2L * from) : 0);
      from -= set ? 1 : 0;
    }
  }

  /** As {@link #values} for int32, such as codes. */
  static void ints(long target, long validity, int first, int rows, int present) {
    int from = first + present - 1;
    for (int row = first + rows - 1; row >= first; row--) {
      boolean set = Bits.get(validity, row);
      Memory.putInt(target + 4L * row, set ? Memory.getInt(target + 4L * from) : 0);
      from -= set ? 1 : 0;
    }
  }

  private static void longs(long target, long validity, int first, int rows, int present) {
    int from = first + present - 1;
    for (int row = first + rows - 1; row >= first; row--) {
      boolean set = Bits.get(validity, row);
      Memory.putLong(target + 8L * row, set ? Memory.getLong(target + 8L * from) : 0);
      from -= set ? 1 : 0;
    }
  }

  private static void longPairs(long target, long validity, int first, int rows, int present) {
    int from = first + present - 1;
    for (int row = first + rows - 1; row >= first; row--) {
      boolean set = Bits.get(validity, row);
      long low = set ? Memory.getLong(target + 16L * from) : 0;
      long high = set ? Memory.getLong(target + 16L * from + 8) : 0;
      Memory.putLong(target + 16L * row, low);
      Memory.putLong(target + 16L * row + 8, high);
      from -= set ? 1 : 0;
    }
  }

  /** Sets the bits of rows that have a value from bits without gaps. */
  static void bits(long packed, long target, long validity, int first, int rows) {
    int from = 0;
    for (int row = first; row < first + rows; row++) {
      if (Bits.get(validity, row)) {
        if (Bits.get(packed, from)) {
          Bits.set(target, row);
        }
        from++;
      }
    }
  }
}
