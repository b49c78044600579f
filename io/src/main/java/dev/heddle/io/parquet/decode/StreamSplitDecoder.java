package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.Conversion;

/** BYTE_STREAM_SPLIT: the first bytes of all values, then the second bytes, and so on. */
final class StreamSplitDecoder implements ValueDecoder {
  private static final int STEP = 1024;

  private final Conversion conversion;
  private final int stride;
  private final int width;
  private final MemoryAccount account;
  private final long start;
  private final int values;
  private final boolean isViews;
  private int next;

  /**
   * Makes a decoder.
   *
   * @param layout views get buffers of their own
   */
  StreamSplitDecoder(
      Conversion conversion,
      int stride,
      Layout layout,
      long start,
      long end,
      MemoryAccount account) {
    if ((end - start) % stride != 0) {
      throw new CorruptDataException(
          (end - start) + " bytes are no multiple of values of " + stride + " bytes");
    }
    this.conversion = conversion;
    this.stride = stride;
    this.width = layout.byteWidth();
    this.isViews = layout.isText();
    this.account = account;
    this.start = start;
    this.values = (int) ((end - start) / stride);
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    int first = next;
    skip(count);
    long to = target + (long) width * at;
    if (isViews) {
      Buffer bytes = account.allocate((long) stride * count);
      try {
        join(first, count, bytes.address());
        int number = data.numberOf(bytes);
        for (int i = 0; i < count; i++) {
          long offset = (long) stride * i;
          PlainViewDecoder.put(to + 16L * i, bytes.address() + offset, stride, number, offset);
        }
      } finally {
        bytes.release();
      }
    } else if (conversion == Conversion.NONE) {
      join(first, count, to);
    } else {
      Buffer scratch = account.allocate((long) stride * STEP);
      try {
        for (int done = 0; done < count; done += STEP) {
          int n = Math.min(STEP, count - done);
          join(first + done, n, scratch.address());
          Conversions.fixed(conversion, scratch.address(), stride, n, to + (long) width * done);
        }
      } finally {
        scratch.release();
      }
    }
  }

  private void join(int first, int count, long target) {
    for (int stream = 0; stream < stride; stream++) {
      long from = start + (long) values * stream + first;
      long to = target + stream;
      for (int i = 0; i < count; i++) {
        Memory.putByte(to + (long) stride * i, Memory.getByte(from + i));
      }
    }
  }

  @Override
  public void skip(int count) {
    if (count > values - next) {
      throw new CorruptDataException("values end before the page's last one");
    }
    next += count;
  }
}
