package dev.heddle.io.parquet;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.scan.ConjunctState;

/**
 * Decodes the hybrid of runs and bit-packed groups that holds levels and dictionary codes.
 *
 * <p>The bytes must lie in memory that may be over-read by 8 bytes.
 */
final class HybridDecoder {
  private long position;
  private long end;
  private int bitWidth;
  private int mask;
  private int left;
  private boolean isRun;
  private int runValue;
  private long packed;
  private long packedBit;

  // the bitmap being masked: the word's place, its new bits, how many, and bits left before it
  private long maskAt;
  private long maskWord;
  private int maskFilled;
  private int maskKept;

  /** Starts at the first run header. */
  void reset(long start, long bytes, int width) {
    if (width < 0 || width > 32) {
      throw new CorruptDataException("values are packed in " + width + " bits");
    }
    position = start;
    end = start + bytes;
    bitWidth = width;
    mask = width == 32 ? -1 : (1 << width) - 1;
    left = 0;
  }

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

  /** Returns how many bits a packed value has. */
  int bitWidth() {
    return bitWidth;
  }

  /** Takes over where another one is. */
  void goTo(HybridDecoder other) {
    position = other.position;
    end = other.end;
    bitWidth = other.bitWidth;
    mask = other.mask;
    left = other.left;
    isRun = other.isRun;
    runValue = other.runValue;
    packed = other.packed;
    packedBit = other.packedBit;
  }

