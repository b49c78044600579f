package dev.heddle.shuffle.server;

import dev.heddle.io.memory.Buffer;
import java.util.Arrays;

/**
 * Where the blocks of an attempt are: a handle of memory or an offset of its file. In the order of
 * arrival until it is sorted, then by partition.
 */
final class BlockTable {
  private static final int FIRST_ROOM = 2; // most attempts of short tasks have one block

  private int[] partitions = new int[FIRST_ROOM];
  private int[] lasts = new int[FIRST_ROOM]; // partitions, of packs
  private int[] rows = new int[FIRST_ROOM];
  private int[] bytes = new int[FIRST_ROOM];
  private long[] places = new long[FIRST_ROOM]; // offset, or the complement of a handle
  private int count;

  int count() {
    return count;
  }

  int partition(int block) {
    return partitions[block];
  }

  /** Returns the last partition of a pack, or the only one of a block. */
  int last(int block) {
    return lasts[block];
  }

  int rows(int block) {
    return rows[block];
  }

  int bytes(int block) {
    return bytes[block];
  }

  boolean isInMemory(int block) {
    return places[block] < 0;
  }

  long handle(int block) {
    return ~places[block];
  }

  long offset(int block) {
    return places[block];
  }

  void moveToDisk(int block, long offset) {
    places[block] = offset;
  }

  void add(int partition, int last, int blockRows, int blockBytes, long place) {
    if (count == rows.length) {
      partitions = Arrays.copyOf(partitions, 2 * count);
      lasts = Arrays.copyOf(lasts, 2 * count);
      rows = Arrays.copyOf(rows, 2 * count);
      bytes = Arrays.copyOf(bytes, 2 * count);
      places = Arrays.copyOf(places, 2 * count);
    }
    partitions[count] = partition;
    lasts[count] = last;
    rows[count] = blockRows;
    bytes[count] = blockBytes;
    places[count++] = place;
  }

  void addInMemory(int partition, int last, int blockRows, int blockBytes, long handle) {
    add(partition, last, blockRows, blockBytes, ~handle);
  }

  /** Forgets all blocks. */
  void clear() {
    count = 0;
    partitions = new int[FIRST_ROOM];
    lasts = new int[FIRST_ROOM];
    rows = new int[FIRST_ROOM];
    bytes = new int[FIRST_ROOM];
    places = new long[FIRST_ROOM];
  }

  /** Returns the handles of all blocks, which are in memory, in the order of arrival. */
  long[] handles() {
    long[] handles = new long[count];
    for (int i = 0; i < count; i++) {
      handles[i] = handle(i);
    }
    return handles;
  }

  /** Returns the blocks in memory by partition, in the order of arrival within one. */
  int[] inMemory() {
    long[] keys = new long[count];
    int found = 0;
    for (int i = 0; i < count; i++) {
      if (isInMemory(i)) {
        keys[found++] = (long) partitions[i] << 32 | i;
      }
    }
    Arrays.sort(keys, 0, found);
    int[] blocks = new int[found];
    for (int i = 0; i < found; i++) {
      blocks[i] = (int) keys[i];
    }
    return blocks;
  }

  /** Returns how long all blocks are together. */
  long bytes() {
    long sum = 0;
    for (int i = 0; i < count; i++) {
      sum += bytes[i];
    }
    return sum;
  }

  /** Returns how much memory the blocks there take. */
  long heldBytes() {
    long held = 0;
    for (int i = 0; i < count; i++) {
      held += isInMemory(i) ? Buffer.roomFor(bytes[i]) : 0;
    }
    return held;
  }

  /** Sorts by partition, keeping the order within each, and drops what is not needed. */
  void sort() {
    if (count <= 1) {
      return;
    }
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = (long) partitions[i] << 32 | i;
    }
    Arrays.sort(keys);
    BlockTable sorted = new BlockTable();
    for (long key : keys) {
      int i = (int) key;
      sorted.add(partitions[i], lasts[i], rows[i], bytes[i], places[i]);
    }
    partitions = Arrays.copyOf(sorted.partitions, count);
    lasts = Arrays.copyOf(sorted.lasts, count);
    rows = Arrays.copyOf(sorted.rows, count);
    bytes = Arrays.copyOf(sorted.bytes, count);
    places = Arrays.copyOf(sorted.places, count);
  }

  /** Returns the first block of a partition or one behind it; once sorted. */
  int first(int partition) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (partitions[middle] < partition) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the number of rows that blocks have for each partition. */
  long[] rowsByPartition(int partitionCount) {
    long[] sums = new long[partitionCount];
    for (int i = 0; i < count; i++) {
      sums[partitions[i]] += rows[i];
    }
    return sums;
  }
}
