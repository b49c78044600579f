package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.HashPartitions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All groups of a table, put together by partition, and with them the values of its collectors.
 *
 * @param numbers of the groups, owned
 * @param values of each collector, by the same partitions; owned
 * @param mapped room for an int32 number of each group elsewhere, if there are collectors; owned
 */
record GroupList(
    AggregateTable table, GroupNumbers numbers, List<ValueList> values, @Nullable Buffer mapped)
    implements AutoCloseable {
  /** What dividing takes for each group and for each value. */
  static final int BYTES_PER_ENTRY = 17;

  private static final long SPILL_BYTES = 256 << 10; // to write what has been divided

  /** Returns about what sending this number of groups and values to the disk takes. */
  static long spillBytes(long entries) {
    return SPILL_BYTES + BYTES_PER_ENTRY * entries;
  }

  /** Divides the collectors' values like the groups; takes the numbers over. */
  private static GroupList withValues(
      AggregateTable table, GroupNumbers numbers, MemoryAccount account) {
    List<ValueList> values = new ArrayList<>();
    Buffer partitionOf = null;
    Buffer mapped = null;
    try {
      if (!table.collectors().isEmpty()) {
        mapped = account.allocate(4L * table.groupCount());
        partitionOf = numbers.partitionOf(account);
        for (Collector collector : table.collectors()) {
          values.add(
              ValueList.divided(collector, partitionOf.address(), numbers.partitions(), account));
        }
      }
      return new GroupList(table, numbers, values, mapped);
    } catch (Throwable e) {
      numbers.close();
      if (mapped != null) {
        mapped.release();
      }
      Closeables.all(values);
      throw e;
    } finally {
      if (partitionOf != null) {
        partitionOf.release();
      }
    }
  }

  /** Makes one partition of all groups. */
  static GroupList whole(AggregateTable table, MemoryAccount account) {
    return withValues(table, GroupNumbers.whole(table, account), account);
  }

  /** Divides the groups by {@link HashPartitions}. */
  static GroupList divided(AggregateTable table, int level, MemoryAccount account) {
    return withValues(table, GroupNumbers.byHash(table.keyed(), level, account), account);
  }

  /** Divides the groups as {@link GroupNumbers#byRange} does. */
  static GroupList dividedByRange(AggregateTable table, KeyOwners owners, MemoryAccount account) {
    return withValues(table, GroupNumbers.byRange(table, owners, account), account);
  }

  /** Adds a partition's groups to another table. */
  void absorbInto(AggregateTable target, int partition) {
    target.absorb(this, partition);
  }

  /** Returns where the numbers of a partition's groups are. */
  long groups(int partition) {
    return numbers.at(partition);
  }

  /** Returns how many groups a partition has. */
  int groupCount(int partition) {
    return numbers.count(partition);
  }

  /** Returns how many batches the groups make that no other table has. */
  int ownBlocks() {
    return (groupCount(GroupNumbers.OWN) + Batch.MAX_ROWS - 1) / Batch.MAX_ROWS;
  }

  /** Returns a batch of the groups that no other table has; the table has been sealed. */
  Batch ownRows(int block) {
    int from = block * Batch.MAX_ROWS;
    int count = Math.min(Batch.MAX_ROWS, groupCount(GroupNumbers.OWN) - from);
    return table.rows(groups(GroupNumbers.OWN) + 4L * from, count);
  }

  @Override
  public void close() {
    Closeables.all(values);
    if (mapped != null) {
      mapped.release();
    }
    numbers.close();
  }
}
