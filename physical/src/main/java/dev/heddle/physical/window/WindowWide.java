package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import org.jspecify.annotations.Nullable;

/**
 * A call over a partition on the disk that looks farther from its rows than a piece reaches: it
 * reads the partition beside the pieces, by cursors that only go forward. Used by one thread.
 */
abstract class WindowWide implements AutoCloseable {
  /** What is looked at within this number of rows is read with the piece itself. */
  private static final int NEAR_ROWS = 1 << 13;

  /**
   * Returns a column for the rows of a piece, with values for those that it delivers. The rows
   * delivered by one piece after the other are those of the partition.
   */
  abstract Column compute(WindowSegment piece);

  /** Returns the values of the rows that a piece delivers as a column for all of them. */
  static Column spread(Column values, WindowSegment piece) {
    if (values.rows() == piece.rows()) {
      return values;
    }
    MemoryAccount account = piece.account();
    Buffer positions = account.allocate(4L * piece.rows());
    try {
      for (int i = 0; i < piece.rows(); i++) {
        boolean isDelivered = i >= piece.from() && i < piece.to();
        put(positions.address(), i, isDelivered ? i - piece.from() : -1);
      }
      return Gather.rowsOrNull(values, positions.address(), piece.rows(), account);
    } finally {
      positions.release();
      values.release();
    }
  }

  /** Opens a call if it needs this; returns null if pieces of the partition are enough. */
  static @Nullable WindowWide open(WindowCall call, PhysicalPlan.Window plan, WindowWideRows rows) {
    WindowFunction function = call.function().orElse(null);
    boolean usesFrame = function == null || function.usesFrame();
    if (usesFrame && call.frame().isByColumn()) {
      return null; // which needs the partition in memory
    }
    return switch (function) {
      case ROW_NUMBER, NTILE -> null;
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> new WindowWideRanks(function, rows);
      case LAG, LEAD ->
          call.nulls() == NullTreatment.IGNORE
                  || WindowShift.isByColumn(call)
                  || Math.abs(WindowShift.offset(function, call)) > NEAR_ROWS
              ? new WindowWidePicks(call, plan, rows)
              : null;
      case FIRST_VALUE, LAST_VALUE ->
          isWide(call, rows) ? new WindowWidePicks(call, plan, rows) : null;
      case NTH_VALUE ->
          isFar(call, plan) || isWide(call, rows) ? new WindowWidePicks(call, plan, rows) : null;
      case null -> aggregate(call, plan, rows);
    };
  }

  private static @Nullable WindowWide aggregate(
      WindowCall call, PhysicalPlan.Window plan, WindowWideRows rows) {
    AggregateCall aggregate = call.aggregate().orElseThrow();
    boolean isPick = WindowPickCarry.function(call) != null;
    boolean isMerged = WindowReach.canRun(aggregate) && aggregate.orderBy().isEmpty();
    boolean isDistinct = aggregate.distinct() && WindowWideDistinct.isPossible(call, plan);
    if ((!isPick && !isMerged && !isDistinct)
        || WindowReach.isWhole(call, plan)
        || !isWide(call, rows)) {
      return null;
    }
    if (isDistinct) {
      return new WindowWideDistinct(call, plan, rows);
    }
    if (WindowSums.isCount(aggregate)) {
      return WindowWideCounts.open(call, rows);
    }
    return isPick
        ? new WindowWidePicks(call, plan, rows)
        : new WindowWideAggregate(call, plan, rows);
  }

  /** Returns whether the wanted row of a frame may be far from all that is known of it. */
  private static boolean isFar(WindowCall call, PhysicalPlan.Window plan) {
    boolean startsFrame = WindowReach.startsFrame(call, plan);
    boolean isOpen = startsFrame || WindowReach.endsFrame(call, plan);
    boolean isNear = call.nulls() == NullTreatment.RESPECT && WindowPicks.place(call) <= NEAR_ROWS;
    return isOpen && (WindowReach.leavesOut(call) || !(startsFrame || isNear));
  }

  /** Returns whether frames reach far, or there are many peers where all of them are looked at. */
  private static boolean isWide(WindowCall call, WindowWideRows rows) {
    return (WindowReach.leavesOut(call) && rows.frames().largestGroup() > NEAR_ROWS)
        || rows.frames().reach(call) > NEAR_ROWS;
  }

  @Override
  public void close() {}
}
