package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;

/** Moves runs of bits between bitmaps, a word at a time. Sources may be over-read by 8 bytes. */
final class BitRuns {
  private BitRuns() {}

  /**
   * Copies bits into a bitmap whose bits from the offset on are zero.
   *
   * @return how many of them are set
   */
  static int copy(long source, long sourceBit, long bitmap, int offset, int count) {
    int set = 0;
    int done = 0;
    while (done < count) {
      int at = offset + done;
      int n = Math.min(count - done, 32 - (at & 31)); // within one word of the target
      long bit = sourceBit + done;
      long bits = Memory.getLong(source + (bit >>> 3)) >>> (bit & 7) & (1L << n) - 1;
      long word = bitmap + (at >>> 5) * 4L;
      Memory.putInt(word, Memory.getInt(word) | (int) (bits << (at & 31)));
      set += Long.bitCount(bits);
      done += n;
    }
    return set;
  }

  /** Returns how many bits are set. */
  static int count(long source, long sourceBit, int count) {
    int set = 0;
    for (int done = 0; done < count; done += 32) {
      int n = Math.min(count - done, 32);
      long bit = sourceBit + done;
      set += Long.bitCount(Memory.getLong(source + (bit >>> 3)) >>> (bit & 7) & (1L << n) - 1);
    }
    return set;
  }

  /** Sets bits of a bitmap. */
  static void setRange(long bitmap, int offset, int count) {
    int done = 0;
    while (done < count) {
      int at = offset + done;
      int n = Math.min(count - done, 32 - (at & 31));
      long word = bitmap + (at >>> 5) * 4L;
      Memory.putInt(word, Memory.getInt(word) | (int) (((1L << n) - 1) << (at & 31)));
      done += n;
    }
  }
}
