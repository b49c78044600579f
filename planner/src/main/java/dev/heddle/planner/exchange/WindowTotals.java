package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Computes windows over whole partitions where their rows are: the values of each partition are
 * aggregated and sent to all tasks. Serves one plan. Not thread-safe.
 */
final class WindowTotals {
  private static final double MAX_SKEWED_GROUP_RATIO = 0.1;

  private final SharedExchanges shares;
  private final AggregateExchanges aggregates;

  WindowTotals(SharedExchanges shares, AggregateExchanges aggregates) {
    this.shares = shares;
    this.aggregates = aggregates;
  }

  /** Returns whether all calls aggregate whole partitions, in two halves. */
  static boolean suits(PhysicalPlan.Window window) {
    return window.calls().stream().allMatch(call -> suits(call, window.order().isEmpty()));
  }

  private static boolean suits(WindowCall call, boolean arePeers) {
    WindowBounds frame = call.frame();
    boolean isRange = frame.unit() == FrameUnit.RANGE;
    return call.aggregate().filter(AggregateStates::isMergeable).isPresent()
        && call.aggregate().get().orderBy().isEmpty()
        && switch (call.aggregate().get().function().family()) {
          case COUNT, SUM, MEAN, EXTREME, SKETCH, FOLD, USER -> true;
          case PICK, QUANTILE, LIST, GROUPING -> false;
        }
        && frame.exclusion() == WindowBounds.Exclusion.NOTHING
        && isEnd(frame.start(), arePeers && isRange)
        && isEnd(frame.end(), arePeers && isRange);
  }

  /** Whether a bound is an end of the partition; all rows may be peers of the current one. */
  private static boolean isEnd(WindowBounds.Bound bound, boolean arePeers) {
    return switch (bound) {
      case WindowBounds.Unbounded _ -> true;
      case WindowBounds.CurrentRow _ -> arePeers;
      case WindowBounds.Preceding _, WindowBounds.Following _ -> false;
      case WindowBounds.PrecedingBy _, WindowBounds.FollowingBy _ -> false;
    };
  }

  /** Returns a window over rows that are in several tasks; it suits. */
  Placed place(PhysicalPlan.Window window, Placed input) {
    SortedSet<Integer> needed = new TreeSet<>(window.partitionKeys());
    for (WindowCall call : window.calls()) {
      needed.addAll(call.aggregate().orElseThrow().arguments());
      call.aggregate().get().filter().ifPresent(needed::add);
    }
    List<Integer> columns = List.copyOf(needed);
    Optional<PhysicalPlan> again = ReadAgain.of(input.plan(), columns);
    PhysicalPlan rows = again.isPresent() ? input.plan() : shares.twice(input);
    PhysicalPlan read = again.orElseGet(() -> ReadAgain.pick(SharedExchanges.again(rows), columns));
    Placed totals =
        aggregates.aggregate(
            totals(window, read, columns, mostGroups(rows)), new Placed(read, input.scattered()));
    PhysicalPlan everywhere = shares.broadcast(totals).plan();
    return new Placed(joined(window, rows, everywhere), input.scattered());
  }

  /** A skewed partition has fewer keys than rows, whatever is known of them. */
  private static double mostGroups(PhysicalPlan rows) {
    return SharedExchanges.isSkewed(rows)
        ? rows.estimate().rows() * MAX_SKEWED_GROUP_RATIO
        : Double.MAX_VALUE;
  }

  private static PhysicalPlan.Aggregate totals(
      PhysicalPlan.Window window, PhysicalPlan rows, List<Integer> columns, double most) {
    List<Field> fields = new ArrayList<>();
    List<Integer> keys = new ArrayList<>();
    for (int key : window.partitionKeys()) {
      keys.add(columns.indexOf(key));
      fields.add(rows.output().field(columns.indexOf(key)));
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (WindowCall call : window.calls()) {
      AggregateCall of = call.aggregate().orElseThrow();
      OptionalInt filter =
          of.filter().isPresent()
              ? OptionalInt.of(columns.indexOf(of.filter().getAsInt()))
              : OptionalInt.empty();
      calls.add(
          new AggregateCall(
              of.function(),
              of.arguments().stream().map(columns::indexOf).toList(),
              of.constants(),
              of.distinct(),
              filter,
              List.of(),
              of.type(),
              of.code()));
      fields.add(window.output().field(window.input().output().size() + calls.size() - 1));
    }
    Schema output = new Schema(fields);
    double groups =
        keys.isEmpty() ? 1 : Math.min(most, KeyCounts.of(window.input(), window.partitionKeys()));
    return new PhysicalPlan.Aggregate(
        rows, keys, calls, AggregateMode.SINGLE, output, Estimates.of(groups, output));
  }

  /** Puts the values of its partition beside each row. */
  private static PhysicalPlan joined(
      PhysicalPlan.Window window, PhysicalPlan rows, PhysicalPlan totals) {
    int width = rows.output().size();
    int keys = window.partitionKeys().size();
    List<Field> fields = new ArrayList<>(rows.output().fields());
    fields.addAll(totals.output().fields());
    Schema both = new Schema(fields);
    PhysicalPlan join =
        keys == 0
            ? new PhysicalPlan.NestedLoopJoin(
                rows,
                totals,
                JoinKind.INNER,
                Optional.empty(),
                Optional.empty(),
                both,
                Placed.estimate(rows, both))
            : new PhysicalPlan.HashJoin(
                rows,
                totals,
                JoinKind.INNER,
                window.partitionKeys(),
                IntStream.range(0, keys).boxed().toList(),
                Collections.nCopies(keys, true),
                Optional.empty(),
                both,
                Placed.estimate(rows, both));
    List<PhysicalExpr> kept = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      kept.add(Computed.column(i, both));
    }
    for (int i = width + keys; i < both.size(); i++) {
      kept.add(Computed.column(i, both));
    }
    return new PhysicalPlan.Project(join, kept, window.output(), window.estimate());
  }
}
