package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.cost.RelEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Splits an aggregation whose calls all look at the distinct values of one column in two: the first
 * makes the values distinct within each group, the second aggregates them. Both are plain hash
 * aggregations, which run in halves and keep no set for each group.
 */
final class DistinctCalls {
  // Groups are what threads share the merging of sets by: fewer would leave some idle.
  private static final int FEWEST_SETS = 1 << 10;
  private static final double SHARE_OF_PAIRS = 0.5; // most groups for this number of pairs
  private static final double SHARE_OF_ROWS = 0.5; // fewest pairs for this number of rows

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

  /**
   * Whether a set for each group costs less than aggregating twice: where keys are long, the first
   * aggregation would look nearly each row's up once more for nothing, as it makes few rows of
   * many.
   */
  static boolean keepsSets(Lowered input, List<Integer> keys, List<AggregateCall> calls) {
    Schema rows = input.plan().output();
    if (keys.stream().noneMatch(key -> rows.field(key).type() instanceof DataType.Str)) {
      return false;
    }
    List<Integer> pairKeys = new ArrayList<>(keys);
    pairKeys.add(calls.getFirst().arguments().getFirst());
    double groups = input.logical().distinctCombinations(columns(input, keys));
    double pairs = input.logical().distinctCombinations(columns(input, pairKeys));
    return groups >= FEWEST_SETS
        && groups <= SHARE_OF_PAIRS * pairs
        && pairs >= SHARE_OF_ROWS * input.logical().rows();
  }

  /** Returns the logical columns at positions of the input. */
  private static List<Integer> columns(Lowered input, List<Integer> positions) {
    List<Integer> columns = new ArrayList<>();
    for (int column = 0; column < input.place().length; column++) {
      if (input.place()[column] >= 0 && positions.contains(input.place()[column])) {
        columns.add(column);
      }
    }
    return columns;
  }

  static PhysicalPlan.Aggregate split(
      Lowered input,
      List<Integer> keys,
      List<AggregateCall> calls,
      Schema output,
      RelEstimate estimate) {
    int argument = calls.getFirst().arguments().getFirst();
    List<Integer> innerKeys = new ArrayList<>(keys);
    innerKeys.add(argument);
    List<Field> fields = new ArrayList<>();
    for (int key : innerKeys) {
      fields.add(input.plan().output().field(key));
    }
    Schema distinct = new Schema(fields);
    PhysicalPlan inner =
        new PhysicalPlan.Aggregate(
            input.plan(),
            innerKeys,
            List.of(),
            AggregateMode.SINGLE,
            distinct,
            Estimates.of(
                input.logical().distinctCombinations(columns(input, innerKeys)), distinct));
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
              call.type(),
              call.code()));
    }
    return new PhysicalPlan.Aggregate(
        inner,
        IntStream.range(0, keys.size()).boxed().toList(),
        plain,
        AggregateMode.SINGLE,
        output,
        Estimates.of(estimate, output));
  }
}
