package dev.heddle.io.parquet.write;

import java.util.Arrays;

/** Bytes on the heap to which others are appended. Used by one thread at a time. */
final class GrowingBytes {
  private static final int MIN_CAPACITY = 64;

  private byte[] bytes = new byte[MIN_CAPACITY];
  private int size;

  /** Returns the bytes, of which the first {@link #size} count, until others are appended. */
  byte[] array() {
    return bytes;
  }

  int size() {
    return size;
  }

  /** Returns the bytes of memory in use. */
  int capacity() {
    return bytes.length;
  }

  /** Makes room for more bytes and counts them as appended; returns where they start. */
  int extend(int count) {
    int start = size;
    int needed = Math.addExact(size, count);
    if (needed > bytes.length) {
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(needed, 2L * bytes.length)));
    }
    size = needed;
    return start;
  }

  void putByte(int value) {
    int at = extend(1); // first, since it may replace the array
    bytes[at] = (byte) value;
  }

  /** Appends the lowest bytes of a number, little-endian. */
  void putLittleEndian(long value, int count) {
    int start = extend(count);
    for (int i = 0; i < count; i++) {
      bytes[start + i] = (byte) (value >>> (8 * i));
    }
  }

  void putVarInt(int value) {
    int left = value;
    while ((left & ~0x7f) != 0) {
      putByte((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    putByte(left);
  }

  void put(byte[] source, int offset, int length) {
    int start = extend(length);
    System.arraycopy(source, offset, bytes, start, length);
  }

  /** Forgets what was appended after the first bytes. */
  void truncate(int newSize) {
    size = newSize;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Forgets the bytes; keeps the memory if it is not much more than was needed. */
  void clear() {
    if (bytes.length > MIN_CAPACITY && bytes.length / 4 > size) {
      bytes = new byte[Math.max(MIN_CAPACITY, size)];
    }
    size = 0;
  }
}
