package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.Conversion;

/** PLAIN values of fixed width. */
final class PlainFixedDecoder implements ValueDecoder {
  private final Conversion conversion;
  private final int stride;
  private final int width;
  private long position;
  private final long end;

  /**
   * Makes a decoder.
   *
   * @param stride bytes of a stored value
   * @param width bytes of a decoded value
   */
  PlainFixedDecoder(Conversion conversion, int stride, int width, long start, long end) {
    this.conversion = conversion;
    this.stride = stride;
    this.width = width;
    this.position = start;
    this.end = end;
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    long from = position;
    skip(count);
    Conversions.fixed(conversion, from, stride, count, target + (long) width * at);
  }

  @Override
  public boolean pick(long positions, int count, int span, long target, ViewData data) {
    long from = position;
    skip(span);
    if (conversion == Conversion.NONE && stride == 8) {
      for (int i = 0; i < count; i++) {
        Memory.putLong(
            target + 8L * i, Memory.getLong(from + 8L * Memory.getInt(positions + 4L * i)));
      }
    } else if (conversion == Conversion.NONE && stride == 4) {
      for (int i = 0; i < count; i++) {
        Memory.putInt(
            target + 4L * i, Memory.getInt(from + 4L * Memory.getInt(positions + 4L * i)));
      }
    } else {
      for (int i = 0; i < count; i++) {
        long value = from + (long) stride * Memory.getInt(positions + 4L * i);
        Conversions.fixed(conversion, value, stride, 1, target + (long) width * i);
      }
    }
    return true;
  }

  @Override
  public void skip(int count) {
    long bytes = (long) stride * count;
    if (bytes > end - position) {
      throw new CorruptDataException("values end before the page's last one");
    }
    position += bytes;
  }
}
