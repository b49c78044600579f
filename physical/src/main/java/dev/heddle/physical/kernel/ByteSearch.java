package dev.heddle.physical.kernel;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/** Finds one byte string in others: it compares up to eight bytes at once at each offset. */
public final class ByteSearch {
  private final byte[] needle;
  private final long head;
  private final long mask;

  /** Makes a search for a byte string. */
  public ByteSearch(byte[] needle) {
    this.needle = needle;
    int bytes = Math.min(8, needle.length);
    this.mask = bytes == 8 ? -1L : (1L << (8 * bytes)) - 1;
    this.head = Memory.getLong(Arrays.copyOf(needle, Math.max(8, needle.length)), 0) & mask;
  }

  /** Returns the length of what is looked for. */
  public int length() {
    return needle.length;
  }

  /** Returns what is looked for. */
  byte[] toBytes() {
    return needle.clone();
  }

  /** Returns the first offset from {@code from} on at which the bytes occur, or -1. */
  public int indexOf(long text, int length, int from) {
    int last = length - needle.length;
    for (int i = from; i <= last; i++) {
      if ((Memory.getLong(text + i) & mask) == head && restMatches(text + i)) {
        return i;
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
