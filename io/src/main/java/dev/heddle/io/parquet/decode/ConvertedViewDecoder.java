package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.footer.Conversion;

/** Values of fixed width whose encoding gives byte strings, such as decimals. */
final class ConvertedViewDecoder implements ValueDecoder {
  private static final int STEP = 1024;

  private final ValueDecoder strings;
  private final Conversion conversion;
  private final int byteWidth;
  private final Layout layout;
  private final Buffer views;
  private final ViewData data = new ViewData();

  /**
   * Makes a decoder that owns another.
   *
   * @param byteWidth the length that each byte string must have, or 0 for any
   */
  ConvertedViewDecoder(
      ValueDecoder strings,
      Conversion conversion,
      int byteWidth,
      Layout layout,
      MemoryAccount account) {
    this.strings = strings;
    this.conversion = conversion;
    this.byteWidth = byteWidth;
    this.layout = layout;
    this.views = account.allocate(16L * STEP);
  }

  @Override
  public void read(long target, int at, int count, ViewData unused) {
    try {
      for (int done = 0; done < count; done += STEP) {
        int n = Math.min(STEP, count - done);
        strings.read(views.address(), 0, n, data);
        long to = target + (long) layout.byteWidth() * (at + done);
        Conversions.views(conversion, views.address(), data.addresses(), n, byteWidth, layout, to);
        data.clear();
      }
    } finally {
      data.clear();
    }
  }

  @Override
  public void skip(int count) {
    strings.skip(count);
  }

  @Override
  public void close() {
    strings.close();
    views.release();
  }
}
