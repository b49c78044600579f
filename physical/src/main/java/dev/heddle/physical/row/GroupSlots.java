package dev.heddle.physical.row;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a {@link GroupTable}: open addressing with linear probing over a power of two of
 * 8-byte slots, the hash's high 32 bits as a tag, the group's number plus 1 below. A slot's place
 * is the first bits of its tag, so that they grow without looking at keys.
 *
 * <p>Used by one thread; the table itself probes them.
 */
final class GroupSlots implements AutoCloseable {
  private static final int FIRST_BITS = 10;
  private static final int MAX_BITS = 30;

  private final MemoryAccount account;
  private @Nullable Buffer slots; // none before the first lookup
  private int bits = FIRST_BITS; // of a slot's place

  GroupSlots(MemoryAccount account) {
    this.account = account;
  }

  /** Returns what a slot holds of a group. */
  static long entry(long hash, int group) {
    return (hash & 0xffffffff00000000L) | (group + 1);
  }

  /** Returns where the slots are, once there are some. */
  long address() {
    if (slots == null) {
      throw new IllegalStateException("No slots have been prepared");
    }
    return slots.address();
  }

  /** Returns the number of the last slot. */
  long mask() {
    return (1L << bits) - 1;
  }

  /** Returns by how much a hash is shifted to be the number of its first slot. */
  int shift() {
    return 64 - bits;
  }

  /** Returns the bytes that are reserved. */
  long bytes() {
    return slots == null ? 0 : slots.capacity();
  }

  /** Returns about what {@link #reserve} may allocate at once. */
  long jumpBytes(int groups, int more) {
    int wanted = 64 - Long.numberOfLeadingZeros(2 * ((long) groups + more) - 1);
    if (wanted <= bits) {
      return groups == 0 ? 8L << bits : 0;
    }
    return (8L << wanted) + (wanted > bits + 1 ? 8L << (wanted - 1) : 0); // doubled step by step
  }

  /** Makes room for more groups than the known ones. */
  void reserve(int groups, int more) {
    if (slots == null) {
      slots = account.allocateZeroed(8L << bits);
    }
    while (1L << bits < 2 * ((long) groups + more)) {
      grow(slots, groups);
    }
  }

  private void grow(Buffer known, int groups) {
    if (bits == MAX_BITS) {
      throw new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "Cannot group: more than " + groups + " groups in one table; raise the partitions");
    }
    int newBits = bits + 1;
    Buffer grown = account.allocateZeroed(8L << newBits);
    long target = grown.address();
    long mask = (1L << newBits) - 1;
    int shift = 64 - newBits;
    long old = known.address();
    long count = 1L << bits;
    for (long i = 0; i < count; i++) {
      long entry = Memory.getLong(old + 8 * i);
      if (entry != 0) {
        long slot = entry >>> shift;
        while (Memory.getLong(target + 8 * slot) != 0) {
          slot = slot + 1 & mask;
        }
        Memory.putLong(target + 8 * slot, entry);
      }
    }
    known.release();
    slots = grown;
    bits = newBits;
  }

  /** Puts a group that is not there yet into its slot. */
  void put(long hash, int group) {
    long table = address();
    long slot = hash >>> shift();
    while (Memory.getLong(table + 8 * slot) != 0) {
      slot = slot + 1 & mask();
    }
    Memory.putLong(table + 8 * slot, entry(hash, group));
  }

  @Override
  public void close() {
    if (slots != null) {
      slots.release();
    }
  }
}
