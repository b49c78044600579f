package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;

/** Bitmaps of rows in whole words, the first row lowest. */
public final class RowBitmaps {
  private RowBitmaps() {}

  public static long bytesFor(int rows) {
    return ((long) rows + Long.SIZE - 1) / Long.SIZE * Long.BYTES;
  }

  /** Sets the bits of all rows and clears those behind. */
  public static void fill(long bitmap, int rows) {
    long bytes = bytesFor(rows);
    Memory.fill(bitmap, bytes, (byte) -1);
    if (rows % Long.SIZE > 0) {
      Memory.putLong(bitmap + bytes - Long.BYTES, (1L << rows) - 1);
    }
  }

  /**
   * Writes which bits are set: four at a time, since how many fours there are is the only thing
   * that depends on data. Three more positions than there are may be written.
   *
   * @param first what to add to the positions
   * @param output where to write them, int32
   */
  public static void positions(long bitmap, int rows, int first, long output) {
    long to = output;
    for (int row = 0; row < rows; row += Long.SIZE) {
      long word = Memory.getLong(bitmap + row / Byte.SIZE);
      int position = first + row;
      long next = to + 4L * Long.bitCount(word);
      for (; to < next; to += 16) {
        Memory.putInt(to, position + Long.numberOfTrailingZeros(word));
        word &= word - 1;
        Memory.putInt(to + 4, position + Long.numberOfTrailingZeros(word));
        word &= word - 1;
        Memory.putInt(to + 8, position + Long.numberOfTrailingZeros(word));
        word &= word - 1;
        Memory.putInt(to + 12, position + Long.numberOfTrailingZeros(word));
        word &= word - 1;
      }
      to = next;
    }
  }
}
