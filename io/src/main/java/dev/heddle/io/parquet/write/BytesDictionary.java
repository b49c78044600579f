package dev.heddle.io.parquet.write;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/** Numbers texts by their first appearance. Used by one thread at a time. */
final class BytesDictionary {
  private static final int MIN_CAPACITY = 64;

  private final GrowingBytes texts = new GrowingBytes();
  private int[] ends = new int[MIN_CAPACITY];
  private int[] hashes = new int[MIN_CAPACITY];
  private int[] slots = new int[2 * MIN_CAPACITY]; // code + 1; 0 where there is none
  private int count;

  int count() {
    return count;
  }

  /** Returns the texts, one behind the other. */
  byte[] texts() {
    return texts.array();
  }

  int start(int code) {
    return code == 0 ? 0 : ends[code - 1];
  }

  int end(int code) {
    return ends[code];
  }

  /** Returns the bytes of memory in use. */
  long heldBytes() {
    return texts.capacity() + 8L * ends.length + 4L * slots.length;
  }

  /** Returns a text's number, which is the count before if it is new. */
  int codeOf(byte[] bytes, int offset, int length) {
    int hash = hash(bytes, offset, length);
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      int code = slots[slot] - 1;
      if (hashes[code] == hash
          && Arrays.equals(
              texts.array(), start(code), ends[code], bytes, offset, offset + length)) {
        return code;
      }
      slot = (slot + 1) & mask;
    }
    if (count == ends.length) {
      grow();
      slot = freeSlot(hash);
    }
    texts.put(bytes, offset, length);
    ends[count] = texts.size();
    hashes[count] = hash;
    slots[slot] = ++count;
    return count - 1;
  }

  private static int hash(byte[] bytes, int offset, int length) {
    long hash = length;
    int at = 0;
    for (; at <= length - 8; at += 8) {
      hash = (hash ^ Memory.getLong(bytes, offset + at)) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = (rest << 8) | (bytes[offset + at] & 0xff);
    }
    hash = (hash ^ rest) * 0x9E3779B97F4A7C15L;
    return (int) (hash ^ hash >>> 32);
  }

  private int freeSlot(int hash) {
    int mask = slots.length - 1;
    int slot = hash & mask;
    while (slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    ends = Arrays.copyOf(ends, 2 * ends.length);
    hashes = Arrays.copyOf(hashes, ends.length);
    slots = new int[2 * ends.length];
    for (int code = 0; code < count; code++) {
      slots[freeSlot(hashes[code])] = code + 1;
    }
  }
}
