package dev.heddle.physical.join;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/** Which integer keys of a range the build side of a join has: one bit a key. */
final class KeyBitmap implements AutoCloseable {
  /** The largest range: 2 MiB of bits, of which a core's L2 cache keeps most. */
  static final long MAX_KEYS = 1L << 24;

  private final Buffer bits; // one more than the range, which stays clear
  private final long smallest;
  private final long range;

  /** Makes a bitmap without keys. */
  KeyBitmap(long smallest, long range, MemoryAccount account) {
    this.smallest = smallest;
    this.range = range;
    this.bits = account.allocateZeroed(bytes(range));
  }

  /** Returns how many bytes a bitmap of such a range takes. */
  static long bytes(long range) {
    return Bits.bytesFor(range + 1);
  }

  /**
   * Adds keys.
   *
   * @param leftOut one byte a key, set for those that do not count; 0 if all count
   */
  void addAll(long keys, int count, long leftOut) {
    for (int i = 0; i < count; i++) {
      if (leftOut == 0 || Memory.getByte(leftOut + i) == 0) {
        Bits.set(bits.address(), (int) (Memory.getLong(keys + 8L * i) - smallest));
      }
    }
  }

  /** Writes the int32 numbers of the keys that are there and returns how many there are. */
  int select(long keys, int count, long target) {
    return select(bits.address(), smallest, range, keys, count, target);
  }

  private static int select(
      long bitmap, long smallest, long range, long keys, int count, long target) {
    int selected = 0;
    for (int i = 0; i < count; i++) {
      long offset = Memory.getLong(keys + 8L * i) - smallest;
      long bit = Long.compareUnsigned(offset, range) < 0 ? offset : range;
      Memory.putInt(target + 4L * selected, i);
      selected += Memory.getByte(bitmap + (bit >>> 3)) >>> (bit & 7) & 1;
    }
    return selected;
  }

  @Override
  public void close() {
    bits.release();
  }
}
