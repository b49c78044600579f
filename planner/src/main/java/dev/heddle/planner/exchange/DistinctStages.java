package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.CastMode;
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
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.Estimates;
import dev.heddle.planner.lower.GroupingSets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Aggregates distinct values in stages, of which none sends all rows of a group to one task:
 *
 * <ol>
 *   <li>each task makes the groups by keys and distinct values of its rows, with states of the
 *       calls that are not distinct;
 *   <li>these groups are exchanged by keys and values and merged, so that each value comes once;
 *   <li>each task turns its values into states of the distinct calls, and merges all states by key;
 *   <li>the states are exchanged by key and merged into results.
 * </ol>
 *
 * <p>Where calls look at different values, each row is repeated for each of them, with the others
 * null; one further copy is for the calls that are not distinct.
 *
 * @param aggregate whose mode is {@code SINGLE}
 * @param copies the columns of each kind of distinct values, by where they are in the first stage
 * @param rows what the first stage groups
 * @param plain the calls that are not distinct, over {@code rows}
 */
record DistinctStages(
    PhysicalPlan.Aggregate aggregate,
    Map<Values, List<Integer>> copies,
    PhysicalPlan rows,
    List<AggregateCall> plain) {
  private static final double SHARE_OF_ROWS = 0.5; // most groups of the first stage

  /** How many times the CPU time of a single stage they take, for each copy of the rows. */
  private static final double COST_PER_COPY = 2;

  /** What distinct calls look at. */
  record Values(List<Integer> columns, OptionalInt filter) {
    static Values of(AggregateCall call) {
      return new Values(call.arguments(), call.filter());
    }
  }

  /**
   * Returns whether stages are possible, and pay: they use enough more tasks than there are groups
   * that they end earlier, or send less than rows by key would.
   *
   * @param partitions in how many tasks groups are merged
   */
  static boolean pay(PhysicalPlan.Aggregate aggregate, int partitions) {
    if (aggregate.mode() != AggregateMode.SINGLE
        || aggregate.calls().stream().noneMatch(AggregateCall::needsDistinct)
        || !aggregate.calls().stream().allMatch(DistinctStages::hasStates)) {
      return false;
    }
    List<Values> values =
        aggregate.calls().stream()
            .filter(AggregateCall::needsDistinct)
            .map(Values::of)
            .distinct()
            .toList();
    boolean hasPlain = !aggregate.calls().stream().allMatch(AggregateCall::needsDistinct);
    int copies = values.size() == 1 ? 1 : values.size() + (hasPlain ? 1 : 0);
    double groups = aggregate.keys().isEmpty() ? 1 : aggregate.estimate().rows();
    if (groups >= 0 && partitions >= Math.max(1, groups) * copies * COST_PER_COPY) {
      return true;
    }
    List<Integer> columns = new ArrayList<>(aggregate.keys());
    columns.addAll(values.getFirst().columns());
    PhysicalPlan input = aggregate.input();
    return !aggregate.keys().isEmpty()
        && values.size() == 1
        && KeyCounts.of(input, columns) <= SHARE_OF_ROWS * input.estimate().rows();
  }

  private static boolean hasStates(AggregateCall call) {
    if (!call.needsDistinct()) {
      return AggregateStates.isMergeable(call);
    }
    AggregateFunction function = call.function();
    return function == AggregateFunction.COUNT
        || function == AggregateFunction.SUM
        || function == AggregateFunction.AVG;
  }

  /** Prepares the stages over the rows of the tasks. */
  static DistinctStages of(PhysicalPlan.Aggregate aggregate, PhysicalPlan input) {
    List<PhysicalExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>(input.output().fields());
    for (int i = 0; i < fields.size(); i++) {
      columns.add(Computed.column(i, input.output()));
    }
    Map<Values, List<Integer>> copies = new LinkedHashMap<>();
    for (AggregateCall call : aggregate.calls()) {
      if (call.needsDistinct() && !copies.containsKey(Values.of(call))) {
        List<Integer> places = new ArrayList<>();
        for (int argument : call.arguments()) {
          places.add(columns.size());
          PhysicalExpr value = columns.get(argument);
          if (call.filter().isPresent()) {
            value =
                Computed.choose(
                    columns.get(call.filter().getAsInt()),
                    value,
                    PhysicalExpr.Literal.nullOf(value.type()));
          }
          columns.add(value);
          fields.add(
              new Field(input.output().field(argument).name(), value.type(), value.nullable()));
        }
        copies.put(Values.of(call), places);
      }
    }
    List<AggregateCall> plain =
        aggregate.calls().stream().filter(call -> !call.needsDistinct()).toList();
    PhysicalPlan rows = project(input, columns, fields);
    return copies.size() == 1
        ? new DistinctStages(aggregate, copies, rows, plain)
        : repeated(aggregate, copies, rows, plain);
  }

  private static DistinctStages repeated(
      PhysicalPlan.Aggregate aggregate,
      Map<Values, List<Integer>> copies,
      PhysicalPlan rows,
      List<AggregateCall> plain) {
    List<List<Integer>> sets = new ArrayList<>(copies.values());
    if (!plain.isEmpty()) {
      sets.add(List.of());
    }
    List<Integer> all = copies.values().stream().flatMap(List::stream).toList();
    PhysicalPlan expand = GroupingSets.expand(rows, all, sets);
    List<Field> fields = new ArrayList<>(expand.output().fields());
    List<PhysicalExpr> columns = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      columns.add(Computed.column(i, expand.output()));
    }
    PhysicalExpr isOwn =
        Computed.test(ScalarFunction.EQ, columns.getLast(), Computed.whole((long) sets.size() - 1));
    List<AggregateCall> own = new ArrayList<>();
    Map<OptionalInt, Integer> filters = new LinkedHashMap<>();
    for (AggregateCall call : plain) {
      Integer filter = filters.get(call.filter());
      if (filter == null) {
        filter = columns.size();
        filters.put(call.filter(), filter);
        columns.add(
            call.filter().isEmpty()
                ? isOwn
                : Computed.test(ScalarFunction.AND, isOwn, columns.get(call.filter().getAsInt())));
        fields.add(new Field("$own" + filter, DataType.BOOL, columns.getLast().nullable()));
      }
      own.add(filtered(call, OptionalInt.of(filter)));
    }
    return new DistinctStages(aggregate, copies, project(expand, columns, fields), own);
  }

  private static AggregateCall filtered(AggregateCall call, OptionalInt filter) {
    return new AggregateCall(
        call.function(),
        call.arguments(),
        call.constants(),
        false,
        filter,
        call.orderBy(),
        call.type(),
        call.code());
  }

  private static PhysicalPlan project(
      PhysicalPlan input, List<PhysicalExpr> columns, List<Field> fields) {
    Schema output = new Schema(fields);
    return new PhysicalPlan.Project(input, columns, output, Placed.estimate(input, output));
  }

  /**
   * Returns the results.
   *
   * @param merging where the states of a key are merged
   */
  PhysicalPlan plan(Distribution merging, int partitions) {
    List<Integer> keys = new ArrayList<>(aggregate.keys());
    copies.values().forEach(keys::addAll);
    Schema states = AggregateStates.output(keys, plain, rows.output());
    double most = Math.max(0, rows.estimate().rows());
    double groups = Math.min(most, pairs());
    List<Integer> first = IntStream.range(0, keys.size()).boxed().toList();
    PhysicalPlan partial =
        aggregate(
            rows, keys, plain, AggregateMode.PARTIAL, states, Math.min(most, groups * partitions));
    PhysicalPlan once =
        aggregate(
            Placed.exchange(partial, new Distribution.Hash(first)),
            first,
            plain,
            AggregateMode.INTERMEDIATE,
            states,
            groups);
    PhysicalPlan values = states(once);
    List<Integer> last = first.subList(0, aggregate.keys().size());
    List<AggregateCall> calls =
        aggregate.calls().stream().map(call -> filtered(call, OptionalInt.empty())).toList();
    double results = Math.max(1, aggregate.estimate().rows());
    PhysicalPlan merged =
        aggregate(
            values,
            last,
            calls,
            AggregateMode.INTERMEDIATE,
            values.output(),
            Math.min(groups, results * partitions));
    return new PhysicalPlan.Aggregate(
        Placed.exchange(merged, merging),
        last,
        calls,
        AggregateMode.FINAL,
        aggregate.output(),
        aggregate.estimate());
  }

  /** Returns how many groups there are by keys and distinct values. */
  private double pairs() {
    double pairs = 0;
    for (Values values : copies.keySet()) {
      List<Integer> columns = new ArrayList<>(aggregate.keys());
      columns.addAll(values.columns());
      pairs += KeyCounts.of(aggregate.input(), columns);
    }
    return pairs;
  }

  private static PhysicalPlan aggregate(
      PhysicalPlan input,
      List<Integer> keys,
      List<AggregateCall> calls,
      AggregateMode mode,
      Schema output,
      double rows) {
    return new PhysicalPlan.Aggregate(input, keys, calls, mode, output, Estimates.of(rows, output));
  }

  /** Returns the keys and the states of all calls, of groups by keys and values that come once. */
  private PhysicalPlan states(PhysicalPlan once) {
    Schema input = once.output();
    List<PhysicalExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int key = 0; key < aggregate.keys().size(); key++) {
      columns.add(Computed.column(key, input));
      fields.add(input.field(key));
    }
    Map<Values, Integer> places = new LinkedHashMap<>();
    int place = columns.size();
    for (Map.Entry<Values, List<Integer>> entry : copies.entrySet()) {
      places.put(entry.getKey(), place);
      place += entry.getValue().size();
    }
    int state = place;
    for (AggregateCall call : aggregate.calls()) {
      List<PhysicalExpr> all = new ArrayList<>();
      if (call.needsDistinct()) {
        all.addAll(distinctStates(call, places.get(Values.of(call)), input));
      } else {
        for (int i = 0; i < AggregateStates.width(call); i++) {
          all.add(Computed.column(state++, input));
        }
      }
      for (PhysicalExpr one : all) {
        fields.add(new Field("$state" + fields.size(), one.type(), one.nullable()));
      }
      columns.addAll(all);
    }
    return project(once, columns, fields);
  }

  /** Returns the states of a distinct call over one row, whose values are from a place on. */
  private static List<PhysicalExpr> distinctStates(AggregateCall call, int place, Schema input) {
    PhysicalExpr count = Computed.whole(1);
    for (int i = call.arguments().size() - 1; i >= 0; i--) {
      PhysicalExpr value = Computed.column(place + i, input);
      if (value.nullable()) {
        count = Computed.choose(Computed.isNotNull(value), count, Computed.whole(0));
      }
    }
    if (call.function() == AggregateFunction.COUNT) {
      return List.of(count);
    }
    PhysicalExpr value = Computed.column(place, input);
    return call.function() == AggregateFunction.SUM
        ? List.of(cast(value, AggregateStates.sumType(value.type())))
        : List.of(cast(value, AggregateStates.averageSumType(value.type())), count);
  }

  private static PhysicalExpr cast(PhysicalExpr value, DataType type) {
    return value.type().equals(type)
        ? value
        : new PhysicalExpr.Cast(value, type, CastMode.STRICT, value.nullable());
  }
}
