package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;

/** Decodes levels and dictionary codes. Used by one thread. */
final class HybridDecoder extends HybridRuns {
  private static final long NO_ENTRIES = 0; // no memory is there

  // Eight values of up to 7 bits are spread over the bytes of a word, and four of up to 14 over its
  // shorts, by one instruction on x86; elsewhere that is a loop of the JDK's.
  private static final boolean SPREADS = System.getProperty("os.arch", "").matches("amd64|x86_64");
  private static final int BYTE_BITS = 7;
  private static final int SHORT_BITS = 14;
  private static final long BYTES = 0x0101_0101_0101_0101L;
  private static final long SHORTS = 0x0001_0001_0001_0001L;
  private static final long HIGH_OF_BYTES = 0x8080_8080_8080_8080L; // the highest bit of each
  private static final long HIGH_OF_SHORTS = 0x8000_8000_8000_8000L;

  /** Decodes int32 values to memory. */
  void read(long target, int count) {
    readCodes(mask, target, count);
  }

  /**
   * Decodes codes to memory, as int32.
   *
   * @param last the largest code there is, at least 0
   * @return false if there is a code beyond it; what has been written then is of no use
   */
  boolean readCodes(int last, long target, int count) {
    return read(NO_ENTRIES, last, target, count, Integer.BYTES);
  }

  /** As {@link #readCodes}, but writes the dictionary's entries, of 4 bytes each. */
  boolean readInts(long entries, int last, long target, int count) {
    return read(entries, last, target, count, Integer.BYTES);
  }

  /** As {@link #readCodes}, but writes the dictionary's entries, of 8 bytes each. */
  boolean readLongs(long entries, int last, long target, int count) {
    return read(entries, last, target, count, Long.BYTES);
  }

