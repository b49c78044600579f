package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Makes the table of what the parts of a window know of each other: a row for each part and each of
 * the window's partitions in it, with the part, the partition keys, a value for each state, the
 * number of different orders if that is wanted, and then what is carried to it. A partition that is
 * in one part only has no row unless its own values are wanted too. Stateless.
 */
final class WindowSummaries {
  private final AggregateExchanges aggregates;

  WindowSummaries(AggregateExchanges aggregates) {
    this.aggregates = aggregates;
  }

  /** Returns the table, in one task. */
  PhysicalPlan of(PhysicalPlan.Window window, WindowPieces pieces, RangedRows ranged) {
    PhysicalPlan summary = states(window, pieces, ranged);
    if (pieces.countsOrders()) {
      summary = withOrders(summary, window, ranged);
    }
    int keys = 1 + window.partitionKeys().size();
    List<WindowCall> calls = new ArrayList<>();
    for (WindowPieces.Carry carry : pieces.carries()) {
      int state = carry.state() < 0 ? pieces.states().size() : carry.state();
      calls.add(over(carry.call(), keys + state));
    }
    List<Field> fields = new ArrayList<>(summary.output().fields());
    fields.addAll(pieces.fields(WindowPieces.Piece.CARRY));
    boolean hasAll = pieces.hasPartitionsInOnePart();
    if (!hasAll) {
      calls.add(
          WindowPieces.aggregate(
              AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64),
              WindowPieces.bounds(WindowPieces.Span.ALL)));
      fields.add(new Field("$parts", DataType.INT64, true));
    }
    Schema output = new Schema(fields);
    PhysicalPlan known =
        new PhysicalPlan.Window(
            summary,
            IntStream.range(1, keys).boxed().toList(),
            List.of(new SortOrder(0, SortDirection.ASCENDING, NullPlacement.LAST)),
            calls,
            output,
            Estimates.of(summary.estimate().rows(), output));
    if (hasAll) {
      return known;
    }
    PhysicalPlan several =
        new PhysicalPlan.Filter(
            known,
            Computed.test(
                ScalarFunction.GT, Computed.column(fields.size() - 1, output), Computed.whole(1)),
            known.estimate());
    return ReadAgain.pick(several, IntStream.range(0, fields.size() - 1).boxed().toList());
  }

  private static WindowCall over(WindowCall call, int column) {
    return new WindowCall(
        call.function(),
        call.aggregate().map(of -> AggregateCall.of(of.function(), of.type(), column)),
        call.arguments().isEmpty() ? List.of() : List.of(column),
        call.constants(),
        call.frame(),
        call.nulls(),
        call.type());
  }

  /** Returns a row for each part and partition, with the states. */
  private static PhysicalPlan states(
      PhysicalPlan.Window window, WindowPieces pieces, RangedRows ranged) {
    List<Integer> columns = pieces.summaryColumns();
    List<Integer> notNull = new ArrayList<>();
    for (WindowPieces.State state : pieces.states()) {
      state
          .notNull()
          .ifPresent(
              column -> {
                if (!notNull.contains(column)) {
                  notNull.add(column);
                }
              });
    }
    PhysicalPlan rows = marked(ranged.again(columns), columns, notNull);
    int part = columns.size();
    List<AggregateCall> calls = new ArrayList<>();
    for (WindowPieces.State state : pieces.states()) {
      AggregateCall call = state.call();
      calls.add(
          new AggregateCall(
              call.function(),
              call.arguments().stream().map(columns::indexOf).toList(),
              List.of(),
              false,
              state.notNull().isPresent()
                  ? OptionalInt.of(part + 1 + notNull.indexOf(state.notNull().getAsInt()))
                  : OptionalInt.empty(),
              call.function().usesOrder() ? moved(pieces.rowOrder(), columns) : List.of(),
              call.type()));
    }
    List<Integer> keys = new ArrayList<>(List.of(part));
    window.partitionKeys().forEach(key -> keys.add(columns.indexOf(key)));
    Schema partialOutput = AggregateStates.output(keys, calls, rows.output());
    double groups = (double) ranged.parts() * (keys.size() == 1 ? 1 : 2);
    PhysicalPlan partial =
        new PhysicalPlan.Aggregate(
            rows,
            keys,
            calls,
            AggregateMode.PARTIAL,
            partialOutput,
            Estimates.of(groups, partialOutput));
    List<Field> fields = new ArrayList<>(partialOutput.fields().subList(0, keys.size()));
    for (int i = 0; i < calls.size(); i++) {
      fields.add(new Field("$state" + i, calls.get(i).type(), true));
    }
    Schema output = new Schema(fields);
    return new PhysicalPlan.Aggregate(
        Placed.exchange(partial, new Distribution.Single(List.of())),
        IntStream.range(0, keys.size()).boxed().toList(),
        calls,
        AggregateMode.FINAL,
        output,
        Estimates.of(groups, output));
  }

  /** Appends whether each of some columns has a value. */
  private static PhysicalPlan marked(
      PhysicalPlan rows, List<Integer> columns, List<Integer> notNull) {
    if (notNull.isEmpty()) {
      return rows;
    }
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>(rows.output().fields());
    for (int i = 0; i < fields.size(); i++) {
      expressions.add(Computed.column(i, rows.output()));
    }
    for (int column : notNull) {
      expressions.add(Computed.isNotNull(Computed.column(columns.indexOf(column), rows.output())));
      fields.add(new Field("$there" + column, DataType.BOOL, false));
    }
    Schema output = new Schema(fields);
    return new PhysicalPlan.Project(
        rows, expressions, output, Estimates.of(rows.estimate().rows(), output));
  }

  private static List<SortOrder> moved(List<SortOrder> order, List<Integer> columns) {
    return order.stream()
        .map(key -> new SortOrder(columns.indexOf(key.column()), key.direction(), key.nulls()))
        .toList();
  }

  /** Appends how many different orders the rows of each part and partition have. */
  private PhysicalPlan withOrders(
      PhysicalPlan summary, PhysicalPlan.Window window, RangedRows ranged) {
    List<Integer> columns = new ArrayList<>();
    window.partitionKeys().forEach(columns::add);
    for (SortOrder key : window.order()) {
      if (!columns.contains(key.column())) {
        columns.add(key.column());
      }
    }
    PhysicalPlan rows = ranged.again(columns);
    int part = columns.size();
    int partitions = window.partitionKeys().size();
    List<Integer> keys = new ArrayList<>(List.of(part));
    IntStream.range(0, part).forEach(keys::add);
    Schema each = new Schema(keys.stream().map(rows.output()::field).toList());
    Placed different =
        aggregates.aggregate(
            new PhysicalPlan.Aggregate(
                rows,
                keys,
                List.of(),
                AggregateMode.SINGLE,
                each,
                Estimates.of(rows.estimate().rows(), each)),
            new Placed(rows, Place.ANYWHERE));
    List<Field> counted = new ArrayList<>(each.fields().subList(0, 1 + partitions));
    counted.add(new Field("$orders", DataType.INT64, false));
    Schema output = new Schema(counted);
    List<Integer> groups = IntStream.rangeClosed(0, partitions).boxed().toList();
    Placed counts =
        aggregates.aggregate(
            new PhysicalPlan.Aggregate(
                different.plan(),
                groups,
                List.of(AggregateCall.of(AggregateFunction.COUNT_ALL, DataType.INT64)),
                AggregateMode.SINGLE,
                output,
                Estimates.of(summary.estimate().rows(), output)),
            different);
    List<Field> fields = new ArrayList<>(summary.output().fields());
    fields.addAll(output.fields());
    Schema both = new Schema(fields);
    List<Boolean> nullSafe = new ArrayList<>(Collections.nCopies(groups.size(), true));
    PhysicalPlan join =
        new PhysicalPlan.HashJoin(
            summary,
            counts.single(),
            JoinKind.INNER,
            groups,
            groups,
            nullSafe,
            Optional.empty(),
            both,
            Estimates.of(summary.estimate().rows(), both));
    List<Integer> kept =
        new ArrayList<>(IntStream.range(0, summary.output().size()).boxed().toList());
    kept.add(both.size() - 1);
    return ReadAgain.pick(join, kept);
  }
}
