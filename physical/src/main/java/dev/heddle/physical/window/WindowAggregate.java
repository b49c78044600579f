package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.at;
import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.AggregateSpec;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Any aggregate over partitions or frames, by the states that grouping uses.
 *
 * <p>A partition is a group. A frame is a group too, whose rows are added one by one at its ends
 * and, between, as states of blocks of 16 rows, of 256 rows and so on. Aggregates whose states
 * cannot be merged take every row of every frame.
 */
final class WindowAggregate {
  private static final int BLOCK_SHIFT = WindowLevels.BLOCK_SHIFT;
  private static final int BLOCK = WindowLevels.BLOCK;

  private final AggregateSpec spec;
  private final AggregateCall call;
  private final int[] columns; // the call's arguments and the columns of its order
  private final boolean isMergeable;
  private final WindowSegment segment;
  private final MemoryAccount account;
  private final int rows;

  WindowAggregate(AggregateCall call, PhysicalPlan.Window plan, WindowSegment segment) {
    this.spec = spec(call, plan);
    this.call = call;
    List<Integer> read = new ArrayList<>(call.arguments());
    call.orderBy().forEach(order -> read.add(order.column()));
    this.columns = read.stream().mapToInt(Integer::intValue).toArray();
    this.isMergeable = AggregateStates.isMergeable(call) && call.orderBy().isEmpty();
    this.segment = segment;
    this.account = segment.account();
    this.rows = segment.rows();
  }

  static AggregateSpec spec(AggregateCall call, PhysicalPlan.Window plan) {
    return new AggregateSpec(
        new PhysicalPlan.Aggregate(
            plan.input(),
            List.of(),
            List.of(call),
            AggregateMode.SINGLE,
            plan.output(),
            Estimate.UNKNOWN));
  }

  /** Returns whether rows whose argument is null do not matter. */
  static boolean skipsNulls(AggregateCall call) {
    return !call.function().keepsNulls() && !call.arguments().isEmpty();
  }

  /** Returns the value of each row's partition. */
  Column ofPartitions() {
    Buffer groups = account.allocate(4L * Math.max(1, rows));
    try (Aggregator states = spec.openAlone(call, account)) {
      int count = number(segment.partitionStarts(), groups.address());
      states.grow(count);
      try (Additions rowsToAdd = new Additions()) {
        for (int i = 0; i < rows; i++) {
          rowsToAdd.add(at(groups.address(), i), i, states);
        }
        rowsToAdd.flush(states);
      }
      return results(states, groups.address(), count, rows, account);
    } finally {
      groups.release();
    }
  }

  /** Numbers runs of equal values. */
  private int number(long values, long groups) {
    int group = -1;
    for (int i = 0; i < rows; i++) {
      group += i == 0 || at(values, i) != at(values, i - 1) ? 1 : 0;
      put(groups, i, group);
    }
    return group + 1;
  }

  /** Returns the results of this number of groups, for each of some rows that of its group. */
  static Column results(
      Aggregator states, long groups, int count, int rows, MemoryAccount account) {
    states.seal();
    Buffer numbers = account.allocate(4L * Math.max(1, count));
    Column results = null;
    try {
      for (int i = 0; i < count; i++) {
        put(numbers.address(), i, i);
      }
      results = states.result(numbers.address(), count);
      return Gather.rows(results, groups, rows, account);
    } finally {
      numbers.release();
      if (results != null) {
        results.release();
      }
    }
  }

  /** Opens a state that rows can be added to by {@link #add}. */
  static Aggregator open(AggregateCall call, PhysicalPlan.Window plan, MemoryAccount account) {
    Aggregator state = spec(call, plan).openAlone(call, account);
    state.grow(1);
    return state;
  }

  /** Adds rows of the segment to one of some states. */
  void add(Aggregator states, int group, int from, int to) {
    try (Additions additions = new Additions()) {
      for (int i = from; i < to; i++) {
        additions.add(group, i, states);
      }
      additions.flush(states);
    }
  }

  /**
   * The state of rows that are not in the segment and are in each frame.
   *
   * @param group which of the aggregator's states it is
   * @param isBefore whether the rows precede the segment, or else follow it
   */
  record Outside(Aggregator states, int group, boolean isBefore) {}

  private void addOutside(List<Outside> outside, boolean isBefore, Aggregator states, int count) {
    for (Outside rowsElsewhere : outside) {
      if (rowsElsewhere.isBefore() == isBefore) {
        addOutside(rowsElsewhere, states, count);
      }
    }
  }

  /** Adds the state of rows outside the segment to that of each frame. */
  private void addOutside(Outside outside, Aggregator states, int count) {
    Buffer scratch = account.allocateZeroed(8L * Math.max(1, count));
    Column[] one = {};
    Column[] all = {};
    try {
      long groups = scratch.address();
      long zeros = groups + 4L * count;
      put(groups, 0, outside.group());
      Column[] state = outside.states().states(groups, 1);
      one = state;
      for (int i = 0; i < count; i++) {
        put(groups, i, i);
      }
      all = Column.makeAll(one.length, i -> Gather.rows(state[i], zeros, count, account));
      states.mergeStates(groups, all, count);
    } finally {
      scratch.release();
      Column.releaseAll(one);
      Column.releaseAll(all);
    }
  }

