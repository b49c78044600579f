package dev.heddle.planner.lower;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Splits an aggregation whose calls all look at the distinct values of one column in two: the first
 * makes the values distinct within each group, the second aggregates them. Both are plain hash
 * aggregations, which run in halves and keep no set for each group.
 */
final class DistinctCalls {
  private DistinctCalls() {}

  /** Whether all calls are distinct over the same column, without filters. */
  static boolean canSplit(List<AggregateCall> calls) {
    if (calls.isEmpty()) {
      return false;
    }
    AggregateCall first = calls.getFirst();
    for (AggregateCall call : calls) {
      if (!call.distinct()
          || call.arguments().size() != 1
          || !call.arguments().equals(first.arguments())
          || call.filter().isPresent()
          || !call.orderBy().isEmpty()) {
        return false;
      }
    }
    return true;
  }

  static PhysicalPlan.Aggregate split(
      Lowered input, List<Integer> keys, List<AggregateCall> calls, Schema output, double rows) {
    int argument = calls.getFirst().arguments().getFirst();
    List<Integer> innerKeys = new ArrayList<>(keys);
    innerKeys.add(argument);
    List<Field> fields = new ArrayList<>();
    for (int key : innerKeys) {
      fields.add(input.plan().output().field(key));
    }
    Schema distinct = new Schema(fields);
    List<Integer> columns = new ArrayList<>();
    for (int column = 0; column < input.place().length; column++) {
      if (input.place()[column] >= 0 && innerKeys.contains(input.place()[column])) {
        columns.add(column);
      }
    }
    PhysicalPlan inner =
        new PhysicalPlan.Aggregate(
            input.plan(),
            innerKeys,
            List.of(),
            AggregateMode.SINGLE,
            distinct,
            Estimates.of(input.logical().distinctCombinations(columns), distinct));
    List<AggregateCall> plain = new ArrayList<>();
    for (AggregateCall call : calls) {
      plain.add(
          new AggregateCall(
              call.function(),
              List.of(keys.size()),
              call.constants(),
              false,
              call.filter(),
              call.orderBy(),
              call.type()));
    }
    return new PhysicalPlan.Aggregate(
        inner,
        IntStream.range(0, keys.size()).boxed().toList(),
        plain,
        AggregateMode.SINGLE,
        output,
        Estimates.of(rows, output));
  }
}
