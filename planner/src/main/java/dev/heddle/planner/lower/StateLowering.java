package dev.heddle.planner.lower;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.RelEstimate;
import dev.heddle.planner.rel.EarlyStates;
import dev.heddle.planner.rel.MergedStates;
import dev.heddle.planner.translate.OperatorMapping;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;

/** Lowers the halves of aggregations between which there are joins. */
final class StateLowering {
  private final Lowering lowering;

  StateLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered early(EarlyStates node, ImmutableBitSet needed) {
    List<org.apache.calcite.rel.core.AggregateCall> wanted = new ArrayList<>();
    int[] place = new int[node.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    for (int i = 0; i < node.keys(); i++) {
      place[i] = i;
      read.set(i);
    }
    int column = node.keys();
    int next = node.keys();
    for (org.apache.calcite.rel.core.AggregateCall call : node.calls()) {
      int width = width(call);
      if (needed.intersects(ImmutableBitSet.range(column, column + width))) {
        wanted.add(call);
        call.getArgList().forEach(read::set);
        if (call.filterArg >= 0) {
          read.set(call.filterArg);
        }
        for (int i = 0; i < width; i++) {
          place[column + i] = next++;
        }
      }
      column += width;
    }
    ImmutableBitSet columns = read.build();
    Lowered input = lowering.lower(node.getInput(), columns).trimmed(columns);
    List<Integer> keys = input.at(ImmutableBitSet.range(node.keys()));
    List<AggregateCall> calls =
        wanted.stream().map(call -> AggregateLowering.call(call, input)).toList();
    RelEstimate estimate = lowering.estimator.of(node);
    Schema output = AggregateStates.output(keys, calls, input.plan().output());
    PhysicalPlan plan =
        new PhysicalPlan.Aggregate(
            input.plan(),
            keys,
            calls,
            AggregateMode.PARTIAL,
            output,
            Estimates.of(estimate.rows(), output));
    return new Lowered(plan, place, estimate);
  }

  Lowered merged(MergedStates node, ImmutableBitSet needed) {
    int keys = node.keys();
    List<AggregateCall> calls = new ArrayList<>();
    List<Field> results = new ArrayList<>();
    int[] place = new int[node.getRowType().getFieldCount()];
    Arrays.fill(place, -1);
    ImmutableBitSet.Builder read = ImmutableBitSet.builder();
    for (int i = 0; i < keys; i++) {
      place[i] = i;
      read.set(i);
    }
    int column = keys;
    int before = node.isSimple() ? keys : keys + 1; // the number of the set
    for (int i = 0; i < node.calls().size(); i++) {
      org.apache.calcite.rel.core.AggregateCall call = node.calls().get(i);
      if (isOfSets(call)) {
        continue;
      }
      int width = width(call);
      boolean isOnly = keys == 0 && i == 0 && needed.isEmpty(); // something must be read
      if (isOnly || needed.get(keys + i)) {
        place[keys + i] = before + calls.size();
        read.set(column, column + width);
        AggregateCall physical = call(call);
        boolean isCount = AggregateLowering.isCount(physical);
        String name = node.getRowType().getFieldNames().get(keys + i);
        calls.add(physical);
        results.add(new Field(name, physical.type(), !isCount));
      }
      column += width;
    }
    ImmutableBitSet columns = read.build();
    Lowered input = lowering.lower(node.getInput(), columns).narrowed(columns);
    return node.isSimple()
        ? simple(node, input, calls, results, place)
        : sets(node, input, calls, results, place);
  }

  private Lowered simple(
      MergedStates node,
      Lowered input,
      List<AggregateCall> calls,
      List<Field> results,
      int[] place) {
    List<Field> fields = new ArrayList<>(input.plan().output().fields().subList(0, node.keys()));
    fields.addAll(results);
    RelEstimate estimate = lowering.estimator.of(node);
    Schema output = new Schema(fields);
    PhysicalPlan plan =
        new PhysicalPlan.Aggregate(
            input.plan(),
            IntStream.range(0, node.keys()).boxed().toList(),
            calls,
            AggregateMode.FINAL,
            output,
            Estimates.of(estimate.rows(), output));
    return new Lowered(plan, place, estimate);
  }

  private Lowered sets(
      MergedStates node,
      Lowered input,
      List<AggregateCall> calls,
      List<Field> results,
      int[] place) {
    List<Field> fields = new ArrayList<>();
    for (Field key : input.plan().output().fields().subList(0, node.keys())) {
      fields.add(new Field(key.name(), key.type(), true));
    }
    fields.add(new Field("$set", DataType.INT64, false));
    fields.addAll(results);
    RelEstimate estimate = lowering.estimator.of(node);
    PhysicalPlan merged =
        NestedGroupingSets.results(
            input.plan(),
            calls,
            node.sets().stream().map(ImmutableBitSet::asList).toList(),
            new Schema(fields),
            estimate.rows(),
            lowering::newShare);
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      expressions.add(Rex.column(i, merged.output()));
    }
    for (int i = 0; i < node.calls().size(); i++) {
      org.apache.calcite.rel.core.AggregateCall call = node.calls().get(i);
      if (isOfSets(call)) {
        place[node.keys() + i] = expressions.size();
        expressions.add(
            GroupingSets.bits(
                call.getArgList(), node.sets(), () -> Rex.column(node.keys(), merged.output())));
        String name = node.getRowType().getFieldNames().get(node.keys() + i);
        fields.add(new Field(name, DataType.INT64, false));
      }
    }
    Schema output = new Schema(fields);
    PhysicalPlan plan =
        expressions.size() == merged.output().size()
            ? merged
            : new PhysicalPlan.Project(
                merged, expressions, output, Estimates.of(estimate.rows(), output));
    return new Lowered(plan, place, estimate);
  }

  private static boolean isOfSets(org.apache.calcite.rel.core.AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.GROUPING;
  }

  private static int width(org.apache.calcite.rel.core.AggregateCall call) {
    return AggregateStates.width(call(call));
  }

  /** Returns a call that reads states, whose arguments are not looked at. */
  private static AggregateCall call(org.apache.calcite.rel.core.AggregateCall call) {
    AggregateFunction function =
        OperatorMapping.aggregate(call.getAggregation()).orElseThrow(IllegalStateException::new);
    return new AggregateCall(
        function,
        List.of(),
        List.of(),
        false,
        OptionalInt.empty(),
        List.of(),
        TypeMapping.dataType(call.getType()));
  }
}
