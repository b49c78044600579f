package dev.heddle.planner.lower;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Grouping sets with many groups: each merges the groups of the smallest set that has all its keys,
 * the one by all keys those of the input. In a rollup each set takes in the groups of the one
 * before it, where {@link GroupingSets} takes in all finest groups once a set.
 *
 * <p>That order is the smallest-parent method of Agarwal et al., On the Computation of
 * Multidimensional Aggregates, VLDB 1996.
 */
final class NestedGroupingSets {
  private static final double MIN_GROUPS = 50_000;

  /** Each set has states of its own at the same time as those that it is made of. */
  private static final int MAX_SETS = 9;

  private final List<List<Integer>> sets;
  private final List<AggregateCall> calls;
  private final double groups;
  private final IntSupplier shares;
  private final int[] parents; // -1 for the first set by all keys
  private final int[] children; // how many there are
  private final @Nullable PhysicalPlan[] states; // of sets with children, as these read them

  private NestedGroupingSets(
      List<List<Integer>> sets, List<AggregateCall> calls, double groups, IntSupplier shares) {
    this.sets = sets;
    this.calls = calls;
    this.groups = groups;
    this.shares = shares;
    this.parents = new int[sets.size()];
    this.children = new int[sets.size()];
    this.states = new PhysicalPlan[sets.size()];
  }

  /**
   * Returns whether sets are better made of each other.
   *
   * @param sets positions among the keys
   * @param groups the estimated number of groups of all sets
   */
  static boolean pays(List<List<Integer>> sets, int keys, double groups) {
    return groups >= MIN_GROUPS
        && keys > 0
        && sets.size() > 1
        && sets.size() <= MAX_SETS
        && sets.stream().anyMatch(set -> set.size() == keys);
  }

  /**
   * Returns the keys, null where they are not of the set, the number of the set, and the results.
   *
   * @param finest the keys and the states of groups by all of them, each perhaps several times
   * @param calls all with states that can be merged
   * @param sets positions among the keys, of which one is of all
   * @param output the columns that are returned
   * @param shares numbers rows that several nodes read
   */
  static PhysicalPlan results(
      PhysicalPlan finest,
      List<AggregateCall> calls,
      List<List<Integer>> sets,
      Schema output,
      double groups,
      IntSupplier shares) {
    return new NestedGroupingSets(sets, calls, groups, shares).all(finest, output);
  }

  private PhysicalPlan all(PhysicalPlan finest, Schema output) {
    List<Integer> order =
        IntStream.range(0, sets.size())
            .boxed()
            .sorted(Comparator.comparingInt((Integer set) -> -sets.get(set).size()))
            .toList();
    Arrays.fill(parents, -1);
    for (int i = 1; i < order.size(); i++) {
      int set = order.get(i);
      for (int before : order.subList(0, i)) { // the last one that fits is a smallest one
        if (sets.get(before).containsAll(sets.get(set))) {
          parents[set] = before;
        }
      }
      children[parents[set]]++;
    }
    List<PhysicalPlan> results = new ArrayList<>();
    for (int set : order) {
      results.add(padded(results(finest, set), set, output));
    }
    return new PhysicalPlan.UnionAll(results, output, Estimates.of(groups, output));
  }

  /** Returns a set's keys and results. */
  private PhysicalPlan results(PhysicalPlan finest, int set) {
    PhysicalPlan merged = parents[set] < 0 ? finest : ofParent(set);
    if (children[set] == 0) {
      return aggregate(merged, set, AggregateMode.FINAL);
    }
    PhysicalPlan own = aggregate(merged, set, AggregateMode.INTERMEDIATE);
    int number = shares.getAsInt();
    states[set] = new PhysicalPlan.SharedRead(number, own.output(), own.estimate());
    return aggregate(
        new PhysicalPlan.Share(number, own, own.estimate()), set, AggregateMode.FINISH);
  }

  /** Returns the keys of a set and the states, of the groups that it is made of. */
  private PhysicalPlan ofParent(int set) {
    PhysicalPlan parent = states[parents[set]];
    if (parent == null) {
      throw new IllegalStateException("Set " + set + " comes before the one it is made of");
    }
    List<Integer> keys = sets.get(parents[set]);
    List<Integer> columns = new ArrayList<>(sets.get(set).stream().map(keys::indexOf).toList());
    for (int i = keys.size(); i < parent.output().size(); i++) {
      columns.add(i);
    }
    Schema output = new Schema(columns.stream().map(parent.output()::field).toList());
    List<PhysicalExpr> expressions = new ArrayList<>();
    columns.forEach(column -> expressions.add(Rex.column(column, parent.output())));
    return new PhysicalPlan.Project(
        parent, expressions, output, Estimates.of(parent.estimate().rows(), output));
  }

  private PhysicalPlan aggregate(PhysicalPlan input, int set, AggregateMode mode) {
    int keys = sets.get(set).size();
    Schema given = input.output();
    List<Field> fields = new ArrayList<>(given.fields().subList(0, keys));
    if (mode == AggregateMode.INTERMEDIATE) {
      fields.addAll(given.fields().subList(keys, given.size()));
    } else {
      int state = keys;
      for (AggregateCall call : calls) {
        fields.add(new Field(given.field(state).name(), call.type(), true));
        state += AggregateStates.width(call);
      }
    }
    Schema output = new Schema(fields);
    double rows = keys == 0 ? 1 : Math.min(input.estimate().rows(), groups);
    return new PhysicalPlan.Aggregate(
        input,
        IntStream.range(0, keys).boxed().toList(),
        calls,
        mode,
        output,
        Estimates.of(rows, output));
  }

  /** Returns the results of a set in the columns that all sets have. */
  private PhysicalPlan padded(PhysicalPlan results, int set, Schema output) {
    List<Integer> keys = sets.get(set);
    int all = output.size() - calls.size() - 1; // before the number of the set
    List<PhysicalExpr> columns = new ArrayList<>();
    for (int i = 0; i < all; i++) {
      int key = keys.indexOf(i);
      columns.add(
          key < 0
              ? PhysicalExpr.Literal.nullOf(output.field(i).type())
              : Rex.column(key, results.output()));
    }
    columns.add(PhysicalExpr.Literal.of(ScanValue.Whole.of(set), DataType.INT64));
    for (int i = 0; i < calls.size(); i++) {
      columns.add(Rex.column(keys.size() + i, results.output()));
    }
    return new PhysicalPlan.Project(
        results, columns, output, Estimates.of(results.estimate().rows(), output));
  }
}
