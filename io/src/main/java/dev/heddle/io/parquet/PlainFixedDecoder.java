package dev.heddle.io.parquet;

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
  public void skip(int count) {
    long bytes = (long) stride * count;
    if (bytes > end - position) {
      throw new CorruptDataException("values end before the page's last one");
    }
    position += bytes;
  }
}
