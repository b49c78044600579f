package dev.heddle.physical.join;

import dev.heddle.io.batch.RowHash;
import dev.heddle.io.memory.Memory;

/**
 * Divides integer keys among partitions such that the number of a partition and the bits of a key
 * above the lowest ones give the key: those lowest bits are mixed with a hash of the others.
 *
 * <p>Within a partition keys then differ in the bits above, which are close together where all keys
 * do, so that an array by key serves a partition as well as all rows.
 */
final class KeyDivision {
  /** The bits of a partition's number, by each division. */
  static final int BITS = 5;

  private static final long MASK = (1L << BITS) - 1;
  private static final long SEED = 0xD6E8FEB86659FD93L;

  private KeyDivision() {}

  /**
   * Writes the number of the partition of each word, a byte a row.
   *
   * @param level how often the rows have been divided before
   */
  static void number(long words, int rows, int level, long numbers) {
    int dropped = BITS * level;
    for (int i = 0; i < rows; i++) {
      long word = Memory.getLong(words + 8L * i) >> dropped;
      long hash = RowHash.mix(SEED, word >> BITS) >>> (Long.SIZE - BITS);
      Memory.putByte(numbers + i, (byte) ((word ^ hash) & MASK));
    }
  }
}
