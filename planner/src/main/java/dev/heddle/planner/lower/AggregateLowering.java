package dev.heddle.planner.lower;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.rel.Volatility;
import dev.heddle.planner.translate.OperatorMapping;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Lowers aggregations. Several grouping sets are aggregated from one pass over the input: the
 * finest groups first, whose states an {@code Expand} repeats for each set. Where a call has no
 * states that can be merged, an {@code Expand} repeats the rows, and the empty set, which has a row
 * even over no input, is aggregated on its own.
 */
final class AggregateLowering {
  private final Lowering lowering;

  AggregateLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered aggregate(Aggregate aggregate, ImmutableBitSet needed) {
    RelEstimate estimate = lowering.estimator.of(aggregate);
    List<org.apache.calcite.rel.core.AggregateCall> calls = aggregate.getAggCallList();
    int keyCount = aggregate.getGroupCount();
    List<Integer> wanted = new ArrayList<>(); // positions of calls that are needed
    ImmutableBitSet.Builder read = aggregate.getGroupSet().rebuild();
    for (int i = 0; i < calls.size(); i++) {
      if (needed.get(keyCount + i)
          || calls.get(i).getAggregation().getKind() == SqlKind.SINGLE_VALUE) {
        wanted.add(i);
        org.apache.calcite.rel.core.AggregateCall call = calls.get(i);
        if (call.getAggregation().getKind() != SqlKind.GROUPING) {
          call.getArgList().forEach(read::set);
        }
        if (call.filterArg >= 0) {
          read.set(call.filterArg);
        }
        call.getCollation().getFieldCollations().forEach(key -> read.set(key.getFieldIndex()));
      }
    }
    ImmutableBitSet columns = read.build();
    Lowered input = lowering.lower(aggregate.getInput(), columns).trimmed(columns);
    if (aggregate.getGroupSets().size() == 1
        && aggregate.getGroupSets().getFirst().equals(aggregate.getGroupSet())) {
      return simple(aggregate, input, wanted, estimate);
    }
    return groupingSets(aggregate, input, wanted, estimate);
  }

  private Lowered simple(
      Aggregate aggregate, Lowered input, List<Integer> wanted, RelEstimate estimate) {
    List<Integer> keys = input.at(aggregate.getGroupSet());
    List<Field> fields = new ArrayList<>();
    for (int key : keys) {
      fields.add(input.plan().output().field(key));
    }
    Results results = new Results(aggregate, input, wanted, fields);
    if (DistinctCalls.canSplit(results.calls)
        && !DistinctCalls.keepsSets(input, keys, results.calls)) {
      return results.finish(
          DistinctCalls.split(input, keys, results.calls, new Schema(fields), estimate),
          keyPlace(aggregate, keys.size()),
          estimate,
          null);
    }
    return results.finish(
        new PhysicalPlan.Aggregate(
            input.plan(),
            keys,
            results.calls,
            AggregateMode.SINGLE,
            new Schema(fields),
            Estimates.of(estimate, new Schema(fields))),
        keyPlace(aggregate, keys.size()),
        estimate,
        null);
  }