  /**
   * Goes over values and clears the bits of those that fail in a bitmap, from its first one on.
   *
   * @param test of all values of {@link #bitWidth}
   * @param bitmap of {@code count} bits, in whole words
   * @return how many bits are left, or -1 if there is a value that must not be there
   */
  int mask(int count, CodeTest test, long bitmap) {
    byte[] outcomes = test.outcomes();
    int step = 4 * test.codes();
    int seen = 0;
    maskAt = bitmap;
    maskWord = 0;
    maskFilled = 0;
    maskKept = 0;
    int wanted = count;
    while (wanted > 0) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(wanted, left);
      if (isRun) {
        seen |= outcomes[runValue];
        maskRun(n, -(long) (outcomes[runValue] & 1));
      } else {
        int grouped = step == 0 ? 0 : n - n % step;
        seen |= maskGroups(grouped, test) | maskPacked(n - grouped, outcomes);
      }
      left -= n;
      wanted -= n;
    }
    if (maskFilled > 0) {
      putMask(maskWord);
    }
    return seen >= ConjunctState.BEYOND ? -1 : maskKept;
  }

  private void putMask(long word) {
    long passing = Memory.getLong(maskAt) & word;
    Memory.putLong(maskAt, passing);
    maskKept += Long.bitCount(passing);
    maskAt += 8;
  }

  private void maskRun(int count, long bits) {
    for (int done = 0; done < count; ) {
      int n = Math.min(count - done, Long.SIZE - maskFilled);
      maskWord |= (bits & -1L >>> (Long.SIZE - n)) << maskFilled;
      maskFilled += n;
      done += n;
      if (maskFilled == Long.SIZE) {
        putMask(maskWord);
        maskWord = 0;
        maskFilled = 0;
      }
    }
  }

  /**
   * Looks at four groups at a time.
   *
   * @param count a multiple of the codes in four groups
   * @return {@link ConjunctState#BEYOND} if there is one that must not be
   */
  private int maskGroups(int count, CodeTest test) {
    byte[] groups = test.groups();
    int codes = test.codes();
    int step = 4 * codes;
    int width = codes * bitWidth;
    long bits = groups.length - 1; // there is a group of each number of so many bits
    long ofStep = (1L << step) - 1;
    long base = packed;
    long bit = packedBit;
    long word = maskWord;
    int filled = maskFilled;
    long to = maskAt;
    int kept = 0;
    int seen = 0;
    for (int i = 0; i < count; i += step) {
      long four = Memory.getLong(base + (bit >>> 3)) >>> (bit & 7);
      int group0 = Memory.at(groups, four & bits);
      int group1 = Memory.at(groups, four >>> width & bits);
      int group2 = Memory.at(groups, four >>> (2 * width) & bits);
      int group3 = Memory.at(groups, four >>> (3 * width) & bits);
      seen |= group0 | group1 | group2 | group3;
      int low = group0 | group1 << codes;
      int high = group2 | group3 << codes;
      long found = (low | (long) high << (2 * codes)) & ofStep;
      word |= found << filled;
      filled += step;
      if (filled >= Long.SIZE) {
        word &= Memory.getLong(to);
        Memory.putLong(to, word);
        kept += Long.bitCount(word);
        to += 8;
        filled -= Long.SIZE;
        word = found >>> (step - filled);
      }
      bit += 4L * width;
    }
    maskWord = word;
    maskFilled = filled;
    maskAt = to;
    maskKept += kept;
    packedBit = bit;
    return seen < 0 ? ConjunctState.BEYOND : 0;
  }

  /** Returns all outcomes together. */
  private int maskPacked(int count, byte[] outcomes) {
    int seen = 0;
    for (int i = 0; i < count; i++) {
      int outcome = outcomes[packedAt(packedBit)];
      seen |= outcome;
      maskRun(1, outcome & 1);
      packedBit += bitWidth;
    }
    return seen;
  }

  private int packedAt(long bit) {
    return (int) (Memory.getLong(packed + (bit >>> 3)) >>> (bit & 7)) & mask;
  }

  /**
   * Goes over values and writes which of some of them pass.
   *
   * @param test of all values of {@link #bitWidth}
   * @param positions where {@code count} ascending int32 positions start
   * @param base the position of the first value gone over
   * @param span how many values to go over
   * @param first the number of the first position
   * @param output where to write numbers of positions, int32; there is room for {@code count}
   * @return how many pass, or -1 if there is a value that must not be there
   */
  int testPicked(
      long positions, int base, int count, int span, CodeTest test, int first, long output) {
    byte[] outcomes = test.outcomes();
    int kept = 0;
    int passed = 0;
    int seen = 0;
    int i = 0;
    while (passed < span) {
      if (left == 0) {
        nextRun();
      }
      int n = Math.min(span - passed, left);
      int runEnd = base + passed + n;
      if (isRun) {
        int outcome = outcomes[runValue];
        for (; i < count && Memory.getInt(positions + 4L * i) < runEnd; i++) {
          Memory.putInt(output + 4L * kept, first + i);
          kept += outcome & 1;
          seen |= outcome;
        }
      } else {
        int width = bitWidth;
        int bits = mask;
        long start = packed;
        long bit = packedBit - (long) (base + passed) * width;
        for (; i < count; i++) {
          int position = Memory.getInt(positions + 4L * i);
          if (position >= runEnd) {
            break;
          }
          long at = bit + (long) position * width;
          int outcome = outcomes[(int) (Memory.getLong(start + (at >>> 3)) >>> (at & 7)) & bits];
          Memory.putInt(output + 4L * kept, first + i);
          kept += outcome & 1;
          seen |= outcome;
        }
        packedBit += (long) n * width;
      }
      left -= n;
      passed += n;
    }
    return seen >= ConjunctState.BEYOND ? -1 : kept;
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
    if (width <= 14) { // four values lie in one word, wherever in a byte the first one starts
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

  /** Eight values lie in {@code width} whole bytes, so in one word. */
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

  /** Returns whether the values from here on start with so many equal ones in a single run. */
  boolean startsWithRun(int value, int count) {
    if (left == 0 && count > 0) {
      nextRun();
    }
    return isRun && runValue == value && left >= count;
  }

  private void nextRun() {
    long header = header();
    if ((header & 1) == 0) {
      long length = header >>> 1;
      int bytes = (bitWidth + 7) >>> 3;
      if (length == 0 || length > Integer.MAX_VALUE || bytes > end - position) {
        throw new CorruptDataException("a run of " + length + " values goes beyond its page");
      }
      isRun = true;
      left = (int) length;
      runValue =
          bytes == 0 ? 0 : Memory.getInt(position) & (bytes == 4 ? -1 : (1 << (8 * bytes)) - 1);
      if ((runValue & ~mask) != 0) {
        throw new CorruptDataException(
            "a run's value " + runValue + " has over " + bitWidth + " bits");
      }
      position += bytes;
      return;
    }
    long groups = header >>> 1;
    if (groups == 0 || groups > Integer.MAX_VALUE / 8) {
      throw new CorruptDataException("a bit-packed run has " + groups + " groups");
    }
    long bytes = Math.min(groups * bitWidth, end - position); // the last group may be cut short
    isRun = false;
    packed = position;
    packedBit = 0;
    left = bitWidth == 0 ? (int) groups * 8 : (int) Math.min(groups * 8, bytes * 8 / bitWidth);
    position += bytes;
    if (left == 0) {
      throw new CorruptDataException("a bit-packed run goes beyond its page");
    }
  }

  private long header() {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (position >= end) {
        throw new CorruptDataException("packed values end before the page's last one");
      }
      int b = Memory.getByte(position++);
      value |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new CorruptDataException("the length of a packed run is malformed");
  }
}
