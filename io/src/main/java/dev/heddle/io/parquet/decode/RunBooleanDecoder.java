package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Memory;
import dev.heddle.io.parquet.codec.CorruptDataException;

/** RLE booleans: their length, then the hybrid of runs and packed bits. */
final class RunBooleanDecoder implements ValueDecoder {
  private final HybridDecoder hybrid = new HybridDecoder();

  RunBooleanDecoder(long start, long end) {
    long bytes = end - start < 4 ? -1 : Memory.getInt(start);
    if (bytes < 0 || bytes > end - start - 4) {
      throw new CorruptDataException("booleans are stated to take " + bytes + " bytes");
    }
    hybrid.reset(start + 4, bytes, 1);
  }

  @Override
  public void read(long target, int at, int count, ViewData data) {
    hybrid.readBits(target, at, count);
  }

  @Override
  public void skip(int count) {
    hybrid.skipBits(count);
  }
}
