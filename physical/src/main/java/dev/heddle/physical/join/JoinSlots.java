package dev.heddle.physical.join;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;

/**
 * A power-of-two array of 8-byte slots, cut into regions by the top bits of the hash: probing stays
 * within a region, so that threads can fill different regions at once.
 */
final class JoinSlots implements AutoCloseable {
  private static final int SMALLEST_BITS = 4;
  private static final int ROWS_PER_REGION = 1 << 15; // large enough that none overflows by chance

  private final Buffer slots;
  private final int bits;
  private final int regionBits;

  /** Makes empty slots, at least two a row. */
  JoinSlots(int rows, int threads, MemoryAccount account) {
    bits = bits(rows);
    int wanted = 32 - Integer.numberOfLeadingZeros(Math.max(1, threads) - 1);
    int most = 31 - Integer.numberOfLeadingZeros(Math.max(1, rows / ROWS_PER_REGION));
    regionBits = Math.min(wanted, most);
    slots = account.allocateZeroed(8L << bits);
  }

  private static int bits(long rows) {
    return Math.max(SMALLEST_BITS, 65 - Long.numberOfLeadingZeros(Math.max(1, rows - 1)));
  }

  /** Returns how many bytes the slots for this number of rows take. */
  static long bytes(long rows) {
    return 8L << bits(rows);
  }

  long address() {
    return slots.address();
  }

  /** Returns how far a hash is shifted down to give the first slot to look at. */
  int shift() {
    return 64 - bits;
  }

  /** Returns the bits of a slot's number that change while probing. */
  long regionMask() {
    return (1L << (bits - regionBits)) - 1;
  }

  int regions() {
    return 1 << regionBits;
  }

  /** Returns the region of the slot with that number. */
  int regionOf(long slot) {
    return (int) (slot >>> (bits - regionBits));
  }

  @Override
  public void close() {
    slots.release();
  }
}
