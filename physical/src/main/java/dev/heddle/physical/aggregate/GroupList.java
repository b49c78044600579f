package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closing;
import dev.heddle.physical.row.HashPartitions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of all groups of a table, put together by partition, and with them the values of its
 * collectors.
 *
 * @param numbers int32 numbers, owned
 * @param starts where each partition starts, and at last the number of groups
 * @param values of each collector, by the same partitions; owned
 * @param mapped room for an int32 number of each group elsewhere, if there are collectors; owned
 */
record GroupList(
    AggregateTable table,
    Buffer numbers,
    int[] starts,
    List<ValueList> values,
    @Nullable Buffer mapped)
    implements AutoCloseable {
  private static final int CHUNK = 4096;

  /** The partition of the groups that no other table has, where keys have been divided by range. */
  static final int OWN = HashPartitions.COUNT;

  /** What dividing takes for each group and for each value. */
  static final int BYTES_PER_ENTRY = 17;

  /** Divides the collectors' values like the groups; takes the numbers over. */
  private static GroupList withValues(
      AggregateTable table, Buffer numbers, int[] starts, MemoryAccount account) {
    List<ValueList> values = new ArrayList<>();
    Buffer partitionOf = null;
    Buffer mapped = null;
    try {
      if (!table.collectors().isEmpty()) {
        int count = table.groupCount();
        mapped = account.allocate(4L * count);
        partitionOf = account.allocate(count);
        for (int p = 0; p + 1 < starts.length; p++) {
          for (int i = starts[p]; i < starts[p + 1]; i++) {
            int group = Memory.getInt(numbers.address() + 4L * i);
            Memory.putByte(partitionOf.address() + group, (byte) p);
          }
        }
        for (Collector collector : table.collectors()) {
          values.add(
              ValueList.divided(collector, partitionOf.address(), starts.length - 1, account));
        }
      }
      return new GroupList(table, numbers, starts, values, mapped);
    } catch (Throwable e) {
      numbers.release();
      if (mapped != null) {
        mapped.release();
      }
      Closing.all(values);
      throw e;
    } finally {
      if (partitionOf != null) {
        partitionOf.release();
      }
    }
  }

  /** Makes one partition of all groups. */
  static GroupList whole(AggregateTable table, MemoryAccount account) {
    int count = table.groupCount();
    Buffer numbers = account.allocate(4L * count);
    for (int i = 0; i < count; i++) {
      Memory.putInt(numbers.address() + 4L * i, i);
    }
    return withValues(table, numbers, new int[] {0, count}, account);
  }

  /** Divides the groups by {@link HashPartitions}. */
  static GroupList divided(AggregateTable table, int level, MemoryAccount account) {
    int count = table.groupCount();
    Buffer numbers = account.allocate(4L * count);
    Buffer hashes = null;
    int[] starts;
    try {
      for (int i = 0; i < count; i++) {
        Memory.putInt(numbers.address() + 4L * i, i);
      }
      hashes = account.allocate(8L * count);
      for (int from = 0; from < count; from += CHUNK) {
        table.hashGroups(
            numbers.address() + 4L * from,
            Math.min(CHUNK, count - from),
            hashes.address() + 8L * from);
      }
      starts = HashPartitions.divide(hashes.address(), count, numbers.address(), level);
    } catch (Throwable e) {
      numbers.release();
      throw e;
    } finally {
      if (hashes != null) {
        hashes.release();
      }
    }
    return withValues(table, numbers, starts, account);
  }

  /**
   * Divides the groups of a single whole-number key by its value, so that keys of one partition lie
   * close together.
   *
   * @param owners of the keys' ranges: groups that no other table has come last, see {@link #OWN}
   */
  static GroupList dividedByRange(AggregateTable table, KeyOwners owners, MemoryAccount account) {
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
    return withValues(table, numbers, starts, account);
  }

  private static int part(AggregateTable table, int group, KeyOwners owners) {
    int range = owners.range(table, group);
    return owners.isOwned(range) ? OWN : range >>> (KeyOwners.BITS - HashPartitions.BITS);
  }

  /** Adds a partition's groups to another table. */
  void absorbInto(AggregateTable target, int partition) {
    target.absorb(this, partition);
  }

  /** Returns where the numbers of a partition's groups stand. */
  long groups(int partition) {
    return numbers.address() + 4L * starts[partition];
  }

  /** Returns how many groups a partition has. */
  int groupCount(int partition) {
    return partition + 1 < starts.length ? starts[partition + 1] - starts[partition] : 0;
  }

  /** Returns how many batches the groups make that no other table has. */
  int ownBlocks() {
    return (groupCount(OWN) + Batch.MAX_ROWS - 1) / Batch.MAX_ROWS;
  }

  /** Returns a batch of the groups that no other table has; the table has been sealed. */
  Batch ownRows(int block) {
    int from = block * Batch.MAX_ROWS;
    int count = Math.min(Batch.MAX_ROWS, groupCount(OWN) - from);
    return table.rows(groups(OWN) + 4L * from, count);
  }

  @Override
  public void close() {
    Closing.all(values);
    if (mapped != null) {
      mapped.release();
    }
    numbers.release();
  }
}
