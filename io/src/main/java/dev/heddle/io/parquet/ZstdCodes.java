package dev.heddle.io.parquet;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * One of the three tables by which zstd's sequences are decoded: of lengths of literals, of offsets
 * or of lengths of matches. Used by one thread.
 *
 * <p>Each state has one word, so that a sequence takes three loads, and the sums of three words'
 * fields are those of the whole sequence: the next state without its bits (12 bits), 63 less their
 * number (8), 63 less the number of bits that the value has (8), whether it is rare (4), all these
 * bits together (8), the value without its bits (23), whether an offset is a new one (1).
 */
final class ZstdCodes {
  static final int NEXT_MASK = 0xfff;
  static final int NEXT_SHIFT = 12;
  static final int EXTRA_SHIFT = 20;
  static final long RARE_MASK = 0xf0000000L;
  static final int BITS_SHIFT = 32;
  static final int VALUE_SHIFT = 40;

  /** No offset in smaller frames reaches it. */
  static final int TOO_FAR = (1 << 23) - 1;

  /** How many entries the tables of all kinds have. */
  static final int ENTRIES = 512 + 256 + 512;

  // forms of a table in a block
  private static final int USUAL = 0;
  private static final int ONE_CODE = 1;
  private static final int DESCRIBED = 2;

  private static final int LEAST_LOG = 5;
  private static final int MOST_CODES = 64;

  /** What codes mean. */
  enum Kind {
    LITERALS(0, 9, 6, lengths(0, 16, "bbbbccddeghijklmnopq"), 16),
    OFFSETS(512, 8, 5, offsets(), 0),
    MATCHES(768, 9, 6, lengths(3, 32, "bbbbccddeefhijklmnopq"), 32);

    private final int base; // of its entries
    private final int mostLog;
    private final int usualLog;
    private final long[] meanings; // by code: a value, and from bit 32 on how many bits it has
    private final int firstRare;

    Kind(int base, int mostLog, int usualLog, long[] meanings, int firstRare) {
      this.base = base;
      this.mostLog = mostLog;
      this.usualLog = usualLog;
      this.meanings = meanings;
      this.firstRare = firstRare;
    }

    /** Returns lengths: some that have a code each, and then as many bits as letters say. */
    private static long[] lengths(int first, int plain, String widths) {
      long[] lengths = new long[plain + widths.length()];
      long value = first;
      for (int code = 0; code < lengths.length; code++) {
        int bits = code < plain ? 0 : widths.charAt(code - plain) - 'a';
        lengths[code] = value | (long) bits << 32;
        value += 1L << bits;
      }
      return lengths;
    }

    private static long[] offsets() {
      long[] offsets = new long[32];
      for (int code = 0; code < offsets.length; code++) {
        offsets[code] = 1L << code | (long) code << 32;
      }
      return offsets;
    }

    /** Returns how often a code occurs in the usual table; -1 is less than once. */
    private int usualCount(int code) {
      return switch (this) {
        case LITERALS ->
            code == 0 ? 4 : code == 1 || code == 25 ? 3 : code > 31 ? -1 : oneOrTwo(code);
        case OFFSETS -> code > 23 ? -1 : code >= 6 && code <= 8 ? 2 : 1;
        case MATCHES ->
            code > 45 ? -1 : code == 1 ? 4 : code == 2 ? 3 : code > 2 && code < 9 ? 2 : 1;
      };
    }

    private static int oneOrTwo(int code) {
      return (code >= 13 && code <= 15) || code > 26 ? 1 : 2;
    }

    private int usualCodes() {
      return this == OFFSETS ? 29 : meanings.length;
    }
  }

  private final Kind kind;
  private final long[] entries;
  private final int[] counts = new int[MOST_CODES];
  private final byte[] codes;
  private int log = -1;

  /** Makes a table among the entries of all three. */
  ZstdCodes(Kind kind, long[] entries) {
    this.kind = kind;
    this.entries = entries;
    this.codes = new byte[1 << kind.mostLog];
  }

  /** Returns where its entries start. */
  int base() {
    return kind.base;
  }

  /** Returns how many bits the first state has. */
  int log() {
    return log;
  }

