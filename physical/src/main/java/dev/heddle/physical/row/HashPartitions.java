package dev.heddle.physical.row;

import dev.heddle.io.memory.Memory;

/**
 * How groups are divided by their hash, so that each part can be worked on alone: by bits that the
 * slots of {@link GroupTable} do not use.
 */
public final class HashPartitions {
  /** The number of partitions. */
  public static final int COUNT = 64;

  /** The bits of a partition's number. */
  public static final int BITS = 6;

  /** How often what has been divided can be divided again. */
  public static final int LEVELS = 3;

  private static final int SHIFT = 20; // slots use the high 32 bits; further levels lower ones

  private HashPartitions() {}

  /**
   * Puts positions together by partition, in order.
   *
   * @param level how often the rows have been divided before
   * @param hashes where {@code count} hashes are
   * @param positions where {@code count} int32 positions are written
   * @return where the positions of each partition start, and at last {@code count}
   */
  public static int[] divide(long hashes, int count, long positions, int level) {
    int shift = SHIFT - BITS * level;
    int[] next = new int[COUNT + 1];
    for (int i = 0; i < count; i++) {
      next[partition(hashes, i, shift) + 1]++;
    }
    for (int i = 1; i <= COUNT; i++) {
      next[i] += next[i - 1];
    }
    int[] starts = next.clone();
    for (int i = 0; i < count; i++) {
      int place = next[partition(hashes, i, shift)]++;
      Memory.putInt(positions + 4L * place, i);
    }
    return starts;
  }

  private static int partition(long hashes, int index, int shift) {
    return (int) (Memory.getLong(hashes + 8L * index) >>> shift) & (COUNT - 1);
  }
}
