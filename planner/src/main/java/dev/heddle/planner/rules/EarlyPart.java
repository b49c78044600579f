package dev.heddle.planner.rules;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.planner.rel.EarlyStates;
import dev.heddle.planner.translate.OperatorMapping;
import dev.heddle.planner.types.TypeMapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;

/**
 * A part of a plan that is aggregated early: its groups, and where in their columns is what those
 * above read.
 *
 * @param states the groups
 * @param keyAt for each key of the aggregation its column, -1 if it is computed further up
 * @param columnAt for each column of the part its column, -1 if it is read no more
 * @param stateAt for each call the first column of its state, -1 if it is elsewhere
 */
record EarlyPart(EarlyStates states, int[] keyAt, int[] columnAt, int[] stateAt) {

  /** Groups a part by what is asked of it. */
  static EarlyPart of(Aggregate aggregate, RelNode input, EarlyWanted wanted) {
    List<RexNode> expressions = new ArrayList<>();
    int[] columnAt = new int[input.getRowType().getFieldCount()];
    Arrays.fill(columnAt, -1);
    for (int column : wanted.required()) {
      columnAt[column] = add(expressions, RexInputRef.of(column, input.getRowType()));
    }
    int[] keyAt = new int[wanted.keys().size()];
    for (int i = 0; i < keyAt.length; i++) {
      RexNode key = wanted.keys().get(i);
      keyAt[i] = key == null ? -1 : add(expressions, key);
    }
    int keys = expressions.size();
    List<org.apache.calcite.rel.core.AggregateCall> calls = new ArrayList<>();
    List<Integer> starts = new ArrayList<>(); // of the calls' states
    int[] stateAt = new int[wanted.values().size()];
    int next = keys;
    for (int i = 0; i < stateAt.length; i++) {
      EarlyWanted.CallValues values = wanted.values().get(i);
      org.apache.calcite.rel.core.AggregateCall call = aggregate.getAggCallList().get(i);
      stateAt[i] = -1;
      if (!EarlyAggregation.isOfSets(call) && values.place() != EarlyWanted.Place.ELSEWHERE) {
        List<Integer> arguments = new ArrayList<>();
        for (RexNode value : values.arguments()) {
          boolean isCounted = call.getAggregation().getKind() == SqlKind.COUNT;
          if (!isCounted || value.getType().isNullable()) { // else its rows are counted
            arguments.add(add(expressions, value));
          }
        }
        int filter = values.filter() == null ? -1 : add(expressions, values.filter());
        org.apache.calcite.rel.core.AggregateCall early =
            call.withArgList(arguments).withFilter(filter).withDistinct(false);
        int at = add(calls, early); // calls may differ by filters further up alone
        if (at == starts.size()) {
          starts.add(next);
          next += AggregateStates.width(physical(call, List.of()));
        }
        stateAt[i] = starts.get(at);
      }
    }
    RelNode project =
        LogicalProject.create(input, List.of(), expressions, names(expressions), Set.of());
    return new EarlyPart(
        EarlyStates.create(project, keys, calls, type(project, keys, calls)),
        keyAt,
        columnAt,
        stateAt);
  }

  private static List<String> names(List<RexNode> expressions) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      names.add("$early" + i);
    }
    return names;
  }

  private static <T> int add(List<T> all, T one) {
    int known = all.indexOf(one);
    if (known < 0) {
      all.add(one);
    }
    return known < 0 ? all.size() - 1 : known;
  }

  private static RelDataType type(
      RelNode input, int keys, List<org.apache.calcite.rel.core.AggregateCall> calls) {
    RelDataTypeFactory types = input.getCluster().getTypeFactory();
    RelDataTypeFactory.Builder type = types.builder();
    type.addAll(input.getRowType().getFieldList().subList(0, keys));
    Schema schema = TypeMapping.schema(input.getRowType());
    for (int i = 0; i < calls.size(); i++) {
      for (Field field :
          AggregateStates.fields(
              physical(calls.get(i), calls.get(i).getArgList()), schema, "$state" + i)) {
        type.add(
            field.name(),
            field.nullable()
                ? TypeMapping.nullableType(types, field.type())
                : TypeMapping.notNullType(types, field.type()));
      }
    }
    return type.build();
  }

  private static AggregateCall physical(
      org.apache.calcite.rel.core.AggregateCall call, List<Integer> arguments) {
    return new AggregateCall(
        OperatorMapping.aggregate(call.getAggregation()).orElseThrow(),
        arguments,
        List.of(),
        false,
        OptionalInt.empty(),
        List.of(),
        TypeMapping.dataType(call.getType()));
  }
}
