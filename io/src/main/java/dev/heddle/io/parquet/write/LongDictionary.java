package dev.heddle.io.parquet.write;

import java.util.Arrays;

/** Numbers 64-bit values by their first appearance. Used by one thread at a time. */
final class LongDictionary {
  private static final int MIN_CAPACITY = 64;

  private long[] entries = new long[MIN_CAPACITY];
  private int[] slots = new int[2 * MIN_CAPACITY]; // code + 1; 0 where there is none
  private int count;

  int count() {
    return count;
  }

  long entry(int code) {
    return entries[code];
  }

  /** Returns the bytes of memory in use. */
  long heldBytes() {
    return 8L * entries.length + 4L * slots.length;
  }

  /** Returns a value's number, which is the count before if it is new. */
  int codeOf(long value) {
    int mask = slots.length - 1;
    int slot = slotOf(value) & mask;
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (entries[code] == value) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    if (count == entries.length) {
      grow();
      mask = slots.length - 1;
      slot = freeSlot(value, mask);
    }
    entries[count] = value;
    slots[slot] = ++count;
    return count - 1;
  }

  private static int slotOf(long value) {
    long mixed = value * 0x9E3779B97F4A7C15L;
    return (int) (mixed ^ mixed >>> 32);
  }

  private int freeSlot(long value, int mask) {
    int slot = slotOf(value) & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    entries = Arrays.copyOf(entries, 2 * entries.length);
    slots = new int[2 * entries.length];
    for (int code = 0; code < count; code++) {
      slots[freeSlot(entries[code], slots.length - 1)] = code + 1;
    }
  }
}
