package dev.heddle.physical.aggregate.state;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An aggregator whose state is an object on the heap for each group with a row that counts, whose
 * bytes are counted as if they were ours.
 *
 * @param <S> the state
 */
public abstract class HeapAggregator<S> extends Aggregator {
  private static final int BYTES_PER_GROUP = 16;

  /** What no state of one value is estimated to take more than. */
  public static final long MAX_FIRST_BYTES =
      Math.max(DistinctSketches.FIRST_BYTES, QuantileValues.FIRST_BYTES);

  private final MemoryAccount account;
  private @Nullable Object[] states = {}; // by group; null before the first value
  private int[] charged = {}; // bytes of each
  private int[] measured = {}; // the last batch after which each has been looked at
  private int batch;
  private int groupCount;
  private long bytes; // that the account counts

  HeapAggregator(MemoryAccount account) {
    this.account = account;
  }

  /** Returns about what a state of one value takes on the heap. */
  abstract int firstBytes();

  /** Returns about the most by which one further value makes a state larger. */
  abstract int maxGrowthBytes();

  /** Returns about what a state takes on the heap. */
  abstract int sizeOf(S state);

  /** Returns a state of the values of both, of which the first may be changed. */
  abstract S merged(S state, S further);

  /** Adds rows to the states of groups, which are made where there are none. */
  abstract void add(long groups, Column[] arguments, int rows);

  MemoryAccount account() {
    return account;
  }

  @Override
  public void grow(int newGroupCount) {
    if (newGroupCount > states.length) {
      int room = (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(newGroupCount, 2L * groupCount));
      charge((long) BYTES_PER_GROUP * (room - states.length));
      states = Arrays.copyOf(states, room);
      charged = Arrays.copyOf(charged, room);
      measured = Arrays.copyOf(measured, room);
    }
    groupCount = newGroupCount;
  }

  /**
   * Returns about what adding this number of rows may take, after which there are at most this
   * number of groups.
   */
  public long jumpBytes(int maxGroups, int rows) {
    int room = Math.max(maxGroups, 2 * groupCount) - states.length;
    long grown = maxGroups > states.length ? (long) BYTES_PER_GROUP * room : 0;
    long made = (long) firstBytes() * Math.min(rows, maxGroups);
    return grown + made + Math.min(bytes, (long) maxGrowthBytes() * rows); // at most twice as large
  }

  /** Returns a group's state; null if the group has no value. */
  @SuppressWarnings("unchecked")
  @Nullable S known(int group) {
    return (S) states[group];
  }

  /** Makes a state that of a group. */
  void put(int group, S state) {
    states[group] = state;
  }

  @Override
  public void update(long groups, Column[] arguments, int rows) {
    add(groups, arguments, rows);
    measure(groups, rows);
  }

  /** Counts what the states of some groups have come to take. */
  void measure(long groups, int rows) {
    batch++;
    long more = 0;
    for (int i = 0; i < rows; i++) {
      int group = Memory.getInt(groups + 4L * i);
      S state = known(group);
      if (measured[group] != batch && state != null) {
        measured[group] = batch;
        int size = sizeOf(state);
        more += size - charged[group];
        charged[group] = size;
      }
    }
    charge(more);
  }

  private void charge(long more) {
    if (more >= 0) {
      account.charge(more);
    } else {
      account.discharge(-more);
    }
    bytes += more;
  }

  /** Adds a state to that of a group, which is measured later. */
  void merge(int group, S further) {
    S known = known(group);
    put(group, known == null ? further : merged(known, further));
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    account.discharge(bytes);
    bytes = 0;
    states = new Object[0];
  }
}
