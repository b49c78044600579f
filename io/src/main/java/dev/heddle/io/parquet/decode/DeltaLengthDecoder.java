package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. Long values stay in the page's buffer. */
final class DeltaLengthDecoder implements ValueDecoder {
  private final Buffer page;
  private final DeltaLengths lengths;
  private int next;
  private long position;
  private final long end;

  /**
   * Makes a decoder.
   *
   * @param maxValues how many values the page can have
   */
  DeltaLengthDecoder(Buffer page, long start, long end, int maxValues, MemoryAccount account) {
    this.page = page;
    this.end = end;
    lengths = new DeltaLengths(start, end, maxValues, account);
    position = lengths.end();
  }

  /** Steps over a value and returns its length. */
  private int nextLength() {
    if (next >= lengths.count()) {
      throw new CorruptDataException("values end before the page's last one");
    }
    int length = Memory.getInt(lengths.address() + 4L * next++);
    if (length < 0 || length > end - position) {
      throw new CorruptDataException("a value of " + length + " bytes goes beyond its page");
    }
    position += length;
    return length;
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    int bufferNumber = data.numberOf(page);
    for (int i = 0; i < count; i++) {
      long from = position;
      int length = nextLength();
      PlainViewDecoder.put(
          target + 16L * (at + i), from, length, bufferNumber, from - page.address());
    }
  }

  @Override
  public boolean pick(long positions, int count, int span, long target, ViewData data) {
    int bufferNumber = data.numberOf(page);
    int picked = 0;
    for (int i = 0; i < span; i++) {
      long from = position;
      int length = nextLength();
      if (picked < count && i == Memory.getInt(positions + 4L * picked)) {
        PlainViewDecoder.put(
            target + 16L * picked, from, length, bufferNumber, from - page.address());
        picked++;
      }
    }
    return true;
  }

  @Override
  public void skip(int count) {
    for (int i = 0; i < count; i++) {
      nextLength();
    }
  }

  @Override
  public void close() {
    lengths.close();
  }
}
