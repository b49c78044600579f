package dev.heddle.physical.kernel;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * Finds one byte string in others: it looks for two of its bytes at eight offsets at once, and
 * compares where both are.
 */
public final class ByteSearch {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private final byte[] needle;
  private final long head;
  private final long mask;
  private final int distance; // of the two bytes
  private final long firsts; // the first byte eight times
  private final long seconds;

  /** Makes a search for a byte string. */
  public ByteSearch(byte[] needle) {
    this.needle = needle;
    int bytes = Math.min(8, needle.length);
    this.mask = bytes == 8 ? -1L : (1L << (8 * bytes)) - 1;
    this.head = Memory.getLong(Arrays.copyOf(needle, Math.max(8, needle.length)), 0) & mask;
    this.distance = Math.max(0, bytes - 1);
    this.firsts = ONES * (head & 0xff);
    this.seconds = ONES * (head >>> (8 * distance) & 0xff);
  }

  /** Returns the length of what is looked for. */
  public int length() {
    return needle.length;
  }

  /** Returns what is looked for. */
  byte[] toBytes() {
    return needle.clone();
  }

  /**
   * Returns the first offset from {@code from} on at which the bytes occur, or -1. May read up to 8
   * bytes behind the text.
   */
  public int indexOf(long text, int length, int from) {
    int last = length - needle.length;
    if (needle.length == 0) {
      return from <= last ? from : -1;
    }
    for (int i = from; i <= last; i += 8) {
      long first = Memory.getLong(text + i) ^ firsts;
      long second = Memory.getLong(text + i + distance) ^ seconds;
      // zero bytes of both, and maybe some bytes of 1 behind zeros
      long found = (first - ONES) & ~first & (second - ONES) & ~second & HIGHS;
      for (; found != 0; found &= found - 1) {
        int at = i + (Long.numberOfTrailingZeros(found) >>> 3);
        if (at > last) {
          return -1;
        }
        if (isAt(text + at)) {
          return at;
        }
      }
    }
    return -1;
  }

  /** Returns whether the bytes stand at an address that has as many bytes. */
  public boolean isAt(long address) {
    return (Memory.getLong(address) & mask) == head && restMatches(address);
  }

  private boolean restMatches(long address) {
    for (int i = 8; i < needle.length; i++) {
      if (Memory.getByte(address + i) != needle[i]) {
        return false;
      }
    }
    return true;
  }
}
