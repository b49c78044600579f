package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.row.ScratchBuffer;

/**
 * The numbers of all values of a collector, put together by the partition of their groups.
 *
 * @param numbers int32 numbers, owned
 * @param starts where each partition starts, and at last the number of values
 */
record ValueList(Collector collector, Buffer numbers, int[] starts) implements AutoCloseable {
  private static final int CHUNK = 4096;

  /**
   * Ends a collector's collecting and divides its values.
   *
   * @param partitionOf where a byte with the partition of each group is
   */
  static ValueList divided(
      Collector collector, long partitionOf, int partitions, MemoryAccount account) {
    collector.endCollecting();
    int count = collector.valueCount();
    Buffer numbers = account.allocate(4L * count);
    Buffer scratch = null;
    try {
      scratch = account.allocate(count + 8L * CHUNK);
      long chunk = scratch.address();
      long groups = chunk + 4L * CHUNK;
      long parts = chunk + 8L * CHUNK;
      int[] next = new int[partitions + 1];
      for (int from = 0; from < count; from += CHUNK) {
        int rows = Math.min(CHUNK, count - from);
        for (int i = 0; i < rows; i++) {
          Memory.putInt(chunk + 4L * i, from + i);
        }
        collector.groupsOf(chunk, rows, groups);
        for (int i = 0; i < rows; i++) {
          byte part = Memory.getByte(partitionOf + Memory.getInt(groups + 4L * i));
          Memory.putByte(parts + from + i, part);
          next[part + 1]++;
        }
      }
      for (int i = 1; i < next.length; i++) {
        next[i] += next[i - 1];
      }
      int[] starts = next.clone();
      for (int i = 0; i < count; i++) {
        Memory.putInt(numbers.address() + 4L * next[Memory.getByte(parts + i)]++, i);
      }
      return new ValueList(collector, numbers, starts);
    } catch (Throwable e) {
      numbers.release();
      throw e;
    } finally {
      if (scratch != null) {
        scratch.release();
      }
    }
  }

  /**
   * Adds the values of a partition to another collector.
   *
   * @param mapped int32 number that each group has there
   * @param groups room for the groups of some values
   */
  void moveTo(Collector target, int partition, long mapped, ScratchBuffer groups) {
    int end = starts[partition + 1];
    int atOnce = collector.valuesAtOnce();
    for (int from = starts[partition]; from < end; from += atOnce) {
      int count = Math.min(atOnce, end - from);
      long positions = numbers.address() + 4L * from;
      long theirs = groups.reserve(4L * count);
      collector.groupsOf(positions, count, theirs);
      for (int i = 0; i < count; i++) {
        long at = theirs + 4L * i;
        Memory.putInt(at, Memory.getInt(mapped + 4L * Memory.getInt(at)));
      }
      Column[] columns = collector.values(positions, count);
      try {
        target.update(theirs, columns, count);
      } finally {
        Column.releaseAll(columns);
      }
    }
  }

  @Override
  public void close() {
    numbers.release();
  }
}
