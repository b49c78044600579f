package dev.heddle.io.parquet.decode;

import dev.heddle.io.parquet.codec.CorruptDataException;

/** PLAIN booleans: one bit each. */
final class PlainBooleanDecoder implements ValueDecoder {
  private final long start;
  private final long bits;
  private long position;

  PlainBooleanDecoder(long start, long end) {
    this.start = start;
    this.bits = (end - start) * 8;
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    long from = position;
    skip(count);
    BitRuns.copy(start, from, target, at, count);
  }

  @Override
  public void skip(int count) {
    if (count > bits - position) {
      throw new CorruptDataException("values end before the page's last one");
    }
    position += count;
  }
}
