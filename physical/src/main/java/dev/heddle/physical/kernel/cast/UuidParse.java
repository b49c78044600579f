package dev.heddle.physical.kernel.cast;

import dev.heddle.io.memory.Memory;

/**
 * Reads UUIDs from text, as {@link dev.heddle.frame.schema.Uuids#parse} does, but without copying
 * it. Used by one thread.
 */
final class UuidParse {
  private static final int DIGITS = 32;
  private static final byte[] VALUES = values();

  private long high;
  private long low;

  private static byte[] values() {
    byte[] values = new byte[256];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) (i < 128 ? Character.digit(i, 16) : -1);
    }
    return values;
  }

  /** Returns whether some bytes of ASCII spell a UUID, whose words can then be asked for. */
  boolean parse(long text, int length) {
    long from = text;
    long to = text + length;
    if (length > 1 && Memory.getByte(from) == '{') {
      if (Memory.getByte(to - 1) != '}') {
        return false;
      }
      from++;
      to--;
    }
    high = 0;
    low = 0;
    int digits = 0;
    for (long at = from; at < to; at++) {
      byte c = Memory.getByte(at);
      if (c == '-' && digits > 0 && at + 1 < to && Memory.getByte(at + 1) != '-') {
        continue;
      }
      int digit = VALUES[c & 0xff];
      if (digit < 0 || digits == DIGITS) {
        return false;
      }
      high = high << 4 | low >>> 60;
      low = low << 4 | digit;
      digits++;
    }
    return digits == DIGITS;
  }

  /** Returns the more significant half. */
  long high() {
    return high;
  }

  /** Returns the less significant half. */
  long low() {
    return low;
  }
}
