package dev.heddle.io.parquet;

import dev.heddle.io.memory.Memory;

/**
 * Decompresses snappy blocks between own buffers.
 *
 * <p>Copies 16 bytes where fewer are wanted: the source may be over-read, and the target
 * over-written, by 16 bytes, which the padding of our buffers allows. That, and no call into native
 * code, makes it faster than the library on pages of numbers. Wrong data never leads outside of
 * source and target.
 */
final class SnappyDecoder {
  // by tag: length, high part of the offset from bit 16 on
  private static final int[] COPIES = new int[256];
  // by kind of tag: bytes of the whole element
  private static final int COPY_SIZES = 2 << 8 | 3 << 16 | 5 << 24;
  private static final int SHORT_LITERAL_TAG = 3 << 2; // four bytes
  private static final int LONG_COPY = 3; // kind of a tag
  private static final int LONG_LITERAL_TAG = 60 << 2; // from here on the length lies behind
  private static final long[] OFFSET_MASKS = {0, 0xff, 0xffff, 0xffffffffL};

  static {
    for (int tag = 0; tag < 256; tag++) {
      COPIES[tag] =
          switch (tag & 3) {
            case 0 -> 0; // a literal
            case 1 -> (tag >>> 2 & 7) + 4 | (tag >>> 5) << 24;
            default -> (tag >>> 2) + 1;
          };
    }
  }

  private SnappyDecoder() {}

  /**
   * Decompresses a block.
   *
   * @return how many bytes it has, {@code targetBytes} or fewer
   * @throws CorruptDataException if the block is malformed or larger than the target
   */
  static int decompress(long source, int sourceBytes, long target, int targetBytes) {
    long end = source + sourceBytes;
    long from = source;
    long stated = 0;
    int shift = 0;
    while (true) {
      if (from >= end || shift > 28) {
        throw malformed();
      }
      int b = Memory.getByte(from++);
      stated |= (long) (b & 0x7f) << shift;
      if (b >= 0) {
        break;
      }
      shift += 7;
    }
    if (stated != targetBytes) {
      return (int) Math.min(stated, Integer.MAX_VALUE);
    }
    long written = elements(from, end, target, target + targetBytes);
    if (written != target + targetBytes) {
      throw malformed();
    }
    return targetBytes;
  }

  private static long elements(long start, long end, long target, long targetEnd) {
    long from = start;
    long to = target;
    while (from < end) {
      long word = Memory.getLong(from);
      int tag = (int) word & 0xff;
      if ((tag & 3) == 0) {
        if (tag > SHORT_LITERAL_TAG) {
          long length = literalLength(from, tag);
          from += tag < LONG_LITERAL_TAG ? 1 : 1 + ((tag - LONG_LITERAL_TAG) >>> 2) + 1;
          if (length > end - from || length > targetEnd - to) {
            throw malformed();
          }
          copyLiteral(from, to, (int) length);
          from += length;
          to += length;
          continue;
        }
        // One to four bytes, and then nearly always a copy, which is at hand already: the next tag
        // need not be loaded, and that is what each step waits for.
        Memory.putInt(to, (int) (word >>> 8));
        word >>>= 16 + 2 * tag;
        int literal = (tag >>> 2) + 1;
        to += literal;
        from += 1 + literal;
        if (from >= end || to > targetEnd) {
          break;
        }
        tag = (int) word & 0xff;
        int kind = tag & 3;
        if (kind == 0 || kind == LONG_COPY) {
          continue;
        }
        from += 1 + kind; // the bytes of the copy
        int copy = COPIES[tag];
        int length = copy & 0xff;
        long offset = ((word >>> 8) & OFFSET_MASKS[kind]) + (copy >>> 16);
        if (offset < 8 || offset > to - target || length > targetEnd - to || from > end) {
          from -= 1 + kind;
          continue;
        }
        long back = to - offset;
        Memory.putLong(to, Memory.getLong(back));
        Memory.putLong(to + 8, Memory.getLong(back + 8));
        if (length > 16) {
          copyRest(back, to, length);
        }
        to += length;
        continue;
      }
      int copy = COPIES[tag];
      int length = copy & 0xff;
      long offset = ((word >>> 8) & OFFSET_MASKS[tag & 3]) + (copy >>> 16);
      from += (COPY_SIZES >>> (8 * (tag & 3))) & 0xff;
      if (offset == 0 || offset > to - target || length > targetEnd - to || from > end) {
        throw malformed();
      }
      long back = to - offset;
      if (offset >= 8) {
        Memory.putLong(to, Memory.getLong(back));
        Memory.putLong(to + 8, Memory.getLong(back + 8));
        copyRest(back, to, length);
      } else {
        copyPattern(back, to, length);
      }
      to += length;
    }
    return from == end ? to : -1;
  }

  /** Returns the length of a literal from its tag and, if it is long, the bytes behind. */
  private static long literalLength(long from, int tag) {
    if (tag < LONG_LITERAL_TAG) {
      return (tag >>> 2) + 1;
    }
    int bytes = ((tag - LONG_LITERAL_TAG) >>> 2) + 1;
    return (Memory.getInt(from + 1) & (0xffffffffL >>> (32 - 8 * bytes))) + 1;
  }

  private static void copyLiteral(long from, long to, int length) {
    Memory.putLong(to, Memory.getLong(from));
    Memory.putLong(to + 8, Memory.getLong(from + 8));
    if (length > 16) {
      if (length > 64) {
        Memory.copy(from, to, length);
        return;
      }
      for (int done = 16; done < length; done += 16) {
        Memory.putLong(to + done, Memory.getLong(from + done));
        Memory.putLong(to + done + 8, Memory.getLong(from + done + 8));
      }
    }
  }

  /** Copies what is behind the first 16 bytes, from at least 8 bytes back. */
  private static void copyRest(long back, long to, int length) {
    for (int done = 16; done < length; done += 8) {
      Memory.putLong(to + done, Memory.getLong(back + done));
    }
  }

  /** Copies bytes that overlap closely, so that they repeat. */
  private static void copyPattern(long back, long to, int length) {
    for (int done = 0; done < length; done++) {
      Memory.putByte(to + done, Memory.getByte(back + done));
    }
  }

  private static CorruptDataException malformed() {
    return new CorruptDataException("a page is no valid snappy data");
  }
}
