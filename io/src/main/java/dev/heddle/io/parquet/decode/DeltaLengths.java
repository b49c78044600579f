package dev.heddle.io.parquet.decode;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;

/** The lengths of a page's byte strings, or of parts of them: deltas that are decoded at once. */
final class DeltaLengths implements AutoCloseable {
  private final Buffer lengths;
  private final int count;
  private final long end;

  /**
   * Decodes all.
   *
   * @param start where the deltas start
   * @param end where the page's bytes end
   * @param maxValues how many values the page can have
   */
  DeltaLengths(long start, long end, int maxValues, MemoryAccount account) {
    DeltaDecoder deltas = new DeltaDecoder();
    deltas.reset(start, end - start);
    count = deltas.values();
    if (count > maxValues) {
      throw new CorruptDataException(
          count + " values are stated for a page of " + maxValues + " rows");
    }
    lengths = account.allocate(4L * count);
    try {
      deltas.read(lengths.address(), count, 4);
      this.end = deltas.positionAfterAll();
    } catch (RuntimeException e) {
      lengths.release();
      throw e;
    }
  }

  /** Returns where the int32 lengths start, none of which has been checked. */
  long address() {
    return lengths.address();
  }

  /** Returns how many there are. */
  int count() {
    return count;
  }

  /** Returns where the bytes behind the deltas start. */
  long end() {
    return end;
  }

  @Override
  public void close() {
    lengths.release();
  }
}
