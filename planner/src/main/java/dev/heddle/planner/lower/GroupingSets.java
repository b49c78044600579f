package dev.heddle.planner.lower;

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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * The states of several grouping sets from one pass over the input: those of the groups by all keys
 * are repeated for each set, which merges them.
 */
public final class GroupingSets {
  private GroupingSets() {}

  /**
   * Returns the keys, null where they are not of the set, the number of the set, and the states.
   *
   * @param keys columns of the input
   * @param calls all with states that can be merged
   * @param sets positions among the keys; for the empty set there are states even of no row
   * @param groups the estimated number of groups of all sets
   */
  static PhysicalPlan states(
      PhysicalPlan input,
      List<Integer> keys,
      List<AggregateCall> calls,
      List<List<Integer>> sets,
      double groups) {
    double finest = Math.min(input.estimate().rows(), groups);
    PhysicalPlan repeated = repeated(partial(input, keys, calls, finest), keys.size(), sets);
    List<PhysicalPlan> all = new ArrayList<>(List.of(repeated));
    for (int i = 0; i < sets.size(); i++) {
      if (sets.get(i).isEmpty()) {
        all.add(ofNothing(input.output(), calls, keys.size(), i, repeated.output()));
      }
    }
    return all.size() == 1
        ? repeated
        : new PhysicalPlan.UnionAll(all, repeated.output(), repeated.estimate());
  }

  /** Returns the states of the groups by all keys, of which each may come several times. */
  static PhysicalPlan partial(
      PhysicalPlan input, List<Integer> keys, List<AggregateCall> calls, double rows) {
    Schema output = AggregateStates.output(keys, calls, input.output());
    return new PhysicalPlan.Aggregate(
        input, keys, calls, AggregateMode.PARTIAL, output, Estimates.of(rows, output));
  }

  /**
   * Returns each row once for each set, then the bits and the number of the set as columns.
   *
   * @param keys columns that are null where they are not of the set
   * @param sets columns, of the keys
   */
  public static PhysicalPlan.Expand expand(
      PhysicalPlan input, List<Integer> keys, List<List<Integer>> sets) {
    List<Field> fields = new ArrayList<>(input.output().fields());
    for (int key : keys) {
      Field field = fields.get(key);
      fields.set(key, new Field(field.name(), field.type(), true));
    }
    fields.add(new Field("$grouping", DataType.INT64, false));
    fields.add(new Field("$set", DataType.INT64, false));
    Schema output = new Schema(fields);
    return new PhysicalPlan.Expand(
        input, keys, sets, output, Estimates.of(input.estimate().rows() * sets.size(), output));
  }

  private static PhysicalPlan repeated(PhysicalPlan states, int keys, List<List<Integer>> sets) {
    PhysicalPlan expand = expand(states, IntStream.range(0, keys).boxed().toList(), sets);
    Schema expanded = expand.output();
    List<PhysicalExpr> columns = new ArrayList<>();
    for (int i = 0; i < states.output().size(); i++) {
      columns.add(Rex.column(i, expanded));
    }
    columns.add(keys, Rex.column(expanded.size() - 1, expanded));
    return project(expand, columns, expanded, keys);
  }

  private static PhysicalPlan project(
      PhysicalPlan input, List<PhysicalExpr> columns, Schema names, int keys) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      PhysicalExpr column = columns.get(i);
      String name = i == keys ? "$set" : names.field(i < keys ? i : i - 1).name();
      fields.add(new Field(name, column.type(), column.nullable()));
    }
    Schema output = new Schema(fields);
    return new PhysicalPlan.Project(
        input, columns, output, Estimates.of(input.estimate().rows(), output));
  }

  /** Returns the states of a group without rows, which change nothing where there are rows. */
  private static PhysicalPlan ofNothing(
      Schema input, List<AggregateCall> calls, int keys, int set, Schema output) {
    PhysicalPlan nothing = new PhysicalPlan.Values(List.of(), input, Estimates.of(0, input));
    PhysicalPlan states = partial(nothing, List.of(), calls, 1);
    List<PhysicalExpr> columns = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      columns.add(PhysicalExpr.Literal.nullOf(output.field(i).type()));
    }
    columns.add(PhysicalExpr.Literal.of(ScanValue.Whole.of(set), DataType.INT64));
    for (int i = 0; i < states.output().size(); i++) {
      columns.add(Rex.column(i, states.output()));
    }
    return new PhysicalPlan.Project(states, columns, output, Estimates.of(1, output));
  }

  /**
   * Returns the value of {@code GROUPING}: the bits of the keys that are not in the row's set.
   *
   * @param sets of the same columns as the arguments
   * @param number of the row's set; not asked for if there is one
   */
  static PhysicalExpr bits(
      List<Integer> arguments, List<ImmutableBitSet> sets, Supplier<PhysicalExpr> number) {
    List<PhysicalExpr.Literal> values = new ArrayList<>();
    for (ImmutableBitSet set : sets) {
      long bits = 0;
      for (int argument : arguments) {
        bits = bits << 1 | (set.get(argument) ? 0 : 1);
      }
      values.add(PhysicalExpr.Literal.of(ScanValue.Whole.of(bits), DataType.INT64));
    }
    if (values.size() == 1) {
      return values.getFirst();
    }
    List<PhysicalExpr.Branch> branches = new ArrayList<>();
    for (int i = 0; i < values.size() - 1; i++) {
      PhysicalExpr.Literal set = PhysicalExpr.Literal.of(ScanValue.Whole.of(i), DataType.INT64);
      PhysicalExpr isSet =
          new PhysicalExpr.Call(
              ScalarFunction.EQ, List.of(number.get(), set), DataType.BOOL, false);
      branches.add(new PhysicalExpr.Branch(isSet, values.get(i)));
    }
    return new PhysicalExpr.Case(branches, values.getLast(), DataType.INT64, false);
  }

  /** Returns whether a plan gives but states of no row, of which any number changes nothing. */
  public static boolean isOfNothing(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Project project
        && project.input() instanceof PhysicalPlan.Aggregate aggregate
        && aggregate.mode() == AggregateMode.PARTIAL
        && aggregate.input() instanceof PhysicalPlan.Values values
        && values.rows().isEmpty();
  }
}