  /** Has nothing to repeat any more. */
  void forget() {
    log = -1;
  }

  /** Reads a table of some form; returns where it ends, or -1. */
  long read(int form, long from, long end) {
    return switch (form) {
      case USUAL -> {
        for (int code = 0; code < kind.usualCodes(); code++) {
          counts[code] = kind.usualCount(code);
        }
        yield build(kind.usualLog, kind.usualCodes()) ? from : -1;
      }
      case ONE_CODE -> {
        int code = from < end ? Memory.getByte(from) & 0xff : MOST_CODES;
        if (code >= kind.meanings.length) {
          yield -1;
        }
        entries[kind.base] = entry(code, 0, kind.base);
        log = 0;
        yield from + 1;
      }
      case DESCRIBED -> described(from, end);
      default -> log < 0 ? -1 : from;
    };
  }

  /** Reads how often each code occurs. */
  private long described(long from, long end) {
    if (from >= end) {
      return -1;
    }
    int newLog = (Memory.getByte(from) & 15) + LEAST_LOG;
    if (newLog > kind.mostLog) {
      return -1;
    }
    long bit = from * Byte.SIZE + 4;
    int left = (1 << newLog) + 1;
    int threshold = 1 << newLog;
    int width = newLog + 1;
    int code = 0;
    while (left > 1) {
      if (code >= kind.meanings.length || bit >>> 3 >= end) {
        return -1;
      }
      int word = Memory.getInt(bit >>> 3) >>> (bit & 7);
      int most = 2 * threshold - 1 - left; // so many values take a bit less
      int count = word & (threshold - 1);
      if (count < most) {
        bit += width - 1;
      } else {
        count = word & (2 * threshold - 1);
        count -= count >= threshold ? most : 0;
        bit += width;
      }
      count--;
      left -= Math.abs(count);
      counts[code++] = count;
      int zeros = count == 0 ? 3 : 0;
      while (zeros == 3) {
        zeros = bit >>> 3 >= end ? MOST_CODES : Memory.getInt(bit >>> 3) >>> (bit & 7) & 3;
        bit += 2;
        if (zeros > kind.meanings.length - code) {
          return -1;
        }
        Arrays.fill(counts, code, code + zeros, 0);
        code += zeros;
      }
      while (left < threshold) {
        width--;
        threshold >>>= 1;
      }
    }
    long next = (bit + 7) >>> 3;
    return left == 1 && next <= end && build(newLog, code) ? next : -1;
  }

  private boolean build(int newLog, int codeCount) {
    int size = 1 << newLog;
    int high = size - 1;
    for (int code = 0; code < codeCount; code++) {
      if (counts[code] < 0) {
        codes[high--] = (byte) code;
      }
    }
    int step = (size >>> 1) + (size >>> 3) + 3;
    int position = 0;
    for (int code = 0; code < codeCount; code++) {
      for (int i = 0; i < counts[code]; i++) {
        codes[position] = (byte) code;
        do {
          position = (position + step) & (size - 1);
        } while (position > high);
      }
    }
    if (position != 0) {
      return false;
    }
    for (int code = 0; code < codeCount; code++) {
      counts[code] = Math.abs(counts[code]);
    }
    for (int state = 0; state < size; state++) {
      int next = counts[codes[state]]++;
      int bits = newLog - (31 - Integer.numberOfLeadingZeros(next));
      entries[kind.base + state] = entry(codes[state], bits, kind.base + (next << bits) - size);
    }
    log = newLog;
    return true;
  }

  private long entry(int code, int bits, int next) {
    long value = kind.meanings[code] & 0xffffffffL;
    long extra = kind.meanings[code] >>> 32;
    boolean isRare = code >= kind.firstRare;
    if (kind == Kind.OFFSETS) {
      isRare = code > 0 && code < 4;
      if (code >= 4) { // a new offset; smaller values may stand for an earlier one
        value = Math.min(value - 3, TOO_FAR) | 1L << 23;
      }
    }
    return value << VALUE_SHIFT
        | (bits + extra) << BITS_SHIFT
        | (isRare ? 1L : 0L) << 28
        | (63 - extra) << EXTRA_SHIFT
        | (63L - bits) << NEXT_SHIFT
        | next;
  }
}
