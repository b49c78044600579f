package dev.heddle.physical.window;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFamily;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far around a row the calls of a window look, so that a partition that does not fit into
 * memory can be worked on piece by piece.
 *
 * @param before rows before each row
 * @param after rows after it
 * @param needsPeers whether all peers of a row have to be there
 * @param moving calls whose reach depends on the rows' values, by number
 */
record WindowReach(int before, int after, boolean needsPeers, List<Integer> moving) {
  WindowReach {
    moving = List.copyOf(moving);
  }

  private WindowReach(int before, int after, boolean needsPeers) {
    this(before, after, needsPeers, List.of());
  }

  /**
   * Returns the reach of the calls that are not computed beside the pieces.
   *
   * @throws HeddleException with code {@code OUT_OF_MEMORY} if one of them needs the partition in
   *     memory
   */
  static WindowReach of(PhysicalPlan.Window plan, List<@Nullable WindowWide> wide) {
    int before = 0;
    int after = 0;
    boolean needsPeers = false;
    List<Integer> moving = new ArrayList<>();
    for (int i = 0; i < plan.calls().size(); i++) {
      if (wide.get(i) != null) {
        continue;
      }
      WindowCall call = plan.calls().get(i);
      WindowReach reach = of(call, plan);
      before = Math.max(before, reach.before);
      after = Math.max(after, reach.after);
      needsPeers |= reach.needsPeers;
      if (isMoving(call, plan)) {
        moving.add(i);
      }
    }
    return new WindowReach(before, after, needsPeers, moving);
  }

  /**
   * Returns how far the calls look if none of them looks at all of a partition, however large; what
   * else they need is how many rows of their partition precede a row.
   */
  static Optional<WindowReach> near(PhysicalPlan.Window plan) {
    long before = 0;
    long after = 0;
    boolean needsPeers = false;
    List<Integer> moving = new ArrayList<>();
    for (int i = 0; i < plan.calls().size(); i++) {
      WindowCall call = plan.calls().get(i);
      WindowFunction function = call.function().orElse(null);
      if (function == WindowFunction.ROW_NUMBER) {
        continue;
      }
      if (function == WindowFunction.LAG || function == WindowFunction.LEAD) {
        if (call.nulls() == NullTreatment.IGNORE || WindowShift.isByColumn(call)) {
          return Optional.empty();
        }
        long distance = WindowShift.offset(function, call);
        before = Math.max(before, -distance);
        after = Math.max(after, distance);
        continue;
      }
      if ((function != null && !function.usesFrame()) || !isNear(call.frame())) {
        return Optional.empty();
      }
      if (isMoving(call, plan)) {
        moving.add(i);
      }
      for (WindowBounds.Bound bound : List.of(call.frame().start(), call.frame().end())) {
        if (call.frame().unit() == FrameUnit.ROWS) {
          before = Math.max(before, -distance(bound));
          after = Math.max(after, distance(bound));
        } else {
          needsPeers |= bound instanceof WindowBounds.CurrentRow;
        }
      }
    }
    return before > Integer.MAX_VALUE - after
        ? Optional.empty()
        : Optional.of(new WindowReach((int) before, (int) after, needsPeers, moving));
  }

  private static boolean isNear(WindowBounds frame) {
    return (frame.exclusion() == WindowBounds.Exclusion.NOTHING
            || frame.exclusion() == WindowBounds.Exclusion.CURRENT_ROW)
        && isNear(frame.start(), frame.unit())
        && isNear(frame.end(), frame.unit());
  }

  private static boolean isNear(WindowBounds.Bound bound, FrameUnit unit) {
    return bound instanceof WindowBounds.CurrentRow
        || (hasOffset(bound) && unit != FrameUnit.GROUPS);
  }