  private static int[] keyPlace(Aggregate aggregate, int keys) {
    int[] place = new int[aggregate.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    for (int i = 0; i < keys; i++) {
      place[i] = i;
    }
    return place;
  }

  private Lowered groupingSets(
      Aggregate aggregate, Lowered input, List<Integer> wanted, RelEstimate estimate) {
    Optional<Lowered> merged = merged(aggregate, input, wanted, estimate);
    if (merged.isPresent()) {
      return merged.get();
    }
    List<ImmutableBitSet> sets = new ArrayList<>();
    int empty = 0;
    for (ImmutableBitSet set : aggregate.getGroupSets()) {
      if (set.isEmpty()) {
        empty++;
      } else {
        sets.add(set);
      }
    }
    int readers = empty + (sets.isEmpty() ? 0 : 1);
    boolean isShared = readers > 1 && new Volatility().in(aggregate.getInput());
    Lowered first = isShared ? input.shared(lowering.newShare()) : input;
    Lowered others = isShared ? first.readAgain() : input;
    List<Lowered> parts = new ArrayList<>();
    if (!sets.isEmpty()) {
      parts.add(expanded(aggregate, first, wanted, sets, estimate));
    }
    for (int i = 0; i < empty; i++) {
      parts.add(grandTotal(aggregate, parts.isEmpty() ? first : others, wanted, estimate));
    }
    if (parts.size() == 1) {
      return parts.getFirst();
    }
    int width = aggregate.getRowType().getFieldCount();
    ImmutableBitSet.Builder all = ImmutableBitSet.builder();
    for (int i = 0; i < width; i++) {
      if (parts.getFirst().place()[i] >= 0) {
        all.set(i);
      }
    }
    ImmutableBitSet columns = all.build();
    List<PhysicalPlan> plans = new ArrayList<>();
    for (Lowered part : parts) {
      plans.add(part.narrowed(columns).plan());
    }
    Schema output = SetOperationLowering.unionSchema(plans);
    return parts
        .getFirst()
        .narrowed(columns)
        .with(
            new PhysicalPlan.UnionAll(plans, output, Estimates.of(estimate.rows(), output)),
            estimate);
  }

  /**
   * Merges the states of the finest groups for each set; empty if a call has no such states, or
   * nested columns are read, which have none.
   */
  private Optional<Lowered> merged(
      Aggregate aggregate, Lowered input, List<Integer> wanted, RelEstimate estimate) {
    List<ImmutableBitSet> sets = aggregate.getGroupSets();
    List<Integer> keys = input.at(aggregate.getGroupSet());
    List<Field> output = new ArrayList<>();
    for (int key : keys) {
      Field field = input.plan().output().field(key);
      output.add(new Field(field.name(), field.type(), true));
    }
    output.add(new Field("$set", DataType.INT64, false));
    Results results = new Results(aggregate, input, wanted, output);
    if (!results.calls.stream().allMatch(AggregateStates::isMergeable)
        || NestedAggregates.areRead(input.plan().output(), keys, results.calls)) {
      return Optional.empty();
    }
    List<Integer> groupSet = aggregate.getGroupSet().asList();
    List<List<Integer>> positions =
        sets.stream().map(set -> set.asList().stream().map(groupSet::indexOf).toList()).toList();
    Schema schema = new Schema(output);
    int[] place = keyPlace(aggregate, keys.size());
    if (lowering.rewrites.contains(Lowering.Rewrite.NESTED_SETS)
        && NestedGroupingSets.pays(positions, keys.size(), estimate.rows())) {
      PhysicalPlan nested =
          NestedGroupingSets.results(
              GroupingSets.partial(
                  input.plan(),
                  keys,
                  results.calls,
                  Math.min(input.logical().rows(), estimate.rows())),
              results.calls,
              positions,
              schema,
              estimate.rows(),
              lowering::newShare);
      return Optional.of(results.finish(nested, place, estimate, sets));
    }
    PhysicalPlan states =
        GroupingSets.states(input.plan(), keys, results.calls, positions, estimate.rows());
    PhysicalPlan.Aggregate plan =
        new PhysicalPlan.Aggregate(
            states,
            IntStream.rangeClosed(0, keys.size()).boxed().toList(),
            results.calls,
            AggregateMode.FINAL,
            schema,
            Estimates.of(estimate.rows(), schema));
    return Optional.of(results.finish(plan, place, estimate, sets));
  }

  /**
   * Copies the keys behind the input's columns, so that arguments that are also keys stay whole.
   */
  private Lowered expanded(
      Aggregate aggregate,
      Lowered input,
      List<Integer> wanted,
      List<ImmutableBitSet> sets,
      RelEstimate estimate) {
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < input.plan().output().size(); i++) {
      Field field = input.plan().output().field(i);
      expressions.add(new PhysicalExpr.ColumnRef(i, field.type(), field.nullable()));
      fields.add(field);
    }
    List<Integer> keys = new ArrayList<>();
    List<Integer> groupSet = aggregate.getGroupSet().asList();
    for (int column : groupSet) {
      Field field = input.field(column);
      keys.add(expressions.size());
      expressions.add(new PhysicalExpr.ColumnRef(input.at(column), field.type(), field.nullable()));
      fields.add(field);
    }
    Schema copied = new Schema(fields);
    PhysicalPlan project =
        new PhysicalPlan.Project(
            input.plan(), expressions, copied, Estimates.of(input.logical().rows(), copied));
    List<List<Integer>> positions = new ArrayList<>();
    for (ImmutableBitSet set : sets) {
      List<Integer> one = new ArrayList<>();
      for (int column : set) {
        one.add(keys.get(groupSet.indexOf(column)));
      }
      positions.add(one);
    }
    PhysicalPlan expand = GroupingSets.expand(project, keys, positions);
    List<Integer> groupKeys = new ArrayList<>(keys);
    groupKeys.add(expand.output().size() - 1);
    List<Field> output = new ArrayList<>();
    for (int key : groupKeys) {
      output.add(expand.output().field(key));
    }
    Results results = new Results(aggregate, input, wanted, output);
    PhysicalPlan.Aggregate plan =
        new PhysicalPlan.Aggregate(
            expand,
            groupKeys,
            results.calls,
            AggregateMode.SINGLE,
            new Schema(output),
            Estimates.of(estimate.rows(), new Schema(output)));
    return results.finish(plan, keyPlace(aggregate, keys.size()), estimate, sets);
  }

