package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;

/** Decodes levels and dictionary codes. Used by one thread. */
final class HybridDecoder extends HybridRuns {
  /** Decodes int32 values to memory. */
  void read(long target, int count) {
    long to = target;
    int wanted = count;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      if (isRun) {
        fill(to, n, runValue);
      } else {
        unpack(to, n);
        packedBit += (long) n * bitWidth;
      }
      left -= n;
      wanted -= n;
      to += 4L * n;
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

  private void unpack(long target, int count) {
    int width = bitWidth;
    int bits = mask;
    long base = packed;
    long bit = packedBit;
    if (width <= 8 && (bit & 7) == 0) {
      unpackBytes(target, count, base + (bit >>> 3), width, bits);
      return;
    }
    int i = 0;
    if (width <= 14) { // four values fit into one word, wherever in a byte the first one starts
      for (; i + 4 <= count; i += 4) {
        long word = Memory.getLong(base + (bit >>> 3)) >>> (bit & 7);
        long to = target + 4L * i;
        Memory.putInt(to, (int) word & bits);
        Memory.putInt(to + 4, (int) (word >>> width) & bits);
        Memory.putInt(to + 8, (int) (word >>> (2 * width)) & bits);
        Memory.putInt(to + 12, (int) (word >>> (3 * width)) & bits);
        bit += 4L * width;
      }
    }
    for (; i < count; i++) {
      Memory.putInt(
          target + 4L * i, (int) (Memory.getLong(base + (bit >>> 3)) >>> (bit & 7)) & bits);
      bit += width;
    }
  }

  /** Eight values take {@code width} whole bytes, so they are in one word. */
  private static void unpackBytes(long target, int count, long source, int width, int bits) {
    long from = source;
    int i = 0;
    for (; i + 8 <= count; i += 8) {
      long word = Memory.getLong(from);
      long to = target + 4L * i;
      Memory.putInt(to, (int) word & bits);
      Memory.putInt(to + 4, (int) (word >>> width) & bits);
      Memory.putInt(to + 8, (int) (word >>> (2 * width)) & bits);
      Memory.putInt(to + 12, (int) (word >>> (3 * width)) & bits);
      Memory.putInt(to + 16, (int) (word >>> (4 * width)) & bits);
      Memory.putInt(to + 20, (int) (word >>> (5 * width)) & bits);
      Memory.putInt(to + 24, (int) (word >>> (6 * width)) & bits);
      Memory.putInt(to + 28, (int) (word >>> (7 * width)) & bits);
      from += width;
    }
    long word = Memory.getLong(from);
    for (int shift = 0; i < count; i++, shift += width) {
      Memory.putInt(target + 4L * i, (int) (word >>> shift) & bits);
    }
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
