package dev.heddle.physical.operator;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * The numbers of all groups of a table, put together by partition.
 *
 * @param numbers int32 numbers, owned
 * @param starts where each partition starts, and at last the number of groups
 */
record GroupList(AggregateTable table, Buffer numbers, int[] starts) implements AutoCloseable {
  /** Makes one partition of all groups. */
  static GroupList whole(AggregateTable table, MemoryAccount account) {
    int count = table.groupCount();
    Buffer numbers = account.allocate(4L * count);
    for (int i = 0; i < count; i++) {
      Memory.putInt(numbers.address() + 4L * i, i);
    }
    return new GroupList(table, numbers, new int[] {0, count});
  }

  /** Divides the groups by {@link HashPartitions}. */
  static GroupList divided(AggregateTable table, MemoryAccount account) {
    int count = table.groupCount();
    Buffer numbers = account.allocate(4L * count);
    Buffer hashes = null;
    try (GroupList whole = whole(table, account)) {
      hashes = account.allocate(8L * count);
      table.hashGroups(whole.numbers.address(), count, hashes.address());
      int[] starts = HashPartitions.divide(hashes.address(), count, numbers.address());
      return new GroupList(table, numbers, starts);
    } catch (Throwable e) {
      numbers.release();
      throw e;
    } finally {
      if (hashes != null) {
        hashes.release();
      }
    }
  }

  /**
   * Divides the groups of a single whole-number key by its value, so that keys of one partition lie
   * close together.
   *
   * @param base at most the smallest key
   * @param size at most so many keys from there on
   */
  static GroupList dividedByRange(
      AggregateTable table, long base, long size, MemoryAccount account) {
    int shift = Math.max(0, 64 - Long.numberOfLeadingZeros(size) - HashPartitions.BITS);
    int count = table.groupCount();
    Buffer numbers = account.allocate(4L * count);
    int[] next = new int[HashPartitions.COUNT + 1];
    for (int i = 0; i < count; i++) {
      next[part(table, i, base, shift) + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    int[] starts = next.clone();
    for (int i = 0; i < count; i++) {
      Memory.putInt(numbers.address() + 4L * next[part(table, i, base, shift)]++, i);
    }
    return new GroupList(table, numbers, starts);
  }

  private static int part(AggregateTable table, int group, long base, int shift) {
    long distance = table.isNullKey(group) ? 0 : table.wholeNumber(group) - base;
    return (int) (distance >>> shift);
  }

  /** Adds a partition's groups to another table. */
  void absorbInto(AggregateTable target, int partition) {
    long first = numbers.address() + 4L * starts[partition];
    target.absorb(table, first, starts[partition + 1] - starts[partition]);
  }

  @Override
  public void close() {
    numbers.release();
  }
}
