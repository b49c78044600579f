package dev.heddle.physical.aggregate;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.HashPartitions;

/**
 * The numbers of all groups of a table, put together by partition.
 *
 * @param numbers int32 numbers, owned
 * @param starts where each partition starts, and at last the number of groups
 */
record GroupNumbers(Buffer numbers, int[] starts) implements AutoCloseable {
  /** The partition of the groups that no other table has, where keys have been divided by range. */
  static final int OWN = HashPartitions.COUNT;

  /** Makes one partition of all groups. */
  static GroupNumbers whole(AggregateTable table, MemoryAccount account) {
    int count = table.groupCount();
    return new GroupNumbers(inOrder(count, account), new int[] {0, count});
  }

  private static Buffer inOrder(int count, MemoryAccount account) {
    Buffer numbers = account.allocate(4L * count);
    for (int i = 0; i < count; i++) {
      Memory.putInt(numbers.address() + 4L * i, i);
    }
    return numbers;
  }

  /** Divides the groups by {@link HashPartitions}. */
  static GroupNumbers byHash(GroupTable table, int level, MemoryAccount account) {
    int count = table.groupCount();
    Buffer numbers = inOrder(count, account);
    Buffer hashes = null;
    try {
      hashes = account.allocate(8L * count);
      table.hashGroups(numbers.address(), count, hashes.address());
      int[] starts = HashPartitions.divide(hashes.address(), count, numbers.address(), level);
      return new GroupNumbers(numbers, starts);
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
   * Divides the groups of a single integer key by its value, so that keys of one partition are
   * close together.
   *
   * @param owners of the keys' ranges: groups that no other table has come last, see {@link #OWN}
   */
  static GroupNumbers byRange(AggregateTable table, KeyOwners owners, MemoryAccount account) {
    int count = table.groupCount();
    Buffer numbers = account.allocate(4L * count);
    int[] next = new int[OWN + 2];
    for (int i = 0; i < count; i++) {
      next[part(table, i, owners) + 1]++;
    }
    for (int i = 1; i < next.length; i++) {
      next[i] += next[i - 1];
    }
    int[] starts = next.clone();
    for (int i = 0; i < count; i++) {
      Memory.putInt(numbers.address() + 4L * next[part(table, i, owners)]++, i);
    }
    return new GroupNumbers(numbers, starts);
  }

  private static int part(AggregateTable table, int group, KeyOwners owners) {
    int range = owners.range(table, group);
    return owners.isOwned(range) ? OWN : range >>> (KeyOwners.BITS - HashPartitions.BITS);
  }

  /** Returns where the numbers of a partition's groups are. */
  long at(int partition) {
    return numbers.address() + 4L * starts[partition];
  }

  /** Returns how many groups a partition has. */
  int count(int partition) {
    return partition < partitions() ? starts[partition + 1] - starts[partition] : 0;
  }

  /** Returns how many partitions there are. */
  int partitions() {
    return starts.length - 1;
  }

  /** Returns a byte for each group, with its partition; the caller's. */
  Buffer partitionOf(MemoryAccount account) {
    Buffer partitionOf = account.allocate(starts[partitions()]);
    for (int p = 0; p < partitions(); p++) {
      for (int i = starts[p]; i < starts[p + 1]; i++) {
        int group = Memory.getInt(numbers.address() + 4L * i);
        Memory.putByte(partitionOf.address() + group, (byte) p);
      }
    }
    return partitionOf;
  }

  @Override
  public void close() {
    numbers.release();
  }
}