  private boolean read(long entries, int last, long target, int count, int bytes) {
    long to = target;
    int wanted = count;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      boolean isWithin =
          isRun
              ? Integer.compareUnsigned(runValue, last) <= 0
              : entries == NO_ENTRIES
                  ? unpackCodes(last, to, n)
                  : bytes == Integer.BYTES
                      ? unpackInts(entries, last, to, n)
                      : unpackLongs(entries, last, to, n);
      if (!isWithin) {
        return false;
      }
      if (!isRun) {
        packedBit += (long) n * bitWidth;
      } else if (entries == NO_ENTRIES) {
        fill(to, n, runValue);
      } else if (bytes == Integer.BYTES) {
        fill(to, n, Memory.getInt(entries + 4L * runValue));
      } else {
        fillLongs(to, n, Memory.getLong(entries + 8L * runValue));
      }
      left -= n;
      wanted -= n;
      to += (long) bytes * n;
    }
    return true;
  }

  private static void fillLongs(long target, int count, long value) {
    for (int i = 0; i < count; i++) {
      Memory.putLong(target + 8L * i, value);
    }
  }

  /** Decodes values of at most 7 bits to bytes; up to 8 bytes behind them may be overwritten. */
  void readBytes(long target, int count) {
    long to = target;
    int wanted = count;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      if (isRun) {
        long eight = runValue * 0x0101010101010101L;
        for (int i = 0; i < n; i += 8) {
          Memory.putLong(to + i, eight);
        }
      } else {
        long spread = mask * 0x0101010101010101L;
        for (int i = 0; i < n; i += 8) { // eight values and up to 7 bits before them fit a word
          long bit = packedBit + (long) i * bitWidth;
          long word = Memory.getLong(packed + (bit >>> 3)) >>> (bit & 7);
          Memory.putLong(to + i, Long.expand(word, spread));
        }
        packedBit += (long) n * bitWidth;
      }
      left -= n;
      wanted -= n;
      to += n;
    }
  }

  /** Leaves values out. */
  void skip(int count) {
    int wanted = count;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      if (!isRun) {
        packedBit += (long) n * bitWidth;
      }
      left -= n;
      wanted -= n;
    }
  }

  /**
   * Goes over values and decodes some of them.
   *
   * @param positions where {@code count} ascending int32 positions below {@code span} start
   * @param span how many values to go over
   */
  void pick(long positions, int count, int span, long target) {
    int passed = 0;
    int i = 0;
    while (passed < span) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(span - passed, left);
      int runEnd = passed + n;
      if (isRun) {
        for (; i < count && Memory.getInt(positions + 4L * i) < runEnd; i++) {
          Memory.putInt(target + 4L * i, runValue);
        }
      } else {
        i = pickPacked(positions, i, count, runEnd, packedBit - (long) passed * bitWidth, target);
        packedBit += (long) n * bitWidth;
      }
      left -= n;
      passed = runEnd;
    }
  }

  private int pickPacked(long positions, int from, int count, int end, long bit, long target) {
    int width = bitWidth;
    int bits = mask;
    long base = packed;
    int i = from;
    for (; i < count; i++) {
      int position = Memory.getInt(positions + 4L * i);
      if (position >= end) {
        break;
      }
      long at = bit + (long) position * width;
      Memory.putInt(target + 4L * i, (int) (Memory.getLong(base + (at >>> 3)) >>> (at & 7)) & bits);
    }
    return i;
  }

  private static void fill(long target, int count, int value) {
    long pair = (value & 0xffffffffL) | (long) value << 32;
    int i = 0;
    for (; i + 2 <= count; i += 2) {
      Memory.putLong(target + 4L * i, pair);
    }
    if (i < count) {
      Memory.putInt(target + 4L * i, value);
    }
  }

  private boolean unpackCodes(int last, long target, int count) {
    int width = bitWidth;
    long base = packed;
    long bit = packedBit;
    int top = (int) Math.min(last & 0xffff_ffffL, mask & 0xffff_ffffL);
    long wrong = 0;
    int i = 0;
    if (width <= BYTE_BITS && SPREADS) {
      long spread = mask * BYTES;
      long room = (0x7f - top) * BYTES; // more than that sets the highest bit of a byte
      for (; i + 8 <= count; i += 8) {
        long bytes = Long.expand(Memory.getLong(base + (bit >>> 3)) >>> (bit & 7), spread);
        wrong |= bytes + room;
        long to = target + 4L * i;
        Memory.putLong(to, (bytes & 0xff) | ((bytes & 0xff00) << 24));
        Memory.putLong(to + 8, ((bytes >>> 16) & 0xff) | (((bytes >>> 24) & 0xff) << 32));
        Memory.putLong(to + 16, ((bytes >>> 32) & 0xff) | (((bytes >>> 40) & 0xff) << 32));
        Memory.putLong(to + 24, ((bytes >>> 48) & 0xff) | ((bytes >>> 56) << 32));
        bit += 8L * width;
      }
      wrong &= HIGH_OF_BYTES;
    } else if (width <= SHORT_BITS && SPREADS) {
      long spread = mask * SHORTS;
      long room = (0x7fff - top) * SHORTS;
      for (; i + 4 <= count; i += 4) {
        long shorts = Long.expand(Memory.getLong(base + (bit >>> 3)) >>> (bit & 7), spread);
        wrong |= shorts + room;
        long to = target + 4L * i;
        Memory.putLong(to, (shorts & 0xffff) | ((shorts & 0xffff_0000L) << 16));
        Memory.putLong(to + 8, ((shorts >>> 32) & 0xffff) | ((shorts >>> 48) << 32));
        bit += 4L * width;
      }
      wrong &= HIGH_OF_SHORTS;
    } else if (width <= SHORT_BITS) { // four values and up to 7 bits before them fit a word
      for (; i + 4 <= count; i += 4) {
        long word = Memory.getLong(base + (bit >>> 3)) >>> (bit & 7);
        int a = (int) word & mask;
        int b = (int) (word >>> width) & mask;
        int c = (int) (word >>> (2 * width)) & mask;
        int d = (int) (word >>> (3 * width)) & mask;
        wrong |= (top - a) | (top - b) | (top - c) | (top - d);
        long to = target + 4L * i;
        Memory.putInt(to, a);
        Memory.putInt(to + 4, b);
        Memory.putInt(to + 8, c);
        Memory.putInt(to + 12, d);
        bit += 4L * width;
      }
      wrong &= Integer.MIN_VALUE;
    }
    for (; i < count; i++) {
      int code = code(base, bit);
      if (Integer.compareUnsigned(code, last) > 0) {
        return false;
      }
      Memory.putInt(target + 4L * i, code);
      bit += width;
    }
    return wrong == 0;
  }

  private boolean unpackInts(long entries, int last, long target, int count) {
    int width = bitWidth;
    long base = packed;
    long bit = packedBit;
    int top = Math.min(last, mask & Integer.MAX_VALUE);
    int i = 0;
    if (width <= BYTE_BITS && SPREADS) {
      long spread = mask * BYTES;
      long room = (0x7f - top) * BYTES;
      for (; i + 8 <= count; i += 8) {
        long bytes = Long.expand(Memory.getLong(base + (bit >>> 3)) >>> (bit & 7), spread);
        if (((bytes + room) & HIGH_OF_BYTES) != 0) {
          return false;
        }
        long to = target + 4L * i;
        Memory.putInt(to, Memory.getInt(entries + 4 * (bytes & 0xff)));
        Memory.putInt(to + 4, Memory.getInt(entries + 4 * ((bytes >>> 8) & 0xff)));
        Memory.putInt(to + 8, Memory.getInt(entries + 4 * ((bytes >>> 16) & 0xff)));
        Memory.putInt(to + 12, Memory.getInt(entries + 4 * ((bytes >>> 24) & 0xff)));
        Memory.putInt(to + 16, Memory.getInt(entries + 4 * ((bytes >>> 32) & 0xff)));
        Memory.putInt(to + 20, Memory.getInt(entries + 4 * ((bytes >>> 40) & 0xff)));
        Memory.putInt(to + 24, Memory.getInt(entries + 4 * ((bytes >>> 48) & 0xff)));
        Memory.putInt(to + 28, Memory.getInt(entries + 4 * (bytes >>> 56)));
        bit += 8L * width;
      }
    } else if (width <= SHORT_BITS && SPREADS) {
      long spread = mask * SHORTS;
      long room = (0x7fff - top) * SHORTS;
      for (; i + 4 <= count; i += 4) {
        long shorts = Long.expand(Memory.getLong(base + (bit >>> 3)) >>> (bit & 7), spread);
        if (((shorts + room) & HIGH_OF_SHORTS) != 0) {
          return false;
        }
        long to = target + 4L * i;
        Memory.putInt(to, Memory.getInt(entries + 4 * (shorts & 0xffff)));
        Memory.putInt(to + 4, Memory.getInt(entries + 4 * ((shorts >>> 16) & 0xffff)));
        Memory.putInt(to + 8, Memory.getInt(entries + 4 * ((shorts >>> 32) & 0xffff)));
        Memory.putInt(to + 12, Memory.getInt(entries + 4 * (shorts >>> 48)));
        bit += 4L * width;
      }
    }
    for (; i < count; i++) {
      int code = code(base, bit);
      if (Integer.compareUnsigned(code, last) > 0) {
        return false;
      }
      Memory.putInt(target + 4L * i, Memory.getInt(entries + 4L * code));
      bit += width;
    }
    return true;
  }

  private boolean unpackLongs(long entries, int last, long target, int count) {
    int width = bitWidth;
    long base = packed;
    long bit = packedBit;
    int top = Math.min(last, mask & Integer.MAX_VALUE);
    int i = 0;
    if (width <= BYTE_BITS && SPREADS) {
      long spread = mask * BYTES;
      long room = (0x7f - top) * BYTES;
      for (; i + 8 <= count; i += 8) {
        long bytes = Long.expand(Memory.getLong(base + (bit >>> 3)) >>> (bit & 7), spread);
        if (((bytes + room) & HIGH_OF_BYTES) != 0) {
          return false;
        }
        long to = target + 8L * i;
        Memory.putLong(to, Memory.getLong(entries + 8 * (bytes & 0xff)));
        Memory.putLong(to + 8, Memory.getLong(entries + 8 * ((bytes >>> 8) & 0xff)));
        Memory.putLong(to + 16, Memory.getLong(entries + 8 * ((bytes >>> 16) & 0xff)));
        Memory.putLong(to + 24, Memory.getLong(entries + 8 * ((bytes >>> 24) & 0xff)));
        Memory.putLong(to + 32, Memory.getLong(entries + 8 * ((bytes >>> 32) & 0xff)));
        Memory.putLong(to + 40, Memory.getLong(entries + 8 * ((bytes >>> 40) & 0xff)));
        Memory.putLong(to + 48, Memory.getLong(entries + 8 * ((bytes >>> 48) & 0xff)));
        Memory.putLong(to + 56, Memory.getLong(entries + 8 * (bytes >>> 56)));
        bit += 8L * width;
      }
    } else if (width <= SHORT_BITS && SPREADS) {
      long spread = mask * SHORTS;
      long room = (0x7fff - top) * SHORTS;
      for (; i + 4 <= count; i += 4) {
        long shorts = Long.expand(Memory.getLong(base + (bit >>> 3)) >>> (bit & 7), spread);
        if (((shorts + room) & HIGH_OF_SHORTS) != 0) {
          return false;
        }
        long to = target + 8L * i;
        Memory.putLong(to, Memory.getLong(entries + 8 * (shorts & 0xffff)));
        Memory.putLong(to + 8, Memory.getLong(entries + 8 * ((shorts >>> 16) & 0xffff)));
        Memory.putLong(to + 16, Memory.getLong(entries + 8 * ((shorts >>> 32) & 0xffff)));
        Memory.putLong(to + 24, Memory.getLong(entries + 8 * (shorts >>> 48)));
        bit += 4L * width;
      }
    }
    for (; i < count; i++) {
      int code = code(base, bit);
      if (Integer.compareUnsigned(code, last) > 0) {
        return false;
      }
      Memory.putLong(target + 8L * i, Memory.getLong(entries + 8L * code));
      bit += width;
    }
    return true;
  }

  /** Returns the value whose bits begin at one of those from an address on. */
  private int code(long base, long bit) {
    return (int) (Memory.getLong(base + (bit >>> 3)) >>> (bit & 7)) & mask;
  }

  /**
   * Copies single-bit values into a bitmap whose bits from the offset on are zero.
   *
   * @return how many of them are set
   */
  int readBits(long bitmap, int offset, int count) {
    int at = offset;
    int wanted = count;
    int set = 0;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      if (!isRun) {
        set += BitRuns.copy(packed, packedBit, bitmap, at, n);
        packedBit += n;
      } else if (runValue == 1) {
        BitRuns.setRange(bitmap, at, n);
        set += n;
      }
      left -= n;
      wanted -= n;
      at += n;
    }
    return set;
  }

  /** Leaves single-bit values out and returns how many of them are set. */
  int skipBits(int count) {
    int wanted = count;
    int set = 0;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      if (!isRun) {
        set += BitRuns.count(packed, packedBit, n);
        packedBit += n;
      } else {
        set += runValue == 1 ? n : 0;
      }
      left -= n;
      wanted -= n;
    }
    return set;
  }
}
