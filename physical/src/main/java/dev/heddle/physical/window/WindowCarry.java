package dev.heddle.physical.window;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a segment have to know of the rows of its partition that are not in it: how
 * many there are, the states of those before and behind it, the values for the partition as a
 * whole. Used by one thread.
 *
 * <p>The rows behind a segment are known by blocks: the partition is read once before its first
 * segment, and a segment always ends with a block.
 */
final class WindowCarry implements AutoCloseable {
  private final PhysicalPlan.Window plan;
  private final List<@Nullable WindowWide> wide; // calls that know by themselves
  private final long rows;
  private final @Nullable Aggregator[] before; // of each call, if its frames begin with all rows
  private final @Nullable Aggregator[] behind; // if they end with them: from each block on
  private final @Nullable Column[] whole; // the one value of each call over all rows
  private final @Nullable WindowPickCarry[] picks;
  private final @Nullable WindowQuantileCarry[] quantiles;
  private final long[] countsBefore; // of each call that counts
  private final long[][] countsInBlocks; // of each call that counts to the end
  private final MemoryAccount account;
  private long rowsBefore;
  private int blocks;
  private int blocksRead; // that end with the current segment or before

  /** Makes what is known of a partition of this number of rows before its first one. */
  WindowCarry(
      PhysicalPlan.Window plan, List<@Nullable WindowWide> wide, long rows, MemoryAccount account) {
    this.plan = plan;
    this.wide = wide;
    this.rows = rows;
    this.account = account;
    int calls = plan.calls().size();
    this.before = new Aggregator[calls];
    this.behind = new Aggregator[calls];
    this.whole = new Column[calls];
    this.picks = new WindowPickCarry[calls];
    this.quantiles = new WindowQuantileCarry[calls];
    this.countsBefore = new long[calls];
    this.countsInBlocks = new long[calls][0];
    try {
      for (int i = 0; i < calls; i++) {
        open(i);
      }
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private void open(int i) {
    WindowCall call = plan.calls().get(i);
    if (wide.get(i) != null) {
      return;
    }
    if (WindowPickCarry.isNeeded(call, plan)) {
      picks[i] = new WindowPickCarry(call, plan, account);
    }
    if (picks[i] != null || call.aggregate().isEmpty() || WindowReach.isWhole(call, plan)) {
      return;
    }
    AggregateCall aggregate = call.aggregate().get();
    if (WindowReach.isQuantile(aggregate)) {
      if (WindowReach.startsFrame(call, plan) || WindowReach.endsFrame(call, plan)) {
        quantiles[i] = new WindowQuantileCarry(call, plan, rows, account);
      }
    } else if (!WindowSums.isCount(aggregate)) {
      if (WindowReach.startsFrame(call, plan)) {
        before[i] = WindowAggregate.open(aggregate, plan, account);
      }
      if (WindowReach.endsFrame(call, plan)) {
        behind[i] = WindowAggregate.open(aggregate, plan, account);
      }
    }
  }

  /** Returns whether calls have to see the blocks of the partition before its first segment. */
  boolean looksAhead() {
    for (int i = 0; i < picks.length; i++) {
      WindowPickCarry pick = picks[i];
      if ((pick != null && pick.looksAhead()) || looksAhead(i)) {
        return true;
      }
    }
    return false;
  }

  private boolean looksAhead(int i) {
    WindowCall call = plan.calls().get(i);
    return quantiles[i] != null
        || (wide.get(i) == null
            && call.aggregate().isPresent()
            && WindowReach.endsFrame(call, plan)
            && !WindowReach.isWhole(call, plan));
  }

  /** Looks at the partition's next block: some rows of a piece. */
  void look(WindowSegment piece, long rowsBeforePiece, int from, int to) {
    for (int i = 0; i < picks.length; i++) {
      WindowPickCarry pick = picks[i];
      Aggregator states = behind[i];
      WindowQuantileCarry values = quantiles[i];
      if (values != null) {
        values.look(piece, from, to);
      } else if (pick != null && pick.looksAhead()) {
        pick.look(piece, rowsBeforePiece, from, to);
      } else if (states != null) {
        states.grow(blocks + 1);
        AggregateCall call = plan.calls().get(i).aggregate().orElseThrow();
        new WindowAggregate(call, plan, piece).add(states, blocks, from, to);
      } else if (looksAhead(i)) {
        AggregateCall call = plan.calls().get(i).aggregate().orElseThrow();
        if (countsInBlocks[i].length <= blocks) {
          countsInBlocks[i] = Arrays.copyOf(countsInBlocks[i], 2 * blocks + 64);
        }
        countsInBlocks[i][blocks] =
            WindowSums.countFirst(call, piece, to) - WindowSums.countFirst(call, piece, from);
      }
    }
    blocks++;
  }

  /** Ends the pass over the blocks: makes each state that of all rows from its block on. */
  void sealBlocks() {
    Buffer groups = account.allocate(8);
    try {
      for (int i = 0; i < picks.length; i++) {
        WindowPickCarry pick = picks[i];
        if (pick != null && pick.looksAhead()) {
          pick.seal();
        }
        WindowQuantileCarry values = quantiles[i];
        if (values != null) {
          values.seal();
        }
        Aggregator states = behind[i];
        for (int block = blocks - 2; block >= 0; block--) {
          if (states != null) {
            mergeNext(states, block, groups.address());
          } else if (countsInBlocks[i].length > 0) {
            countsInBlocks[i][block] += countsInBlocks[i][block + 1];
          }
        }
      }
    } finally {
      groups.release();
    }
  }

  private static void mergeNext(Aggregator states, int block, long groups) {
    WindowSegment.put(groups, 0, block);
    WindowSegment.put(groups, 1, block + 1);
    Column[] next = states.states(groups + 4, 1);
    try {
      states.mergeStates(groups, next, 1);
    } finally {
      Column.releaseAll(next);
    }
  }

  long rows() {
    return rows;
  }

  long rowsBefore() {
    return rowsBefore;
  }

  /** Takes over the value of a call whose frame is the partition. */
  void setWhole(int call, Column value) {
    whole[call] = value;
  }

  /** Sets how many blocks end with the segment under way or before it. */
  void setBlocksRead(int count) {
    blocksRead = count;
  }

  /** Computes a call if it takes what is known here; returns null if the segment is enough. */
  @Nullable Column compute(int number, PhysicalPlan.Window window, WindowSegment segment) {
    WindowWide beside = wide.get(number);
    if (beside != null) {
      return beside.compute(segment);
    }
    WindowCall call = window.calls().get(number);
    Column constant = whole[number];
    WindowPickCarry pick = picks[number];
    if (constant != null) {
      return repeated(constant, segment);
    }
    if (pick != null) {
      return pick.compute(window, segment, blocksRead, rowsBefore + segment.rows());
    }
    WindowQuantileCarry quantile = quantiles[number];
    if (quantile != null) {
      return quantile.compute(window, segment, rowsBefore);
    }
    boolean isOpen =
        call.aggregate().isPresent()
            && (WindowReach.startsFrame(call, window) || WindowReach.endsFrame(call, window));
    if (!isOpen) {
      return null;
    }
    AggregateCall aggregate = call.aggregate().orElseThrow();
    if (WindowSums.isCount(aggregate)) {
      return counts(number, call, window, segment);
    }
    List<WindowAggregate.Outside> outside = new ArrayList<>();
    Aggregator earlier = before[number];
    Aggregator later = behind[number];
    if (earlier != null && rowsBefore > 0) {
      outside.add(new WindowAggregate.Outside(earlier, 0, true));
    }
    if (later != null && blocksRead < blocks) {
      outside.add(new WindowAggregate.Outside(later, blocksRead, false));
    }
    try (WindowFrames frames = new WindowFrames(call.frame(), window, segment)) {
      return new WindowAggregate(aggregate, window, segment).ofFrames(frames, outside);
    }
  }

  private Column counts(
      int number, WindowCall call, PhysicalPlan.Window window, WindowSegment segment) {
    AggregateCall aggregate = call.aggregate().orElseThrow();
    long[] later = countsInBlocks[number];
    long outside =
        (WindowReach.startsFrame(call, window) ? countsBefore[number] : 0)
            + (later.length > 0 && blocksRead < blocks ? later[blocksRead] : 0);
    try (WindowFrames frames = new WindowFrames(call.frame(), window, segment)) {
      Column counts = new WindowSums(aggregate, WindowSums.Method.EXACT, frames, segment).compute();
      for (int i = 0; i < segment.rows(); i++) {
        long at = counts.values() + 8L * i;
        Memory.putLong(at, Memory.getLong(at) + outside);
      }
      return counts;
    }
  }

  private static Column repeated(Column value, WindowSegment segment) {
    Buffer zeros = segment.account().allocateZeroed(4L * Math.max(1, segment.rows()));
    try {
      return Gather.rows(value, zeros.address(), segment.rows(), segment.account());
    } finally {
      zeros.release();
    }
  }

  /** Leaves the first rows of a segment behind. */
  void advance(WindowSegment segment, int count) {
    for (int i = 0; i < before.length; i++) {
      Aggregator state = before[i];
      AggregateCall aggregate = plan.calls().get(i).aggregate().orElse(null);
      if (wide.get(i) == null && aggregate != null && WindowSums.isCount(aggregate)) {
        countsBefore[i] += WindowSums.countFirst(aggregate, segment, count);
      } else if (state != null) {
        new WindowAggregate(plan.calls().get(i).aggregate().orElseThrow(), plan, segment)
            .add(state, 0, 0, count);
      }
      WindowPickCarry pick = picks[i];
      if (pick != null) {
        pick.advance(segment, count);
      }
      WindowQuantileCarry quantile = quantiles[i];
      if (quantile != null) {
        quantile.advance(segment, count);
      }
    }
    rowsBefore += count;
  }

  @Override
  public void close() {
    Closeables.all(before);
    Closeables.all(behind);
    Closeables.all(picks);
    Closeables.all(quantiles);
    for (int i = 0; i < whole.length; i++) {
      Column value = whole[i];
      if (value != null) {
        whole[i] = null;
        value.release();
      }
    }
  }
}
