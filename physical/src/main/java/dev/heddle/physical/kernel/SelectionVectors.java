package dev.heddle.physical.kernel;

import dev.heddle.io.memory.Memory;

/**
 * Makes and narrows selections: ascending int32 positions.
 *
 * <p>A selection address of 0 represents all positions below the count. An output may be the
 * selection itself. Appending is branch-free: every position is written, and the end moves on only
 * where it passes.
 */
public final class SelectionVectors {
  private SelectionVectors() {}

  /** Writes 0, 1, 2, ... */
  public static void sequence(int count, long output) {
    for (int i = 0; i < count; i++) {
      Memory.putInt(output + 4L * i, i);
    }
  }

  /** Copies a selection, or writes the sequence that it represents. */
  public static void copy(long selection, int count, long output) {
    if (selection == 0) {
      sequence(count, output);
    } else if (selection != output) {
      Memory.copy(selection, output, 4L * count);
    }
  }

  /** Keeps the positions whose bit is set. */
  public static int whereSet(long bits, long selection, int count, long output) {
    if (selection == 0) {
      return fromBitmap(bits, count, output);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, position);
      kept += Memory.getByte(bits + (position >>> 3)) >>> (position & 7) & 1;
    }
    return kept;
  }

  /** Keeps the positions whose bit is not set. */
  public static int whereClear(long bits, long selection, int count, long output) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, position);
      kept += ~(Memory.getByte(bits + (position >>> 3)) >>> (position & 7)) & 1;
    }
    return kept;
  }

  private static int fromBitmap(long bits, int rows, long output) {
    int kept = 0;
    for (int base = 0; base < rows; base += 64) {
      long word = Memory.getLong(bits + (base >>> 3));
      if (rows - base < 64) {
        word &= (1L << (rows - base)) - 1;
      }
      if (word == -1L) {
        for (int i = 0; i < 64; i++) {
          Memory.putInt(output + 4L * (kept + i), base + i);
        }
        kept += 64;
      } else {
        while (word != 0) {
          Memory.putInt(output + 4L * kept++, base + Long.numberOfTrailingZeros(word));
          word &= word - 1;
        }
      }
    }
    return kept;
  }

  /** Keeps the positions whose bits are set in both bitmaps; either may be 0 for all set. */
  public static int whereBothSet(long first, long second, long selection, int count, long output) {
    if (first == 0 && second == 0) {
      copy(selection, count, output);
      return count;
    }
    if (first == 0 || second == 0) {
      return whereSet(first == 0 ? second : first, selection, count, output);
    }
    int kept = whereSet(first, selection, count, output);
    return whereSet(second, output, kept, output);
  }

  /**
   * Keeps the positions that are not in another selection, all of whose positions are in this one.
   */
  public static int without(long selection, int count, long other, int otherCount, long output) {
    int kept = 0;
    int next = 0;
    for (int i = 0; i < count; i++) {
      int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
      boolean same = next < otherCount && Memory.getInt(other + 4L * next) == position;
      next += same ? 1 : 0;
      Memory.putInt(output + 4L * kept, position);
      kept += same ? 0 : 1;
    }
    return kept;
  }

  /**
   * Merges two selections without a common position; the output overlaps neither of them.
   *
   * @return how many positions there are
   */
  public static int merge(long first, int firstCount, long second, int secondCount, long output) {
    int i = 0;
    int j = 0;
    int n = 0;
    while (i < firstCount && j < secondCount) {
      int a = Memory.getInt(first + 4L * i);
      int b = Memory.getInt(second + 4L * j);
      Memory.putInt(output + 4L * n++, Math.min(a, b));
      i += a < b ? 1 : 0;
      j += a < b ? 0 : 1;
    }
    Memory.copy(first + 4L * i, output + 4L * n, 4L * (firstCount - i));
    n += firstCount - i;
    Memory.copy(second + 4L * j, output + 4L * n, 4L * (secondCount - j));
    return n + secondCount - j;
  }

  /** Writes through: {@code output[i] = selection[positions[i]]}, for positions in a selection. */
  public static void compose(long selection, long positions, int count, long output) {
    for (int i = 0; i < count; i++) {
      Memory.putInt(
          output + 4L * i, Memory.getInt(selection + 4L * Memory.getInt(positions + 4L * i)));
    }
  }

  /** Keeps the positions whose code's byte in a table is 1 (others are 0). */
  public static int whereCode(long codes, long table, long selection, int count, long output) {
    int kept = 0;
    if (selection == 0) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(output + 4L * kept, i);
        kept += Memory.getByte(table + Memory.getInt(codes + 4L * i));
      }
      return kept;
    }
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(selection + 4L * i);
      Memory.putInt(output + 4L * kept, position);
      kept += Memory.getByte(table + Memory.getInt(codes + 4L * position));
    }
    return kept;
  }
}
