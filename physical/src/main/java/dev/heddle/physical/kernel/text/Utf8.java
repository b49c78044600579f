package dev.heddle.physical.kernel.text;

import dev.heddle.io.memory.Memory;

/**
 * Walks UTF-8 text by code points. Text has been checked on entry, so it is well-formed. Up to 8
 * bytes behind it may be read.
 */
public final class Utf8 {
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Returns the bytes of the code point that starts with a byte. */
  public static int width(byte first) {
    if (first >= 0) {
      return 1;
    }
    int lead = first & 0xff;
    return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  }

  /** Returns whether a byte continues a code point. */
  public static boolean isContinuation(byte value) {
    return value < -64; // 10xxxxxx
  }

  /** Returns whether all bytes are ASCII. */
  public static boolean isAscii(long text, int length) {
    if (length < 8) {
      return (firstBytes(Memory.getLong(text), length) & HIGH_BITS) == 0;
    }
    long bits = Memory.getLong(text + length - 8);
    for (int i = 0; i < length - 8; i += 8) {
      bits |= Memory.getLong(text + i);
    }
    return (bits & HIGH_BITS) == 0;
  }

  /** Returns the number of code points. */
  public static int codePoints(long text, int length) {
    if (length < 8) {
      return length - continuations(firstBytes(Memory.getLong(text), length));
    }
    int last = length - 8; // of the last whole word, which overlaps the one before
    long bits = Memory.getLong(text + last);
    for (int i = 0; i < last; i += 8) {
      bits |= Memory.getLong(text + i);
    }
    if ((bits & HIGH_BITS) == 0) {
      return length;
    }
    int continuations = 0;
    int i = 0;
    for (; i < last; i += 8) {
      continuations += continuations(Memory.getLong(text + i));
    }
    int before = i - last; // bytes of the last word that have been counted
    long word = Memory.getLong(text + last);
    return length - continuations - continuations(word >>> (4 * before) >>> (4 * before));
  }

  private static int continuations(long word) {
    // A continuation byte has its top bit set and the next one clear.
    return Long.bitCount(word & ~(word << 1) & HIGH_BITS);
  }

  /** Returns the first bytes of a word, fewer than 8, with zeros behind them. */
  static long firstBytes(long word, int bytes) {
    return word & ((1L << (8 * bytes)) - 1);
  }

  /** Returns the byte offset of the code point at an index, or the length if there are fewer. */
  public static int offset(long text, int length, long codePoints) {
    int at = 0;
    long left = codePoints;
    while (left > 0 && at < length) {
      at += width(Memory.getByte(text + at));
      left--;
    }
    return Math.min(at, length);
  }

  /** Returns the code point at a byte offset. */
  public static int codePoint(long text, int offset) {
    long at = text + offset;
    int first = Memory.getByte(at);
    if (first >= 0) {
      return first;
    }
    int second = Memory.getByte(at + 1) & 0x3f;
    int lead = first & 0xff;
    if (lead < 0xe0) {
      return (lead & 0x1f) << 6 | second;
    }
    int third = Memory.getByte(at + 2) & 0x3f;
    if (lead < 0xf0) {
      return (lead & 0x0f) << 12 | second << 6 | third;
    }
    return (lead & 0x07) << 18 | second << 12 | third << 6 | (Memory.getByte(at + 3) & 0x3f);
  }

  /** Writes a code point (up to 4 bytes) and returns how many bytes it took. */
  public static int put(long address, int codePoint) {
    if (codePoint < 0x80) {
      Memory.putByte(address, (byte) codePoint);
      return 1;
    }
    if (codePoint < 0x800) {
      Memory.putByte(address, (byte) (0xc0 | codePoint >> 6));
      Memory.putByte(address + 1, (byte) (0x80 | (codePoint & 0x3f)));
      return 2;
    }
    if (codePoint < 0x10000) {
      Memory.putByte(address, (byte) (0xe0 | codePoint >> 12));
      Memory.putByte(address + 1, (byte) (0x80 | (codePoint >> 6 & 0x3f)));
      Memory.putByte(address + 2, (byte) (0x80 | (codePoint & 0x3f)));
      return 3;
    }
    Memory.putByte(address, (byte) (0xf0 | codePoint >> 18));
    Memory.putByte(address + 1, (byte) (0x80 | (codePoint >> 12 & 0x3f)));
    Memory.putByte(address + 2, (byte) (0x80 | (codePoint >> 6 & 0x3f)));
    Memory.putByte(address + 3, (byte) (0x80 | (codePoint & 0x3f)));
    return 4;
  }
}
