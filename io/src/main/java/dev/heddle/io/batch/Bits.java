package dev.heddle.io.batch;

import dev.heddle.io.memory.Memory;

/**
 * Bitmaps in Arrow's order: bit {@code i} is bit {@code i % 8} of byte {@code i / 8}. Own bitmaps
 * come in whole words.
 */
public final class Bits {
  private Bits() {}

  /** Returns the bytes of a bitmap with {@code bits} bits, in whole words. */
  public static long bytesFor(long bits) {
    return (bits + 63) / 64 * 8;
  }

  /** Returns a bit. */
  public static boolean get(long bitmap, int index) {
    return (Memory.getByte(bitmap + (index >>> 3)) >>> (index & 7) & 1) != 0;
  }

  /** Sets a bit. */
  public static void set(long bitmap, int index) {
    long address = bitmap + (index >>> 3);
    Memory.putByte(address, (byte) (Memory.getByte(address) | 1 << (index & 7)));
  }

  /** Clears a bit. */
  public static void clear(long bitmap, int index) {
    long address = bitmap + (index >>> 3);
    Memory.putByte(address, (byte) (Memory.getByte(address) & ~(1 << (index & 7))));
  }

  /**
   * Returns how many of the first bits are set; bits of the last word beyond the count are ignored.
   */
  public static int count(long bitmap, int bits) {
    int set = 0;
    int word = 0;
    for (; word < bits >>> 6; word++) {
      set += Long.bitCount(Memory.getLong(bitmap + 8L * word));
    }
    if ((bits & 63) != 0) {
      set += Long.bitCount(Memory.getLong(bitmap + 8L * word) & (1L << (bits & 63)) - 1);
    }
    return set;
  }
}
