package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;

/** PLAIN byte strings: a length before each. Long ones stay in the page's buffer. */
final class PlainViewDecoder implements ValueDecoder {
  private static final int INLINE = 12;
  // what to keep of bytes 0 to 3, and of bytes 4 to 11, of a text, by its length
  private static final long[] FIRST_MASKS = new long[INLINE + 1];
  private static final long[] REST_MASKS = new long[INLINE + 1];

  static {
    for (int length = 0; length <= INLINE; length++) {
      FIRST_MASKS[length] = (1L << (8 * Math.min(4, length))) - 1;
      int rest = Math.max(0, length - 4);
      REST_MASKS[length] = rest == 8 ? -1 : (1L << (8 * rest)) - 1;
    }
  }

  private final Buffer page;
  private final long base;
  private long position;
  private final long end;

  PlainViewDecoder(Buffer page, long start, long end) {
    this.page = page;
    this.base = page.address();
    this.position = start;
    this.end = end;
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    long bufferNumber = (long) data.numberOf(page) & 0xffffffffL;
    long view = target + 16L * at;
    long from = position;
    long last = end - 4;
    for (int i = 0; i < count; i++) {
      int length = from <= last ? Memory.getInt(from) : -1;
      from += 4;
      if (length < 0 || length > end - from) {
        throw wrongLength(length, from);
      }
      if (length <= INLINE) {
        Memory.putLong(view, length | (Memory.getInt(from) & FIRST_MASKS[length]) << 32);
        Memory.putLong(view + 8, Memory.getLong(from + 4) & REST_MASKS[length]);
      } else {
        Memory.putLong(view, length | (long) Memory.getInt(from) << 32);
        Memory.putLong(view + 8, bufferNumber | (from - base) << 32);
      }
      from += length;
      view += 16;
    }
    position = from;
  }

  /** Writes a view of bytes that may be over-read by 12 bytes. */
  static void put(long view, long from, int length, int bufferNumber, long offset) {
    if (length <= INLINE) {
      Memory.putLong(view, length | (Memory.getInt(from) & FIRST_MASKS[length]) << 32);
      Memory.putLong(view + 8, Memory.getLong(from + 4) & REST_MASKS[length]);
    } else {
      Memory.putLong(view, length | (long) Memory.getInt(from) << 32);
      Memory.putLong(view + 8, (bufferNumber & 0xffffffffL) | offset << 32);
    }
  }

  @Override
  public boolean pick(long positions, int count, int span, long target, ViewData data) {
    int bufferNumber = data.numberOf(page);
    long from = position;
    long last = end - 4;
    int picked = 0;
    int wanted = count == 0 ? span : Memory.getInt(positions);
    for (int i = 0; i < span; i++) {
      int length = from <= last ? Memory.getInt(from) : -1;
      from += 4;
      if (length < 0 || length > end - from) {
        throw wrongLength(length, from);
      }
      if (i == wanted) {
        put(target + 16L * picked, from, length, bufferNumber, from - base);
        picked++;
        wanted = picked < count ? Memory.getInt(positions + 4L * picked) : span;
      }
      from += length;
    }
    position = from;
    return true;
  }

  @Override
  public void skip(int count) {
    long from = position;
    long last = end - 4;
    for (int i = 0; i < count; i++) {
      int length = from <= last ? Memory.getInt(from) : -1;
      from += 4;
      if (length < 0 || length > end - from) {
        throw wrongLength(length, from);
      }
      from += length;
    }
    position = from;
  }

  private CorruptDataException wrongLength(int length, long from) {
    if (length < 0 && from > end) {
      return new CorruptDataException("values end before the page's last one");
    }
    return new CorruptDataException("a value of " + length + " bytes goes beyond its page");
  }
}
