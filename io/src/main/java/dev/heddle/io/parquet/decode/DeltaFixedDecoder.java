package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.footer.Conversion;
import org.jspecify.annotations.Nullable;

/** DELTA_BINARY_PACKED integers. */
final class DeltaFixedDecoder implements ValueDecoder {
  private static final int STEP = 1024;

  private final Conversion conversion;
  private final int stride;
  private final int width;
  private final MemoryAccount account;
  private final DeltaDecoder deltas = new DeltaDecoder();
  private @Nullable Buffer scratch;

  DeltaFixedDecoder(
      Conversion conversion, int stride, int width, long start, long end, MemoryAccount account) {
    this.conversion = conversion;
    this.stride = stride;
    this.width = width;
    this.account = account;
    deltas.reset(start, end - start);
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    if (conversion == Conversion.NONE) {
      deltas.read(target + (long) width * at, count, width);
      return;
    }
    long room = scratch();
    for (int done = 0; done < count; done += STEP) {
      int n = Math.min(STEP, count - done);
      deltas.read(room, n, stride);
      Conversions.fixed(conversion, room, stride, n, target + (long) width * (at + done));
    }
  }

  private long scratch() {
    if (scratch == null) {
      scratch = account.allocate((long) STEP * stride);
    }
    return scratch.address();
  }

  @Override
  public void skip(int count) {
    long room = scratch();
    for (int done = 0; done < count; done += STEP) {
      deltas.read(room, Math.min(STEP, count - done), stride);
    }
  }

  @Override
  public void close() {
    if (scratch != null) {
      scratch.release();
      scratch = null;
    }
  }
}
