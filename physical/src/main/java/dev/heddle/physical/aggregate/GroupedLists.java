package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.kernel.text.ViewWriter;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;
import dev.heddle.physical.sort.PositionSort;

/**
 * The positions of values in memory put together by group, by counting: lists and joined texts are
 * made by them. {@link SpilledLists} does the same for values on the disk.
 *
 * <p>Made and sorted by one thread; lists are taken by several.
 */
final class GroupedLists implements AutoCloseable {
  private final MemoryAccount account;
  private final int valueCount;
  private final int groupCount;
  private final Buffer starts; // int32 of each group, and the end
  private final Buffer positions; // of the values, by group and order

  /**
   * Puts values together, those of a group in the order in which they came.
   *
   * @param groups int32 group of each value
   */
  GroupedLists(long groups, int count, int groupCount, MemoryAccount account) {
    this.account = account;
    this.valueCount = count;
    this.groupCount = groupCount;
    this.starts = account.allocateZeroed(4L * (groupCount + 2));
    try {
      this.positions = account.allocate(4L * count);
    } catch (Throwable e) {
      starts.release();
      throw e;
    }
    Collector.countByGroup(groups, count, groupCount, starts.address());
    for (int i = 0; i < count; i++) {
      int place = Collector.nextPlace(starts.address(), Memory.getInt(groups + 4L * i));
      Memory.putInt(positions.address() + 4L * place, i);
    }
  }

  /**
   * Sorts the values of each group.
   *
   * @param keys columns of the layout, a row for each value
   */
  void sort(KeyLayout layout, KeyOrder order, Column[] keys) {
    Buffer rows = account.allocate((long) valueCount * layout.rowBytes());
    Buffer scratch = null;
    Buffer words = null;
    try {
      int largest = 0;
      for (int g = 0; g < groupCount; g++) {
        largest = Math.max(largest, sizeOf(g));
      }
      scratch = account.allocate(4L * largest);
      words = account.allocateIfAmple((long) PositionSort.WORD_BYTES * largest);
      layout.encode(keys, valueCount, rows.address());
      boolean hasNulls = keys[0].mayHaveNulls();
      PositionSort sort = new PositionSort(layout, order, rows.address(), hasNulls);
      for (int g = 0; g < groupCount; g++) {
        long numbers = positions.address() + 4L * startOf(g);
        if (words == null) {
          sort.sort(numbers, sizeOf(g), scratch.address());
        } else {
          sort.sort(numbers, sizeOf(g), scratch.address(), words.address());
        }
      }
    } finally {
      rows.release();
      if (scratch != null) {
        scratch.release();
      }
      if (words != null) {
        words.release();
      }
    }
  }

  private int startOf(int group) {
    return Memory.getInt(starts.address() + 4L * group);
  }

  private int sizeOf(int group) {
    return startOf(group + 1) - startOf(group);
  }

  /** Returns the lists of groups. */
  Column lists(DataType result, long groups, int count, Column all) {
    long total = 0;
    for (int i = 0; i < count; i++) {
      total += sizeOf(Memory.getInt(groups + 4L * i));
    }
    Buffer ranges = account.allocate(8L * count);
    Buffer validity = null;
    Buffer chosen = null;
    try {
      validity = account.allocateZeroed(Bits.bytesFor(count));
      chosen = account.allocate(4 * total);
      int next = 0;
      for (int i = 0; i < count; i++) {
        int group = Memory.getInt(groups + 4L * i);
        int start = startOf(group);
        int length = sizeOf(group);
        Memory.putInt(ranges.address() + 8L * i, next);
        Memory.putInt(ranges.address() + 8L * i + 4, length);
        Memory.copy(positions.address() + 4L * start, chosen.address() + 4L * next, 4L * length);
        if (length > 0) {
          Bits.set(validity.address(), i);
        }
        next += length;
      }
      Column elements = Gather.rows(all, chosen.address(), next, account);
      return Column.lists(result, count, ranges, validity, elements);
    } catch (Throwable e) {
      ranges.release();
      if (validity != null) {
        validity.release();
      }
      throw e;
    } finally {
      if (chosen != null) {
        chosen.release();
      }
    }
  }

  /** Returns the texts of groups, joined by what is beside each group's first one. */
  Column texts(DataType result, long groups, int count, Column[] all) {
    Buffer validity = account.allocateZeroed(Bits.bytesFor(count));
    try (ViewWriter writer = new ViewWriter(result, count, account)) {
      for (int i = 0; i < count; i++) {
        int group = Memory.getInt(groups + 4L * i);
        int start = startOf(group);
        int length = sizeOf(group);
        if (length > 0) {
          Bits.set(validity.address(), i);
          join(writer, i, positions.address() + 4L * start, length, all);
        }
      }
      return writer.build(validity);
    } finally {
      validity.release();
    }
  }

  private static void join(ViewWriter writer, int row, long order, int count, Column[] all) {
    long[] data = all[0].dataAddresses();
    int first = Memory.getInt(order);
    boolean isSeparated = !all[1].isNull(first);
    long separator = all[1].values() + 16L * first;
    long between = StringViews.address(separator, all[1].dataAddresses());
    int gap = isSeparated ? StringViews.length(separator) : 0;
    long bytes = (long) gap * (count - 1);
    for (int i = 0; i < count; i++) {
      bytes += StringViews.length(all[0].values() + 16L * Memory.getInt(order + 4L * i));
    }
    long target = writer.reserve(bytes);
    byte only = gap == 1 ? Memory.getByte(between) : 0;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        if (gap == 1) {
          Memory.putByte(target, only);
        } else {
          Memory.copy(between, target, gap);
        }
        target += gap;
      }
      long view = all[0].values() + 16L * Memory.getInt(order + 4L * i);
      int length = StringViews.length(view);
      if (length
          <= StringViews.MAX_INLINE) { // what is written too much, the next text or padding takes
        Memory.putLong(target, Memory.getLong(view + 4));
        Memory.putInt(target + 8, Memory.getInt(view + 12));
      } else {
        Memory.copy(StringViews.address(view, data), target, length);
      }
      target += length;
    }
    writer.set(row, (int) bytes);
  }

  @Override
  public void close() {
    positions.release();
    starts.release();
  }
}
