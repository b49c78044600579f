package dev.heddle.io.parquet.codec;

import dev.heddle.io.memory.Memory;
import java.util.Arrays;

/**
 * One of the three tables by which zstd's sequences are decoded: of lengths of literals, of offsets
 * or of lengths of matches. Used by one thread.
 *
 * <p>Each state has one word. Some of its bytes are read by themselves: how many bits the next
 * state has, 63 less their number, where the next state without its bits is (2 bytes), and in the
 * upper five bits but three of an offset's word how many bits it has. The sum of the three words of
 * a sequence has in its other bytes how many bits it has in all (byte 4), how many literals (5),
 * the length of the match (6), how many bits the offset has (5 bits of 7), and whether it is rare
 * (the upper two bits).
 */
final class ZstdCodes {
  // bytes of an entry
  static final int STATE_BITS = 0;
  static final int STATE_SHIFT = 1;
  static final int NEXT = 2;
  static final int OFFSET_BITS = 7;

  // bytes of the upper half of a sum
  static final int BITS = 0;
  static final int LITERALS = 1;
  static final int MATCH = 2;
  static final int OFFSET_BITS_OF_SUM = 3;

  static final int OFFSET_BITS_MASK = 31;
  static final int RARE_SHIFT = 62;

  /** An offset's bits follow a one, and are added to it. */
  static final int BEYOND_OFFSET = 3;

  // what makes a sequence rare: alone, or together with another one
  private static final long RARE = 2L << 61;
  private static final long HALF_RARE = 1L << 61;

  // where the entries of kinds start, and how many all have
  private static final int LITERALS_BASE = 0;
  private static final int OFFSETS_BASE = 512;
  private static final int MATCHES_BASE = 768;
  static final int ENTRIES = 1280;

  // forms of a table in a block
  private static final int USUAL = 0;
  private static final int ONE_CODE = 1;
  private static final int DESCRIBED = 2;

  private static final int MIN_LOG = 5;
  private static final int MAX_CODES = 64;

  /** What codes mean. */
  enum Kind {
    LITERALS(LITERALS_BASE, 9, 6, lengths(0, 16, "bbbbccddeghijklmnopq"), 16),
    OFFSETS(OFFSETS_BASE, 8, 5, offsets(), 31),
    MATCHES(MATCHES_BASE, 9, 6, lengths(3, 32, "bbbbccddeefhijklmnopq"), 32);

    private final int base; // of its entries
    private final int maxLog;
    private final int usualLog;
    private final long[] meanings; // by code: a value, and from bit 32 on how many bits it has
    private final long[] fields; // by code: those of its entries that do not depend on the state

    Kind(int base, int maxLog, int usualLog, long[] meanings, int firstRare) {
      this.base = base;
      this.maxLog = maxLog;
      this.usualLog = usualLog;
      this.meanings = meanings;
      this.fields = new long[meanings.length];
      for (int code = 0; code < meanings.length; code++) {
        fields[code] = code >= firstRare ? RARE : fields(code, meanings[code]);
        fields[code] |= (meanings[code] >>> 32) << bit(4);
      }
    }

    private long fields(int code, long meaning) {
      long extra = meaning >>> 32;
      return switch (base) {
        case LITERALS_BASE -> meaning << bit(5) | (code == 0 ? HALF_RARE : 0);
        case OFFSETS_BASE -> {
          // the latest offset, other ones known, or a new one
          long rare = code == 0 ? HALF_RARE : code < 4 ? RARE : 0;
          yield rare | extra << bit(OFFSET_BITS);
        }
        default -> meaning << bit(6);
      };
    }

    /** Returns lengths: some that have a code each, and then the bits that letters encode. */
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
  private final int base; // of its entries, among those of two blocks
  private final int[] counts = new int[MAX_CODES];
  private final byte[] codes;
  private int log = -1;

  /** Makes a table whose entries are behind the first {@code tablesBase} ones. */
  ZstdCodes(Kind kind, int tablesBase) {
    this.kind = kind;
    this.base = tablesBase + kind.base;
    this.codes = new byte[1 << kind.maxLog];
  }

  private static int bit(int part) {
    return part * Byte.SIZE;
  }

  /** Has the codes of another table of the kind. */
  void copy(ZstdCodes other, long[] entries) {
    log = other.log;
    if (log >= 0) {
      for (int state = 0; state < 1 << log; state++) {
        codes[state] = other.codes[state];
        entries[base + state] =
            entries[other.base + state] + ((long) (base - other.base) << bit(NEXT));
      }
    }
  }

  /** Returns where the first state is that has some bits. */
  long first(long bits) {
    return base + bits;
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
  long read(int form, long from, long end, long[] entries) {
    return switch (form) {
      case USUAL -> {
        for (int code = 0; code < kind.usualCodes(); code++) {
          counts[code] = kind.usualCount(code);
        }
        yield build(kind.usualLog, kind.usualCodes(), entries) ? from : -1;
      }
      case ONE_CODE -> {
        int code = from < end ? Memory.getByte(from) & 0xff : MAX_CODES;
        if (code >= kind.meanings.length) {
          yield -1;
        }
        codes[0] = (byte) code;
        entries[base] = entry(code, 0, base);
        log = 0;
        yield from + 1;
      }
      case DESCRIBED -> described(from, end, entries);
      default -> log < 0 ? -1 : from;
    };
  }

  /** Reads how often each code occurs. */
  private long described(long from, long end, long[] entries) {
    if (from >= end) {
      return -1;
    }
    int newLog = (Memory.getByte(from) & 15) + MIN_LOG;
    if (newLog > kind.maxLog) {
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
      int most = 2 * threshold - 1 - left; // this number of values takes a bit less
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
        zeros = bit >>> 3 >= end ? MAX_CODES : Memory.getInt(bit >>> 3) >>> (bit & 7) & 3;
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
    return left == 1 && next <= end && build(newLog, code, entries) ? next : -1;
  }

  private boolean build(int newLog, int codeCount, long[] entries) {
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
      entries[base + state] = entry(codes[state], bits, base + (next << bits) - size);
    }
    log = newLog;
    return true;
  }

  private long entry(int code, int bits, long next) {
    return kind.fields[code]
        + (next << bit(NEXT) | (63L - bits) << bit(STATE_SHIFT) | bits)
        + ((long) bits << bit(4));
  }

  /** Returns what a code means, without the bits that follow it. */
  private long value(int code) {
    return kind.meanings[code] & 0xffffffffL;
  }

  /** Returns how many bits follow a code. */
  private long extra(int code) {
    return kind.meanings[code] >>> 32;
  }

  /** Returns what the code of a state means, without the bits that follow it. */
  long valueAt(long state) {
    return value(codes[(int) state - base]);
  }

  /** Returns how many bits follow the code of a state. */
  int extraAt(long state) {
    return (int) extra(codes[(int) state - base]);
  }
}