  private Lowered grandTotal(
      Aggregate aggregate, Lowered input, List<Integer> wanted, RelEstimate estimate) {
    List<Field> fields = new ArrayList<>();
    Results results = new Results(aggregate, input, wanted, fields);
    PhysicalPlan.Aggregate plan =
        new PhysicalPlan.Aggregate(
            input.plan(),
            List.of(),
            results.calls,
            AggregateMode.SINGLE,
            new Schema(fields),
            Estimates.of(1, new Schema(fields)));
    int[] place = new int[aggregate.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    return results.finish(plan, place, estimate, List.of(ImmutableBitSet.of()));
  }

  /** The calls of an aggregation, and how its columns become the logical ones. */
  private static final class Results {
    private final Aggregate aggregate;
    private final List<Integer> wanted;
    private final List<AggregateCall> calls = new ArrayList<>();
    private final int[] callAt; // for each wanted call its position among calls, -1 for GROUPING
    private final int keys;

    /** Adds a field for each call to {@code fields}. */
    Results(Aggregate aggregate, Lowered input, List<Integer> wanted, List<Field> fields) {
      this.aggregate = aggregate;
      this.wanted = wanted;
      this.keys = fields.size();
      this.callAt = new int[wanted.size()];
      Map<AggregateCall, Integer> known = new HashMap<>();
      for (int i = 0; i < wanted.size(); i++) {
        org.apache.calcite.rel.core.AggregateCall call =
            aggregate.getAggCallList().get(wanted.get(i));
        if (call.getAggregation().getKind() == SqlKind.GROUPING) {
          callAt[i] = -1;
          continue;
        }
        AggregateCall physical = call(call, input);
        Integer equal = known.putIfAbsent(physical, calls.size());
        callAt[i] = equal == null ? calls.size() : equal;
        if (equal == null) {
          calls.add(physical);
          String name =
              aggregate.getRowType().getFieldNames().get(aggregate.getGroupCount() + wanted.get(i));
          fields.add(new Field(name, physical.type(), !isCount(physical)));
        }
      }
    }

    /**
     * Adds what is left to compute: {@code $SUM0}, {@code GROUPING} and keys that are null.
     *
     * @param sets the grouping sets, where the column after the keys identifies one; null for one
     */
    Lowered finish(
        PhysicalPlan plan,
        int[] place,
        RelEstimate estimate,
        @org.jspecify.annotations.Nullable List<ImmutableBitSet> sets) {
      Schema output = plan.output();
      boolean isPlain = sets == null;
      for (int i = 0; i < wanted.size(); i++) {
        org.apache.calcite.rel.core.AggregateCall call =
            aggregate.getAggCallList().get(wanted.get(i));
        isPlain &= callAt[i] >= 0 && call.getAggregation().getKind() != SqlKind.SUM0;
        place[aggregate.getGroupCount() + wanted.get(i)] = callAt[i] < 0 ? -1 : keys + callAt[i];
      }
      if (isPlain) {
        return new Lowered(plan, place, estimate);
      }
      List<PhysicalExpr> expressions = new ArrayList<>();
      List<Field> fields = new ArrayList<>();
      List<String> names = aggregate.getRowType().getFieldNames();
      int[] finalPlace = new int[place.length];
      Arrays.fill(finalPlace, -1);
      Schema wantedSchema = TypeMapping.schema(aggregate.getRowType());
      for (int i = 0; i < aggregate.getGroupCount(); i++) {
        finalPlace[i] = expressions.size();
        PhysicalExpr key =
            place[i] < 0
                ? PhysicalExpr.Literal.nullOf(wantedSchema.field(i).type())
                : Rex.column(place[i], output);
        expressions.add(key);
        fields.add(new Field(names.get(i), key.type(), key.nullable()));
      }
      for (int i = 0; i < wanted.size(); i++) {
        int column = aggregate.getGroupCount() + wanted.get(i);
        org.apache.calcite.rel.core.AggregateCall call =
            aggregate.getAggCallList().get(wanted.get(i));
        PhysicalExpr value =
            callAt[i] < 0
                ? GroupingSets.bits(
                    call.getArgList(),
                    sets == null ? List.of(aggregate.getGroupSet()) : sets,
                    () -> Rex.column(keys - 1, output))
                : result(call, Rex.column(place[column], output));
        finalPlace[column] = expressions.size();
        expressions.add(value);
        fields.add(new Field(names.get(column), value.type(), value.nullable()));
      }
      Schema schema = new Schema(fields);
      return new Lowered(
          new PhysicalPlan.Project(
              plan, expressions, schema, Estimates.of(estimate.rows(), schema)),
          finalPlace,
          estimate);
    }

    private PhysicalExpr result(
        org.apache.calcite.rel.core.AggregateCall call, PhysicalExpr value) {
      if (call.getAggregation().getKind() != SqlKind.SUM0) {
        return value;
      }
      ScanValue zero = value.type().isFloat() ? new ScanValue.Floating(0) : ScanValue.Whole.of(0);
      return new PhysicalExpr.Call(
          ScalarFunction.COALESCE,
          List.of(value, PhysicalExpr.Literal.of(zero, value.type())),
          value.type(),
          false);
    }
  }

  /** Returns whether a call has a result for every group. */
  static boolean isCount(AggregateCall call) {
    return call.function() == AggregateFunction.COUNT
        || call.function() == AggregateFunction.COUNT_ALL
        || call.function() == AggregateFunction.REGR_COUNT;
  }

  static AggregateCall call(org.apache.calcite.rel.core.AggregateCall call, Lowered input) {
    List<Integer> arguments = input.at(call.getArgList());
    AggregateFunction function = function(call);
    boolean distinct = call.isDistinct() && function.dependsOnRepetition();
    if (function == AggregateFunction.COUNT
        && !distinct
        && arguments.stream().noneMatch(a -> input.plan().output().field(a).nullable())) {
      function = AggregateFunction.COUNT_ALL;
      arguments = List.of();
    }
    List<PhysicalExpr.Literal> constants =
        OperatorMapping.quantileFraction(call.getAggregation())
            .map(
                fraction ->
                    List.of(
                        PhysicalExpr.Literal.of(
                            new ScanValue.Floating(fraction), DataType.FLOAT64)))
            .orElse(List.of());
    List<SortOrder> order =
        function.usesOrder() ? Orders.of(call.getCollation(), input) : List.of();
    return new AggregateCall(
        function,
        arguments,
        constants,
        distinct,
        call.filterArg < 0 ? OptionalInt.empty() : OptionalInt.of(input.at(call.filterArg)),
        order,
        TypeMapping.dataType(call.getType()),
        OperatorMapping.userCode(call.getAggregation()));
  }

  private static AggregateFunction function(org.apache.calcite.rel.core.AggregateCall call) {
    if (call.getAggregation().getKind() == SqlKind.SUM0) {
      return AggregateFunction.SUM;
    }
    if (call.getAggregation().getKind() == SqlKind.SINGLE_VALUE) {
      return AggregateFunction.SINGLE_VALUE;
    }
    return OperatorMapping.aggregate(call.getAggregation())
        .orElseThrow(
            () ->
                new HeddleException(
                    ErrorCode.UNSUPPORTED,
                    "Cannot aggregate by "
                        + call.getAggregation().getName()
                        + ": there is no such aggregate function"));
  }
}