  /** Returns how many rows behind a row a bound of rows is, negative for before it. */
  private static long distance(WindowBounds.Bound bound) {
    return switch (bound) {
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) -> -WindowFrames.count(offset);
      case WindowBounds.Following(PhysicalExpr.Literal offset) -> WindowFrames.count(offset);
      default -> 0;
    };
  }

  private static WindowReach of(WindowCall call, PhysicalPlan.Window plan) {
    if (call.function().isEmpty()) {
      return ofFrame(call, plan);
    }
    return switch (call.function().get()) {
      case ROW_NUMBER, NTILE -> new WindowReach(0, 0, false);
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST ->
          throw new IllegalStateException("Ranks among peers are computed beside the pieces");
      case LAG, LEAD -> {
        int distance = (int) WindowShift.offset(call.function().get(), call);
        yield new WindowReach(Math.max(0, -distance), Math.max(0, distance), false);
      }
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> ofFrame(call, plan);
    };
  }

  private static boolean isMoving(WindowCall call, PhysicalPlan.Window plan) {
    boolean usesFrame = call.function().map(WindowFunction::usesFrame).orElse(true);
    return usesFrame
        && !isWhole(call, plan)
        && call.frame().unit() != FrameUnit.ROWS
        && (hasOffset(call.frame().start()) || hasOffset(call.frame().end()));
  }

  private static boolean hasOffset(WindowBounds.Bound bound) {
    return bound instanceof WindowBounds.Preceding || bound instanceof WindowBounds.Following;
  }

  /** Returns whether all frames of a call begin with the partition. */
  static boolean startsFrame(WindowCall call, PhysicalPlan.Window plan) {
    return isOpen(call.frame().start(), call, plan);
  }

  /** Returns whether all frames of a call end with the partition. */
  static boolean endsFrame(WindowCall call, PhysicalPlan.Window plan) {
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
    return call.aggregate().isPresent()
        && startsFrame(call, plan)
        && endsFrame(call, plan)
        && !leavesOut(call);
  }

  /** Returns whether frames leave rows near the current one out. */
  static boolean leavesOut(WindowCall call) {
    return call.frame().exclusion() != WindowBounds.Exclusion.NOTHING;
  }

  /** Returns whether an aggregate is found in the order of its values. */
  static boolean isQuantile(AggregateCall aggregate) {
    return aggregate.function().family() == AggregateFamily.QUANTILE
        && !aggregate.distinct()
        && aggregate.orderBy().isEmpty();
  }

  private static WindowReach ofFrame(WindowCall call, PhysicalPlan.Window plan) {
    if (call.frame().isByColumn()) {
      throw tooLarge("a frame whose distance differs from row to row");
    }
    if (isWhole(call, plan)) {
      return new WindowReach(0, 0, false);
    }
    boolean isOpenAtEnd = endsFrame(call, plan);
    boolean isOpen = isOpenAtEnd || startsFrame(call, plan);
    if (isOpen
        && call.aggregate().isPresent()
        && !canRun(call.aggregate().get())
        && !WindowPickCarry.isNeeded(call, plan)
        && !isQuantile(call.aggregate().get())) {
      throw tooLarge(
          call.aggregate().get().function()
              + " over frames that begin or end with the partition, row for row");
    }
    WindowReach start = ofBound(call.frame().start(), call.frame().unit());
    WindowReach end = ofBound(call.frame().end(), call.frame().unit());
    int after = Math.max(start.after, end.after);
    if (isOpen && call.function().filter(f -> f == WindowFunction.NTH_VALUE).isPresent()) {
      // Far places are found beside the pieces.
      after += startsFrame(call, plan) ? 0 : (int) WindowPicks.place(call);
    }
    return new WindowReach(
        Math.max(start.before, end.before),
        after,
        leavesOut(call) || start.needsPeers || end.needsPeers);
  }

  /** Returns whether the state of some rows can be taken on to those that follow. */
  static boolean canRun(AggregateCall aggregate) {
    boolean isOrdered = !aggregate.orderBy().isEmpty();
    return !aggregate.distinct()
        && (isOrdered ? isEnd(aggregate) : aggregate.function().family().canRun());
  }

  private static boolean isEnd(AggregateCall aggregate) {
    return aggregate.function() == AggregateFunction.FIRST
        || aggregate.function() == AggregateFunction.LAST;
  }

  private static WindowReach ofBound(WindowBounds.Bound bound, FrameUnit unit) {
    return switch (bound) {
      case WindowBounds.Unbounded _ -> new WindowReach(0, 0, false);
      case WindowBounds.CurrentRow _ -> new WindowReach(0, 0, unit != FrameUnit.ROWS);
      case WindowBounds.Preceding(PhysicalExpr.Literal offset) ->
          unit == FrameUnit.ROWS
              ? new WindowReach(rows(offset), 0, false)
              : new WindowReach(0, 0, false);
      case WindowBounds.Following(PhysicalExpr.Literal offset) ->
          unit == FrameUnit.ROWS
              ? new WindowReach(0, rows(offset), false)
              : new WindowReach(0, 0, false);
      case WindowBounds.PrecedingBy _, WindowBounds.FollowingBy _ ->
          throw new IllegalStateException("A distance of each row");
    };
  }

  private static int rows(PhysicalExpr.Literal offset) {
    boolean isNear =
        offset.value().orElse(null) instanceof ScanValue.Whole(BigInteger whole)
            && whole.signum() >= 0
            && whole.bitLength() <= 28;
    if (!isNear) {
      throw tooLarge("a frame of rows with offset " + offset.value().orElse(null));
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
