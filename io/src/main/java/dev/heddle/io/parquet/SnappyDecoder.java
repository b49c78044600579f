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
  // by tag: length, bytes of the whole element from bit 8 on, high part of the offset from bit 16
  // on
  private static final int[] COPIES = new int[256];
  private static final long[] OFFSET_MASKS = {0, 0xff, 0xffff, 0xffffffffL};

  static {
    for (int tag = 0; tag < 256; tag++) {
      COPIES[tag] =
          switch (tag & 3) {
            case 0 -> 0; // a literal
            case 1 -> (tag >>> 2 & 7) + 4 | 2 << 8 | (tag >>> 5) << 24;
            case 2 -> (tag >>> 2) + 1 | 3 << 8;
            default -> (tag >>> 2) + 1 | 5 << 8;
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
      int tag = Memory.getByte(from) & 0xff;
      if ((tag & 3) == 0) {
        int length = (tag >>> 2) + 1;
        from++;
        if (length > 60) {
          int bytes = length - 60;
          long stated = Memory.getInt(from) & (0xffffffffL >>> (32 - 8 * bytes));
          from += bytes;
          if (stated >= targetEnd - to || stated >= end - from) {
            throw malformed();
          }
          length = (int) stated + 1;
        } else if (length > end - from || length > targetEnd - to) {
          throw malformed();
        }
        copyLiteral(from, to, length);
        from += length;
        to += length;
        continue;
      }
      int copy = COPIES[tag];
      int length = copy & 0xff;
      long offset = (Memory.getInt(from + 1) & OFFSET_MASKS[tag & 3]) + (copy >>> 16);
      from += copy >>> 8 & 0xff;
      if (offset == 0 || offset > to - target || length > targetEnd - to || from > end) {
        throw malformed();
      }
      long back = to - offset;
      if (offset >= 8) {
        Memory.putLong(to, Memory.getLong(back));
        Memory.putLong(to + 8, Memory.getLong(back + 8));
        for (int done = 16; done < length; done += 8) {
          Memory.putLong(to + done, Memory.getLong(back + done));
        }
      } else {
        copyPattern(back, to, length);
      }
      to += length;
    }
    return to;
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
