package dev.heddle.physical.operator;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.AggregateFunction;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.WindowFunction;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;

/**
 * How far around a row the calls of a window look, so that a partition that does not fit into
 * memory can be worked on piece by piece.
 *
 * @param before rows before each row
 * @param after rows behind it
 * @param needsPeers whether all peers of a row have to be there
 */
record WindowReach(int before, int after, boolean needsPeers) {
  private static final int FARTHEST = 1 << 20;

  /**
   * Returns the reach of all calls.
   *
   * @throws HeddleException with code {@code OUT_OF_MEMORY} if one of them needs the partition in
   *     memory
   */
  static WindowReach of(PhysicalPlan.Window plan) {
    int before = 0;
    int after = 0;
    boolean needsPeers = false;
    for (WindowCall call : plan.calls()) {
      WindowReach reach = of(call, plan);
      before = Math.max(before, reach.before);
      after = Math.max(after, reach.after);
      needsPeers |= reach.needsPeers;
    }
    return new WindowReach(before, after, needsPeers);
  }

  private static WindowReach of(WindowCall call, PhysicalPlan.Window plan) {
    if (call.function().isEmpty()) {
      return ofFrame(call, plan);
    }
    return switch (call.function().get()) {
      case ROW_NUMBER, NTILE -> new WindowReach(0, 0, false);
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> new WindowReach(0, 0, true);
      case LAG, LEAD -> {
        if (call.nulls() == NullTreatment.IGNORE) {
          throw tooLarge("lag or lead without nulls");
        }
        long distance = WindowShift.offset(call.function().get(), call);
        if (Math.abs(distance) > FARTHEST) {
          throw tooLarge("lag or lead by " + distance + " rows");
        }
        yield new WindowReach((int) Math.max(0, -distance), (int) Math.max(0, distance), false);
      }
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> ofFrame(call, plan);
    };
  }

  private static boolean startsFrame(WindowCall call, PhysicalPlan.Window plan) {
    return isOpen(call.frame().start(), call, plan);
  }

  private static boolean endsFrame(WindowCall call, PhysicalPlan.Window plan) {
    return isOpen(call.frame().end(), call, plan);
  }

  /** Whether a bound is the partition's end; without an order all rows are peers. */
  private static boolean isOpen(
      WindowBounds.Bound bound, WindowCall call, PhysicalPlan.Window plan) {
    return bound instanceof WindowBounds.Unbounded
        || (bound instanceof WindowBounds.CurrentRow
            && call.frame().unit() != FrameUnit.ROWS
            && plan.order().isEmpty());
  }

  /** Returns whether a call is an aggregate over all rows of the partition. */
  static boolean isWhole(WindowCall call, PhysicalPlan.Window plan) {
    return call.aggregate().isPresent() && startsFrame(call, plan) && endsFrame(call, plan);
  }

  /** Returns whether a call is an aggregate whose frames begin with the partition. */
  static boolean isRunning(WindowCall call, PhysicalPlan.Window plan) {
    return call.aggregate().isPresent() && startsFrame(call, plan) && !endsFrame(call, plan);
  }

  /** Returns whether a call gives the partition's first row. */
  static boolean takesFirstRow(WindowCall call, PhysicalPlan.Window plan) {
    return call.function().filter(f -> f == WindowFunction.FIRST_VALUE).isPresent()
        && startsFrame(call, plan)
        && call.nulls() == NullTreatment.RESPECT;
  }

  private static WindowReach ofFrame(WindowCall call, PhysicalPlan.Window plan) {
    boolean leavesOut = call.frame().exclusion() != WindowBounds.Exclusion.NOTHING;
    if (leavesOut && (startsFrame(call, plan) || endsFrame(call, plan))) {
      throw tooLarge("a frame without the current row or its peers");
    }
    if (isWhole(call, plan)) {
      return new WindowReach(0, 0, false);
    }
    if (endsFrame(call, plan) && !takesFirstRow(call, plan)) {
      throw tooLarge("a frame that ends with the partition");
    }
    if (startsFrame(call, plan) && !canRun(call)) {
      throw tooLarge("such a function over a frame that begins with the partition");
    }
    WindowReach start = ofBound(call.frame().start(), call.frame().unit());
    WindowReach end = ofBound(call.frame().end(), call.frame().unit());
    return new WindowReach(
        Math.max(start.before, end.before),
        Math.max(start.after, end.after),
        leavesOut || start.needsPeers || end.needsPeers);
  }

  private static boolean canRun(WindowCall call) {
    if (call.function().isPresent()) {
      return call.nulls() == NullTreatment.RESPECT
          && call.function().get() != WindowFunction.NTH_VALUE;
    }
    AggregateCall aggregate = call.aggregate().orElseThrow();
    return !aggregate.distinct() && aggregate.orderBy().isEmpty() && canRun(aggregate.function());
  }

  private static boolean canRun(AggregateFunction function) {
    return switch (function) {
      case COUNT_ALL,
          COUNT,
          SUM,
          AVG,
          MIN,
          MAX,
          BOOL_AND,
          BOOL_OR,
          STDDEV_SAMP,
          STDDEV_POP,
          VAR_SAMP,
          VAR_POP ->
          true;
      default -> false;
    };
  }

  private static WindowReach ofBound(WindowBounds.Bound bound, FrameUnit unit) {
    return switch (bound) {
      case WindowBounds.Unbounded _ -> new WindowReach(0, 0, false);
      case WindowBounds.CurrentRow _ -> new WindowReach(0, 0, unit != FrameUnit.ROWS);
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) ->
          new WindowReach(rows(offset, unit), 0, false);
      case WindowBounds.Following(PhysicalExpr.Literal offset) ->
          new WindowReach(0, rows(offset, unit), false);
    };
  }

  private static int rows(PhysicalExpr.Literal offset, FrameUnit unit) {
    boolean isNear =
        unit == FrameUnit.ROWS
            && offset.value().orElse(null) instanceof ScanValue.Whole(BigInteger whole)
            && whole.signum() >= 0
            && whole.bitLength() <= 20;
    if (!isNear) {
      throw tooLarge("a frame of " + unit + " with offset " + offset.value().orElse(null));
    }
    return ((ScanValue.Whole) offset.value().orElseThrow()).value().intValueExact() + 1;
  }

  private static HeddleException tooLarge(String what) {
    return new HeddleException(
        ErrorCode.OUT_OF_MEMORY,
        "Cannot compute "
            + what
            + " over a partition that does not fit into memory; raise the limit (option memory),"
            + " or use smaller partitions or a frame of rows near the current one");
  }
}
