package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.DoubleValues;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Collected numbers of few groups, those of each group in chunks of their own, so that nothing has
 * to be done for each number to bring together what several threads have collected.
 *
 * <p>Filled by one thread; then {@link #copy} works on any.
 */
final class ValueChunks implements AutoCloseable {
  /** With more groups a core does not keep at hand where all of their next numbers belong. */
  static final int MAX_GROUPS = 256;

  /** At most this number of values of a group are handed over at once. */
  static final int MAX_AT_ONCE = 4096;

  private static final int SMALLEST_BYTES = 256;
  private static final int LARGEST_BYTES = 8 * MAX_AT_ONCE;

  private final MemoryAccount account;
  private final List<List<Chunk>> full = new ArrayList<>(); // by group
  private final @Nullable Buffer[] open = new Buffer[MAX_GROUPS]; // by group, beside the full ones
  private final long[] next = new long[MAX_GROUPS]; // address in the open one; its end if none is
  private final long[] end = new long[MAX_GROUPS];
  private int count;
  private long bytes;

  /** A buffer that begins with this number of bytes of numbers. */
  private record Chunk(Buffer buffer, int bytes) {}

  /** What is done with some numbers of a group. */
  interface Use {
    /**
     * Reads numbers.
     *
     * @param address where they are, for the time of the call
     */
    void numbers(int group, long address, int count);
  }

  ValueChunks(MemoryAccount account) {
    this.account = account;
  }

  /** Makes sure that there are this number of groups, at most {@link #MAX_GROUPS}. */
  void grow(int groupCount) {
    while (full.size() < groupCount) {
      full.add(new ArrayList<>());
    }
  }

  /** Returns how many numbers there are. */
  int count() {
    return count;
  }

  /** Returns the bytes that are reserved. */
  long bytes() {
    return bytes;
  }

  /** Returns at most how many bytes adding this number of numbers reserves. */
  long jumpBytes(int rows) {
    long opened = Math.min(rows, full.size());
    return Math.min(opened * LARGEST_BYTES, 2 * bytes + opened * SMALLEST_BYTES) + 8L * rows;
  }

  /**
   * Adds the numbers of rows.
   *
   * @param groups int32 group of each row
   * @param validity bits of the rows that have a number, or 0 if all have
   */
  void add(long groups, DoubleValues values, long validity, int rows) {
    int added = 0;
    for (int i = 0; i < rows; i++) {
      if (validity == 0 || Bits.get(validity, i)) {
        int group = Memory.getInt(groups + 4L * i);
        long at = next[group];
        if (at == end[group]) {
          at = openNext(group);
        }
        Memory.putDouble(at, values.at(i));
        next[group] = at + 8;
        added++;
      }
    }
    count = Math.addExact(count, added);
  }

  private long openNext(int group) {
    Buffer before = open[group];
    long wanted = before == null ? SMALLEST_BYTES : 2 * before.capacity();
    Buffer opened = account.allocate(Math.min(LARGEST_BYTES, wanted));
    closeOpen(group);
    open[group] = opened;
    next[group] = opened.address();
    end[group] = opened.address() + opened.capacity();
    bytes += opened.capacity();
    return opened.address();
  }

  private void closeOpen(int group) {
    Buffer before = open[group];
    if (before != null) {
      full.get(group).add(new Chunk(before, (int) (next[group] - before.address())));
      open[group] = null;
      next[group] = end[group];
    }
  }

  /** Returns how many numbers a group has. */
  int size(int group) {
    Buffer last = open[group];
    long size = last == null ? 0 : next[group] - last.address();
    for (Chunk chunk : full.get(group)) {
      size += chunk.bytes();
    }
    return (int) (size / 8);
  }

  /** Copies the numbers of a group. */
  void copy(int group, long target) {
    for (Chunk chunk : full.get(group)) {
      Memory.copy(chunk.buffer().address(), target, chunk.bytes());
      target += chunk.bytes();
    }
    Buffer last = open[group];
    if (last != null) {
      Memory.copy(last.address(), target, next[group] - last.address());
    }
  }

  /**
   * Takes over all numbers of another one.
   *
   * @param mapped int32 number that each of its groups has here
   */
  void takeOver(ValueChunks other, long mapped) {
    for (int group = 0; group < other.full.size(); group++) {
      other.closeOpen(group);
      full.get(Memory.getInt(mapped + 4L * group)).addAll(other.full.get(group));
      other.full.get(group).clear();
    }
    count = Math.addExact(count, other.count);
    bytes += other.bytes;
    other.count = 0;
    other.bytes = 0;
  }

  /** Hands all numbers over, group by group, and frees them. */
  void drain(Use use) {
    for (int group = 0; group < full.size(); group++) {
      closeOpen(group);
      List<Chunk> chunks = full.get(group);
      while (!chunks.isEmpty()) {
        Chunk chunk = chunks.getLast();
        use.numbers(group, chunk.buffer().address(), chunk.bytes() / 8);
        chunks.removeLast();
        bytes -= chunk.buffer().capacity();
        chunk.buffer().release();
      }
    }
    count = 0;
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>();
    for (List<Chunk> chunks : full) {
      chunks.forEach(chunk -> all.add(chunk.buffer()::release));
    }
    for (Buffer buffer : open) {
      if (buffer != null) {
        all.add(buffer::release);
      }
    }
    full.clear();
    Arrays.fill(open, null);
    Closeables.all(all);
  }
}
