package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;

/** PLAIN byte strings of fixed length. Long ones stay in the page's buffer. */
final class FixedViewDecoder implements ValueDecoder {
  private final Buffer page;
  private final int length;
  private long position;
  private final long end;

  FixedViewDecoder(Buffer page, int length, long start, long end) {
    this.page = page;
    this.length = length;
    this.position = start;
    this.end = end;
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    int bufferNumber = data.numberOf(page);
    long from = position;
    skip(count);
    for (int i = 0; i < count; i++, from += length) {
      PlainViewDecoder.put(
          target + 16L * (at + i), from, length, bufferNumber, from - page.address());
    }
  }

  @Override
  public boolean pick(long positions, int count, int span, long target, ViewData data) {
    int bufferNumber = data.numberOf(page);
    long first = position;
    skip(span);
    for (int i = 0; i < count; i++) {
      long from = first + (long) length * Memory.getInt(positions + 4L * i);
      PlainViewDecoder.put(target + 16L * i, from, length, bufferNumber, from - page.address());
    }
    return true;
  }

  @Override
  public void skip(int count) {
    long bytes = (long) length * count;
    if (bytes > end - position) {
      throw new CorruptDataException("values end before the page's last one");
    }
    position += bytes;
  }
}
