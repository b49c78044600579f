package dev.heddle.physical.operator;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a segment have to know of the rows of its partition that are not in it: how
 * many there are, the states of those before it, the values for the partition as a whole. Used by
 * one thread.
 */
final class WindowCarry implements AutoCloseable {
  private final PhysicalPlan.Window plan;
  private final long rows;
  private final @Nullable Aggregator[] before; // of each call, if its frames begin with all rows
  private final @Nullable Column[] whole; // the one value of each call over all rows
  private final long[] countsBefore; // of each call that counts
  private @Nullable Batch firstRow;
  private long rowsBefore;
  private long groupsBefore;

  /** Makes what is known of a partition of so many rows before its first one. */
  WindowCarry(PhysicalPlan.Window plan, long rows, MemoryAccount account) {
    this.plan = plan;
    this.rows = rows;
    int calls = plan.calls().size();
    this.before = new Aggregator[calls];
    this.whole = new Column[calls];
    this.countsBefore = new long[calls];
    for (int i = 0; i < calls; i++) {
      WindowCall call = plan.calls().get(i);
      if (WindowReach.isRunning(call, plan)
          && !WindowSums.isCount(call.aggregate().orElseThrow())) {
        before[i] = WindowAggregate.open(call.aggregate().orElseThrow(), plan, account);
      }
    }
  }

  long rows() {
    return rows;
  }

  long rowsBefore() {
    return rowsBefore;
  }

  long groupsBefore() {
    return groupsBefore;
  }

  /** Takes over the value of a call whose frame is the partition. */
  void setWhole(int call, Column value) {
    whole[call] = value;
  }

  /** Takes over the partition's first row. */
  void setFirstRow(Batch row) {
    firstRow = row;
  }

  /** Computes a call if it takes what is known here; returns null if the segment is enough. */
  @Nullable Column compute(int number, PhysicalPlan.Window window, WindowSegment segment) {
    WindowCall call = window.calls().get(number);
    Column constant = whole[number];
    Batch first = firstRow;
    if (constant != null) {
      return repeated(constant, segment);
    }
    if (first != null && rowsBefore > 0 && WindowReach.takesFirstRow(call, window)) {
      return repeated(first.physicalColumn(call.arguments().getFirst()), segment);
    }
    if (WindowReach.isRunning(call, window) && WindowSums.isCount(call.aggregate().orElseThrow())) {
      return counts(number, call, window, segment);
    }
    Aggregator state = before[number];
    if (state == null) {
      return null;
    }
    WindowAggregate generic = new WindowAggregate(call.aggregate().orElseThrow(), window, segment);
    try (WindowFrames frames = new WindowFrames(call.frame(), window, segment)) {
      return generic.ofFrames(frames, rowsBefore == 0 ? null : state);
    }
  }

  private Column counts(
      int number, WindowCall call, PhysicalPlan.Window window, WindowSegment segment) {
    AggregateCall aggregate = call.aggregate().orElseThrow();
    try (WindowFrames frames = new WindowFrames(call.frame(), window, segment)) {
      Column counts = new WindowSums(aggregate, WindowSums.Way.EXACT, frames, segment).compute();
      for (int i = 0; i < segment.rows(); i++) {
        long at = counts.values() + 8L * i;
        Memory.putLong(at, Memory.getLong(at) + countsBefore[number]);
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
      if (aggregate != null && WindowSums.isCount(aggregate)) {
        countsBefore[i] += WindowSums.countFirst(aggregate, segment, count);
      } else if (state != null) {
        new WindowAggregate(plan.calls().get(i).aggregate().orElseThrow(), plan, segment)
            .add(state, 0, count);
      }
    }
    if (count > 0) {
      boolean isAll = count == segment.rows();
      int row = isAll ? count - 1 : count;
      groupsBefore += WindowSegment.at(segment.groups(), row) + (isAll ? 1 : 0);
      rowsBefore += count;
    }
  }

  @Override
  public void close() {
    Closing.all(before);
    for (int i = 0; i < whole.length; i++) {
      Column value = whole[i];
      if (value != null) {
        whole[i] = null;
        value.release();
      }
    }
    if (firstRow != null) {
      firstRow.close();
      firstRow = null;
    }
  }
}