  /**
   * Returns the value of each row's frame.
   *
   * @param outside the states of rows before and after the segment
   */
  Column ofFrames(WindowFrames frames, List<Outside> outside) {
    Buffer groups = account.allocate(4L * Math.max(1, rows));
    try (Aggregator states = spec.openAlone(call, account)) {
      int count = 0;
      for (int i = 0; i < rows; i++) { // rows with the same frame share a group
        boolean isSame =
            i > 0
                && frames.pieces() == 1
                && at(frames.starts(), i) == at(frames.starts(), i - 1)
                && at(frames.ends(), i) == at(frames.ends(), i - 1);
        count += isSame ? 0 : 1;
        put(groups.address(), i, count - 1);
      }
      states.grow(count);
      if (WindowSliding.suits(call, frames)) { // so the order of rows does not matter
        WindowSliding.fill(states, call, frames, groups.address(), segment);
        addOutside(outside, true, states, count);
      } else {
        addOutside(outside, true, states, count);
        addFrames(frames, groups.address(), states);
      }
      addOutside(outside, false, states, count);
      return results(states, groups.address(), count, rows, account);
    } finally {
      groups.release();
    }
  }

  private void addFrames(WindowFrames frames, long groups, Aggregator states) {
    try (Runs runs = runs()) {
      for (int i = 0; i < rows; i++) {
        int group = at(groups, i);
        if (i == 0 || group != at(groups, i - 1)) {
          for (int piece = 0; piece < frames.pieces(); piece++) {
            runs.add(group, frames.start(piece, i), frames.end(piece, i), states);
          }
        }
      }
      runs.flush(states);
    }
  }

  /** Returns what adds runs of the segment's rows to groups. */
  Runs runs() {
    return new Runs();
  }

  /** Adds runs of the segment's rows to groups, the long ones by states of blocks. */
  final class Runs implements AutoCloseable {
    private final Additions additions = new Additions();
    private final @Nullable WindowLevels levels;

    private Runs() {
      try {
        int blocks = isMergeable ? rows >>> BLOCK_SHIFT : 0;
        levels = blocks == 0 ? null : levels(blocks);
      } catch (Throwable e) {
        additions.close();
        throw e;
      }
    }

    private WindowLevels levels(int blocks) {
      try (Aggregator states = spec.openAlone(call, account)) {
        states.grow(blocks);
        for (int i = 0; i < blocks << BLOCK_SHIFT; i++) {
          additions.add(i >>> BLOCK_SHIFT, i, states);
        }
        additions.flush(states);
        return WindowLevels.of(states, blocks, () -> spec.openAlone(call, account), account);
      }
    }

    void add(int group, int start, int end, Aggregator target) {
      int from = start;
      int to = end;
      if (levels == null || to - from < 2 * BLOCK) {
        for (int i = from; i < to; i++) {
          additions.add(group, i, target);
        }
        return;
      }
      for (; (from & BLOCK - 1) != 0; from++) {
        additions.add(group, from, target);
      }
      for (; (to & BLOCK - 1) != 0; to--) {
        additions.add(group, to - 1, target);
      }
      levels.add(group, from >>> BLOCK_SHIFT, to >>> BLOCK_SHIFT, target);
    }

    /** Adds what waits to the groups that it was for. */
    void flush(Aggregator target) {
      additions.flush(target);
      if (levels != null) {
        levels.flush(target);
      }
    }

    @Override
    public void close() {
      Closeables.all(additions, levels);
    }
  }

  /** Rows on their way into groups, some thousands at a time. */
  private final class Additions implements AutoCloseable {
    private final Column[] arguments;
    private final Buffer pairs;
    private final long filterValues;
    private final long filterBits;
    private final boolean isFiltered;
    private final long presence; // bits of the values that are there, where nulls are left out
    private int count;

    Additions() {
      this.arguments = new Column[columns.length];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = segment.column(columns[i]);
      }
      this.isFiltered = call.filter().isPresent();
      int filter = call.filter().orElse(-1);
      this.presence = skipsNulls(call) ? arguments[0].validity() : 0;
      this.filterValues = isFiltered ? segment.column(filter).values() : 0;
      this.filterBits = isFiltered ? segment.column(filter).validity() : 0;
      this.pairs = account.allocate(8L * Batch.MAX_ROWS);
    }

    void add(int group, int row, Aggregator target) {
      if ((isFiltered && !isIn(row)) || (presence != 0 && !Bits.get(presence, row))) {
        return;
      }
      put(pairs.address(), count, group);
      put(pairs.address(), Batch.MAX_ROWS + count++, row);
      if (count == Batch.MAX_ROWS) {
        flush(target);
      }
    }

    private boolean isIn(int row) {
      return Bits.get(filterValues, row) && (filterBits == 0 || Bits.get(filterBits, row));
    }

    void flush(Aggregator target) {
      if (count == 0) {
        return;
      }
      segment.context().checkCancelled();
      long from = pairs.address() + 4L * Batch.MAX_ROWS;
      Column[] gathered =
          Column.makeAll(arguments.length, i -> Gather.rows(arguments[i], from, count, account));
      try {
        target.update(pairs.address(), gathered, count);
      } finally {
        Column.releaseAll(gathered);
      }
      count = 0;
    }

    @Override
    public void close() {
      pairs.release();
    }
  }
}
