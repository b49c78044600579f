package dev.heddle.physical.join;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * Words, the maxima of each 16 of them, the maxima of each 16 of those, and so on, which lead from
 * a place to the next word that is at least as large as a given one, past any number of smaller
 * ones, in steps that grow with the logarithm of that number.
 *
 * <p>Filled by one thread at {@link #words}, then completed; immutable from then on.
 */
final class MaximaTree implements AutoCloseable {
  private static final int SHIFT = 4;
  private static final int MASK = (1 << SHIFT) - 1;

  private final Buffer buffer;
  private final long[] levels; // where each one starts
  private final int count;

  /** Makes one for a number of words. */
  MaximaTree(int count, MemoryAccount account) {
    this.count = count;
    int depth = 1;
    long all = count;
    for (long size = count; size > 1; size = blocks(size)) {
      all += blocks(size);
      depth++;
    }
    levels = new long[depth];
    buffer = account.allocate(8 * Math.max(1, all));
    long at = buffer.address();
    long size = count;
    for (int level = 0; level < depth; level++) {
      levels[level] = at;
      at += 8 * size;
      size = blocks(size);
    }
  }

  private static long blocks(long size) {
    return (size + MASK) >>> SHIFT;
  }

  /** Returns where the words are written. */
  long words() {
    return levels[0];
  }

  /** Computes the maxima of the words that have been written. */
  void complete() {
    long size = count;
    for (int level = 1; level < levels.length; level++) {
      for (long block = 0; block < blocks(size); block++) {
        long end = Math.min(size, (block + 1) << SHIFT);
        long most = Long.MIN_VALUE;
        for (long i = block << SHIFT; i < end; i++) {
          most = Math.max(most, Memory.getLong(levels[level - 1] + 8 * i));
        }
        Memory.putLong(levels[level] + 8 * block, most);
      }
      size = blocks(size);
    }
  }

  /** Returns the first place of {@code [from, end)} whose word is at least the given one, or -1. */
  int next(int from, int end, long least) {
    int level = 0;
    int at = from;
    while ((long) at << (SHIFT * level) < end) {
      if (Memory.getLong(levels[level] + 8L * at) >= least) {
        if (level == 0) {
          return at;
        }
        level--;
        at <<= SHIFT;
      } else {
        at++;
        while ((at & MASK) == 0 && level + 1 < levels.length) {
          level++;
          at >>>= SHIFT;
        }
      }
    }
    return -1;
  }

  @Override
  public void close() {
    buffer.release();
  }
}
