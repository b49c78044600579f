package dev.heddle.physical.join;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.KeyWords;
import dev.heddle.physical.row.RowStore;
import java.util.Optional;

/**
 * How integer keys become one word. Several keys: each less its smallest value on the build side,
 * in the bits that its values there need; keys that no build row has become {@link #ABSENT}. A
 * single key of rows that have been divided by {@link KeyDivision}: without the bits that follow
 * from the partition, so that the words of a partition are as dense as those of all. Immutable.
 */
final class KeyPacking {
  /** The word of a row that cannot match; packed words are not negative. */
  static final long ABSENT = -1;

  private static final int MAX_BITS = 63;

  private final long[] smallest;
  private final long[] spans; // largest less smallest
  private final int[] bits;
  private final int dropped; // bits of a single key, 0 for several

  private KeyPacking(long[] smallest, long[] spans, int[] bits, int dropped) {
    this.smallest = smallest;
    this.spans = spans;
    this.bits = bits;
    this.dropped = dropped;
  }

  /** Returns the packing of a single key without its lowest bits, at least one. */
  static KeyPacking without(int lowestBits) {
    return new KeyPacking(new long[0], new long[0], new int[0], lowestBits);
  }

  /**
   * Returns the packing for the stored rows, if 63 bits suffice.
   *
   * @param nulls one byte a row, set for those that match nothing; 0 if all may
   */
  static Optional<KeyPacking> of(RowStore store, JoinKeys keys, long nulls, MemoryAccount account) {
    int count = keys.count();
    long[] smallest = new long[count];
    long[] spans = new long[count];
    int[] bits = new int[count];
    int total = 0;
    Buffer words = account.allocate(8L * RowStore.CHUNK_ROWS);
    try {
      for (int k = 0; k < count; k++) {
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int chunk = 0; chunk < store.chunkCount(); chunk++) {
          int rows = store.chunkRows(chunk);
          long flags = nulls == 0 ? 0 : nulls + ((long) chunk << RowStore.CHUNK_SHIFT);
          KeyWords.read(store.chunk(keys.right(k), chunk), 0, rows, words.address());
          for (int i = 0; i < rows; i++) {
            if (flags == 0 || Memory.getByte(flags + i) == 0) {
              long word = Memory.getLong(words.address() + 8L * i);
              low = Math.min(low, word);
              high = Math.max(high, word);
            }
          }
        }
        smallest[k] = low;
        spans[k] = low > high ? 0 : high - low;
        bits[k] = 64 - Long.numberOfLeadingZeros(spans[k]);
        total += bits[k];
      }
    } finally {
      words.release();
    }
    return total <= MAX_BITS
        ? Optional.of(new KeyPacking(smallest, spans, bits, 0))
        : Optional.empty();
  }

  /** Adds the values of a key, which come in their order, to the words of rows. */
  void add(int key, long values, int count, long words) {
    if (dropped > 0) {
      for (int i = 0; i < count; i++) {
        Memory.putLong(words + 8L * i, Memory.getLong(values + 8L * i) >> dropped);
      }
      return;
    }
    long low = smallest[key];
    long span = spans[key];
    int shift = bits[key];
    for (int i = 0; i < count; i++) {
      long at = words + 8L * i;
      long before = key == 0 ? 0 : Memory.getLong(at);
      long offset = Memory.getLong(values + 8L * i) - low;
      boolean isAbsent = Long.compareUnsigned(offset, span) > 0 || before < 0;
      Memory.putLong(at, isAbsent ? ABSENT : (before << shift) | offset);
    }
  }
}
