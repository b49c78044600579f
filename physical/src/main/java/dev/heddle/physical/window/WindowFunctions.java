package dev.heddle.physical.window;

import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.catalogue.AggregateFamily;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.io.batch.Column;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import java.util.List;

/** Computes the calls of a window for a segment, each by the way that suits it. */
final class WindowFunctions {
  private WindowFunctions() {}

  /** Returns a column with a value for each row of the segment. */
  static Column compute(int number, PhysicalPlan.Window plan, WindowSegment segment) {
    WindowCarry carry = segment.carry();
    Column carried = carry == null ? null : carry.compute(number, plan, segment);
    return carried == null ? compute(plan.calls().get(number), plan, segment) : carried;
  }

  private static Column compute(WindowCall call, PhysicalPlan.Window plan, WindowSegment segment) {
    if (call.aggregate().isPresent()) {
      return aggregate(call, call.aggregate().get(), plan, segment);
    }
    WindowFunction function = call.function().orElseThrow();
    return switch (function) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST, NTILE ->
          WindowRanks.compute(function, call, segment);
      case LAG, LEAD -> WindowShift.compute(function, call, segment);
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> {
        try (WindowFrames frames = new WindowFrames(call.frame(), plan, segment)) {
          yield WindowPicks.compute(function, call, frames, segment);
        }
      }
    };
  }

  private static Column aggregate(
      WindowCall call, AggregateCall aggregate, PhysicalPlan.Window plan, WindowSegment segment) {
    WindowAggregate generic = new WindowAggregate(aggregate, plan, segment);
    boolean isPlain = !aggregate.distinct() && aggregate.orderBy().isEmpty();
    boolean isRunning = call.frame().start() instanceof WindowBounds.Unbounded;
    boolean leavesOut = call.frame().exclusion() != WindowBounds.Exclusion.NOTHING;
    boolean isWhole =
        isRunning && !leavesOut && call.frame().end() instanceof WindowBounds.Unbounded;
    WindowSums.Method way =
        isPlain ? WindowSums.way(aggregate, call.frame(), plan) : WindowSums.Method.NONE;
    if (isWhole && way == WindowSums.Method.NONE) {
      return generic.ofPartitions();
    }
    try (WindowFrames frames = new WindowFrames(call.frame(), plan, segment)) {
      boolean isByAnyFrame = // whose ends may move back
          way == WindowSums.Method.EXACT || aggregate.function().family() == AggregateFamily.PICK;
      if (call.frame().isByColumn() && !isByAnyFrame) {
        return generic.ofFrames(frames, List.of());
      }
      if (isDistinctCount(aggregate)) {
        return WindowDistinct.compute(aggregate, frames, segment);
      }
      boolean hasArgument = !aggregate.arguments().isEmpty();
      if (hasArgument
          && WindowDistinct.isSum(
              aggregate, segment.column(aggregate.arguments().getFirst()).type())) {
        return WindowDistinct.sums(aggregate, frames, segment);
      }
      return switch (aggregate.function().family()) {
        case COUNT, SUM, MEAN ->
            way == WindowSums.Method.NONE
                ? generic.ofFrames(frames, List.of())
                : new WindowSums(aggregate, way, frames, segment).compute();
        case EXTREME ->
            leavesOut
                ? generic.ofFrames(frames, List.of())
                : WindowExtremes.compute(aggregate, frames, segment);
        case PICK -> pick(aggregate, generic, frames, segment);
        case QUANTILE ->
            isPlain
                ? WindowQuantiles.compute(aggregate, frames, segment)
                : generic.ofFrames(frames, List.of());
        case FOLD, SKETCH, LIST, USER, GROUPING -> generic.ofFrames(frames, List.of());
      };
    }
  }

  private static Column pick(
      AggregateCall aggregate,
      WindowAggregate generic,
      WindowFrames frames,
      WindowSegment segment) {
    boolean isPlain = !aggregate.distinct() && aggregate.orderBy().isEmpty();
    AggregateFunction function = aggregate.function();
    if (function == AggregateFunction.ANY_VALUE) {
      return pick(aggregate, WindowFunction.FIRST_VALUE, NullTreatment.IGNORE, frames, segment);
    }
    if (isPlain && function == AggregateFunction.FIRST) {
      return pick(aggregate, WindowFunction.FIRST_VALUE, NullTreatment.RESPECT, frames, segment);
    }
    return isPlain && function == AggregateFunction.LAST
        ? pick(aggregate, WindowFunction.LAST_VALUE, NullTreatment.RESPECT, frames, segment)
        : generic.ofFrames(frames, List.of());
  }

  /** Returns whether a call counts distinct values of one column. */
  static boolean isDistinctCount(AggregateCall call) {
    return call.distinct()
        && call.function() == AggregateFunction.COUNT
        && call.arguments().size() == 1
        && call.orderBy().isEmpty();
  }

  private static Column pick(
      AggregateCall aggregate,
      WindowFunction function,
      NullTreatment nulls,
      WindowFrames frames,
      WindowSegment segment) {
    return WindowPicks.pick(
        function,
        1,
        aggregate.arguments().getFirst(),
        nulls,
        aggregate.filter().orElse(-1),
        frames,
        segment);
  }
}
