package dev.heddle.io.parquet.codec;

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
  // by tag: length; high part of the offset; mask of its low part, of 32 bits only none
  private static final long[] COPIES = new long[256];
  private static final int HIGH_SHIFT = 32;
  private static final int MASK_SHIFT = 48;
  // by kind of tag: bytes of the whole element
  private static final int COPY_SIZES = 2 << 8 | 3 << 16 | 5 << 24;
  private static final int NO_SHORT_LITERAL = 0xf3; // bits of a tag
  private static final int LONG_LITERAL_TAG = 60 << 2; // from here on the length follows
  // a literal of up to four bytes and a copy with an offset of up to two
  private static final int MAX_PAIR_BYTES = 5 + 3;
  private static final int MAX_PAIR_OUTPUT = 4 + 64;

  static {
    for (int tag = 0; tag < 256; tag++) {
      COPIES[tag] =
          switch (tag & 3) {
            case 0 -> 0L; // a literal
            case 1 ->
                (tag >>> 2 & 7) + 4 | (long) (tag >>> 5 << 8) << HIGH_SHIFT | 0xffL << MASK_SHIFT;
            case 2 -> (tag >>> 2) + 1 | 0xffffL << MASK_SHIFT;
            default -> (tag >>> 2) + 1L;
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
    long usualFrom = end - MAX_PAIR_BYTES - 1; // so that there is a tag behind the last one
    long usualTo = targetEnd - MAX_PAIR_OUTPUT;
    while (from < end) {
      // Pages of numbers are pairs of a literal of one to four bytes and a copy. What each step
      // waits for is where the next one starts, so nothing but that hangs on the tags.
      while (from <= usualFrom && to <= usualTo) {
        long word = Memory.getLong(from);
        if ((word & NO_SHORT_LITERAL) != 0) {
          break;
        }
        long copy = word >>> (16 + 2 * (int) word); // six bits of it count, all of the tag's length
        int literal = ((int) word >>> 2 & 3) + 1;
        Memory.putInt(to, (int) (word >>> 8));
        long entry = COPIES[(int) copy & 0xff];
        long offset = (copy >>> 8 & entry >>> MASK_SHIFT) + (entry >>> HIGH_SHIFT & 0xffff);
        long copied = to + literal;
        long back = copied - offset;
        if ((offset - 8 | back - target) < 0) { // also if it is no copy
          break;
        }
        Memory.putLong(copied, Memory.getLong(back));
        Memory.putLong(copied + 8, Memory.getLong(back + 8));
        int length = (int) entry & 0xff;
        if (length > 16) {
          copyRest(back, copied, length);
        }
        to = copied + length;
        from += 2 + literal + (copy & 3);
      }
      int tag = Memory.getByte(from) & 0xff;
      if ((tag & 3) == 0) {
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
      int length = (int) COPIES[tag] & 0xff;
      long offset =
          switch (tag & 3) {
            case 1 -> ((tag >>> 5) << 8) | (Memory.getByte(from + 1) & 0xff);
            case 2 -> Memory.getShort(from + 1) & 0xffff;
            default -> Memory.getInt(from + 1) & 0xffffffffL;
          };
      from += COPY_SIZES >>> (8 * (tag & 3)) & 0xff;
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
